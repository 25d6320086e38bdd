import { vec3, type Entity, type Vec3 } from "@orrery/sim";
import { plainVector } from "../../render/vectors.ts";
import { pointerRay, type SceneView, shapesBelow } from "../scene/api.ts";
import { pick } from "../../render/picking.ts";
import { POSE } from "../../render/pose-tree.ts";
import { reachOf } from "../../render/camera/reach.ts";
import type { Placed } from "../../render/layers/visual-layer.ts";
import type { GizmoFrame } from "./gizmo/handle.ts";
import type { Thing } from "./gizmo/motion.ts";
import type { Point } from "./gizmo/screen-space.ts";
import { standing } from "./surface.ts";

/** Finds where things can stand on what is under the pointer, relative to where they were when this was created. */
export class StandingPlace {
  readonly #view: SceneView;
  readonly #pivot: Vec3;
  readonly #shapes: readonly Placed[];
  readonly #own: ReadonlySet<Entity>;
  /**
   * How far the things reach below the pivot, by the surface's normal: searching meshes in every frame would be slow.
   */
  readonly #depths = new Map<string, number>();
  /** One of the things: the drawing has already followed the pointer, and this one shows how far. */
  readonly #first: Thing;

  constructor(view: SceneView, things: readonly Thing[], { origin }: GizmoFrame) {
    this.#view = view;
    this.#pivot = origin;
    this.#shapes = things.flatMap(({ entity }) => shapesBelow(view, entity));
    this.#own = new Set(this.#shapes.map(({ shape }) => shape.entity));
    this.#first = things[0]!;
  }

  /**
   * Returns the offset in the world from where the things were; `undefined` where there is nothing to stand on. Takes a
   * place of the page.
   */
  offsetAt({ x, y }: Point): Vec3 | undefined {
    const hit = pick(pointerRay(this.#view, x, y), this.#view.visuals.batches.list, (entity) => !this.#own.has(entity));
    if (hit === undefined) return undefined;
    const face = { point: plainVector(hit.point), normal: plainVector(hit.normal) };
    return standing(face, this.#pivot, this.#depth(face.normal));
  }

  #depth(normal: Vec3): number {
    const key = [normal.x, normal.y, normal.z].map((value) => value.toFixed(3)).join();
    let depth = this.#depths.get(key);
    if (depth === undefined) {
      const reach = reachOf(this.#shapes, vec3.scale(normal, -1));
      depth = reach === -Infinity ? 0 : reach + vec3.dot(this.#pivotAsDrawn(), normal);
      this.#depths.set(key, depth);
    }
    return depth;
  }

  #pivotAsDrawn(): Vec3 {
    const { nodes, tree } = this.#view.objects;
    const at = nodes.of(this.#first.entity) * POSE;
    const drawn = { x: tree.world[at]!, y: tree.world[at + 1]!, z: tree.world[at + 2]! };
    return vec3.add(this.#pivot, vec3.subtract(drawn, this.#first.pose));
  }
}
