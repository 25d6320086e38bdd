import * as rapier from "@dimforge/rapier3d-simd-compat";
import { conjugate, multiply, rotate } from "../../base/quat.ts";
import { add, scale, subtract, type Vec3 } from "../../base/vec3.ts";
import { setMiss, type RayHits } from "../rays.ts";
import type { RapierScene } from "./scene.ts";
import { slotOf } from "./slots.ts";
import type { CastOptions } from "./wasm/ray-caster.ts";

/** Casts rays by the package's functions, which can filter shapes: used right after edits, and for masks. */
export class SlowRays {
  readonly #scene: RapierScene;
  readonly #mask: number | undefined;
  readonly #options: CastOptions;
  readonly #fresh = (collider: rapier.Collider): boolean =>
    !this.#scene.stale.has(slotOf(collider.handle)) && this.#sees(collider);

  constructor(scene: RapierScene, mask: number | undefined, options: CastOptions) {
    this.#scene = scene;
    this.#mask = mask;
    this.#options = options;
  }

  cast(hits: RayHits, i: number, origin: Vec3, unit: Vec3): void {
    const { world, shapes, stale } = this.#scene;
    const { reach, ignored } = this.#options;
    const body = ignored === undefined ? undefined : world.getRigidBody(ignored);
    const ray = new rapier.Ray(origin, unit);
    const found = world.castRayAndGetNormal(ray, reach, true, undefined, undefined, undefined, body, this.#fresh);
    let best =
      found === null
        ? undefined
        : { slot: slotOf(found.collider.handle), distance: found.timeOfImpact, normal: found.normal as Vec3 };
    for (let k = 0; k < stale.count; k++) {
      const slot = stale.at(k);
      const hit = this.#castAtStale(slot, origin, unit, best?.distance ?? reach);
      if (hit !== undefined && hit.distance < (best?.distance ?? Infinity)) best = { slot, ...hit };
    }
    if (best === undefined) return setMiss(hits, i);
    hits.distances[i] = best.distance;
    hits.shapes[i] = shapes.slots.ids[best.slot]!;
    // A ray that starts inside a shape hits no surface that could give a normal.
    const { x, y, z } = best.distance === 0 ? scale(unit, -1) : best.normal;
    hits.normals?.set([x, y, z], 3 * i);
  }

  #castAtStale(slot: number, origin: Vec3, unit: Vec3, reach: number): { distance: number; normal: Vec3 } | undefined {
    const collider = this.#scene.shapes.collider(this.#scene.world, slot);
    const body = collider.parent()!;
    if (body.handle === this.#options.ignored || !this.#sees(collider)) return undefined;
    // The collider is where the last step left it, so the ray is moved there, and the normal is moved back.
    const rotation = multiply(body.rotation(), collider.rotationWrtParent()!);
    const position = add(body.translation(), rotate(body.rotation(), collider.translationWrtParent()!));
    const turn = multiply(collider.rotation(), conjugate(rotation));
    const moved = new rapier.Ray(
      add(collider.translation(), rotate(turn, subtract(origin, position))),
      rotate(turn, unit),
    );
    const hit = collider.castRayAndGetNormal(moved, reach, true);
    return hit === null ? undefined : { distance: hit.timeOfImpact, normal: rotate(conjugate(turn), hit.normal) };
  }

  #sees(collider: rapier.Collider): boolean {
    return this.#mask === undefined || ((collider.collisionGroups() >>> 16) & this.#mask) !== 0;
  }
}
