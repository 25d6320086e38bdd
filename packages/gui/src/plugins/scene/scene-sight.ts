import type { Vec3 } from "@orrery/sim";
import { Vector3 } from "three";
import { plainVector } from "../../render/vectors.ts";
import type { WorldApp } from "../../shell/app.ts";
import type { PointerPlace } from "../../shell/events.ts";
import { along, backward, type CameraPlace } from "../../render/camera/camera-rig.ts";
import { pick, type Hit } from "../../render/picking.ts";
import type { PagePlace } from "./gesture-reader.ts";
import { groundPoint, pointerRay } from "./pointer-ray.ts";
import type { SceneView } from "./scene-view.ts";

/** What is under a place of the page. */
export interface Seen {
  readonly place: PointerPlace;
  /** Whether it is ground without an end. */
  readonly isEndless: boolean;
}

/** Finds what is under the pointer, as the scene is drawn. */
export class SceneSight {
  readonly #app: WorldApp;
  readonly #view: SceneView;

  constructor(app: WorldApp, view: SceneView) {
    this.#app = app;
    this.#view = view;
  }

  at({ x, y }: PagePlace): Seen {
    this.#view.catchUp();
    const ray = pointerRay(this.#view, x, y);
    const surface = pick(ray, this.#view.visuals.batches.list);
    const light = pick(ray, this.#view.lights.batches.list);
    // The mark of a light is not a surface to put things on.
    const hit: Hit | undefined =
      light !== undefined && light.distance < (surface?.distance ?? Infinity) ? light : surface;
    const point = surface?.point ?? groundPoint(ray.origin, ray.direction);
    const place: PointerPlace = {
      view: this.#app.view,
      x,
      y,
      entity: hit?.entity,
      point: point && plainVector(point),
      normal: surface && plainVector(surface.normal),
    };
    return { place, isEndless: hit?.shape.isEndless === true };
  }

  /**
   * Returns the point that stays under the pointer while zooming: the surface there, or else a point as far away as the
   * target.
   */
  zoomPoint({ x, y }: PagePlace): Vec3 {
    const ray = pointerRay(this.#view, x, y);
    const { place } = this.#view;
    const hit = pick(ray, this.#view.visuals.batches.list);
    const ahead = depthOf(place, hit?.point ?? ray.at(place.distance, new Vector3()), ray.origin);
    // A surface far behind the target would carry the camera away.
    if (hit !== undefined && ahead < 4 * place.distance) return plainVector(hit.point);
    const cosine = -dot(backward(place), ray.direction);
    return plainVector(ray.at(place.distance / Math.max(0.1, cosine), new Vector3()));
  }
}

function dot(a: Vec3, b: Vec3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

function depthOf(place: CameraPlace, point: Vec3, eye: Vec3): number {
  const { x, y, z } = along(point, eye, -1);
  return -dot(backward(place), { x, y, z });
}
