import type { TempContactManifold } from "@dimforge/rapier3d-simd-compat";
import { add, scale, type Vec3 } from "../../../base/vec3.ts";
import {
  MANIFOLD_POINT_COUNT,
  MANIFOLD_POINTS,
  POINT_DISTANCE,
  POINT_IMPULSE,
  POINT_LAST_FRICTION,
  POINT_LAST_IMPULSE,
  POINT_PLACE,
  POINT_SIZE,
  WRAPPER_MANIFOLD,
} from "./layout.ts";
import { addressOf, type MemoryViews } from "./views.ts";

/**
 * Reads the points of a manifold, without a call into the module for each number, and their impulses. The package's functions return only the normal impulses, which include the one that
 * the step started from. Wasm memory also has those of the last substep, so these numbers are exact at rest and for a
 * first impact, and include friction.
 */
export class ContactImpulses {
  readonly #views: MemoryViews;
  #points = 0;
  #count = 0;

  constructor(views: MemoryViews) {
    this.#views = views;
  }

  /** Prepares for a manifold. Must be called before reading it. */
  begin(manifold: TempContactManifold): void {
    this.#views.renew();
    const { words } = this.#views;
    const at = words[(addressOf(manifold.raw) + WRAPPER_MANIFOLD) >> 2]!;
    this.#points = words[(at + MANIFOLD_POINTS) >> 2]!;
    this.#count = words[(at + MANIFOLD_POINT_COUNT) >> 2]!;
  }

  /** Returns whether memory contains what the package's functions return. */
  agreesWith(manifold: TempContactManifold): boolean {
    const count = manifold.numContacts();
    let same = this.#count === count;
    for (let i = 0; i < count; i++) {
      const place = manifold.localContactPoint1(i);
      const own = this.place(i);
      same &&=
        this.#at(i, POINT_IMPULSE) === manifold.contactImpulse(i) &&
        this.distance(i) === manifold.contactDist(i) &&
        own.x === place?.x &&
        own.y === place.y &&
        own.z === place.z;
    }
    return same;
  }

  get count(): number {
    return this.#count;
  }

  /** Returns where the point is on the first shape, in its frame. */
  place(i: number): Vec3 {
    const at = POINT_PLACE;
    return { x: this.#at(i, at), y: this.#at(i, at + 4), z: this.#at(i, at + 8) };
  }

  /** Returns metres between the two surfaces; below zero where they overlap. */
  distance(i: number): number {
    return this.#at(i, POINT_DISTANCE);
  }

  /** Returns the normal impulse over the last step, N·s. */
  normal(i: number): number {
    return this.#at(i, POINT_IMPULSE) - this.#at(i, POINT_LAST_IMPULSE);
  }

  /** Returns the friction impulse of the last substep on the first shape, N·s. */
  friction(): Vec3 {
    const count = this.#count;
    // Every point contains the value of the whole manifold.
    let sum: Vec3 = { x: 0, y: 0, z: 0 };
    for (let i = 0; i < count; i++) {
      sum = add(sum, {
        x: this.#at(i, POINT_LAST_FRICTION),
        y: this.#at(i, POINT_LAST_FRICTION + 4),
        z: this.#at(i, POINT_LAST_FRICTION + 8),
      });
    }
    return scale(sum, 1 / Math.max(1, count));
  }

  #at(point: number, offset: number): number {
    return this.#views.floats[(this.#points + point * POINT_SIZE + offset) >> 2]!;
  }
}
