import type { World } from "@dimforge/rapier3d-simd-compat";
import {
  HIT_COLLIDER,
  HIT_DISTANCE,
  INTERSECTION_COLLIDER,
  INTERSECTION_DISTANCE,
  INTERSECTION_NORMAL,
  NO_FUNCTION,
  NO_GROUPS,
  VECTOR_X,
} from "./layout.ts";
import { addressOf, type MemoryViews } from "./views.ts";

/** Functions of the wasm instance that are called directly: the package's own wrappers create five objects per ray. */
export type RayCalls = {
  rawvector_new(x: number, y: number, z: number): number;
  rawbroadphase_castRay: CastRay;
  rawbroadphase_castRayAndGetNormal: CastRay;
  __wbg_rawraycolliderhit_free(at: number, isCollected: number): void;
  __wbg_rawraycolliderintersection_free(at: number, isCollected: number): void;
};

/** Returns the address of the hit in memory, or 0. */
type CastRay = (
  broadPhase: number,
  narrowPhase: number,
  bodies: number,
  colliders: number,
  origin: number,
  direction: number,
  reach: number,
  solid: number,
  flags: number,
  groups: number,
  hasExcludedCollider: number,
  excludedCollider: number,
  hasExcludedBody: number,
  excludedBody: number,
  predicate: number,
) => number;

export interface CastOptions {
  /** In metres. */
  readonly reach: number;
  readonly withNormals: boolean;
  /** Handle of a body that rays pass through. */
  readonly ignored: number | undefined;
}

/**
 * Casts rays one after another, at the shapes in Rapier's tree, without allocating: 0.2 µs each, where the package
 * takes 1.1.
 */
export class RayCaster {
  readonly #views: MemoryViews;
  readonly #calls: RayCalls;
  readonly #origin: number;
  readonly #direction: number;
  #sets: [broadPhase: number, narrowPhase: number, bodies: number, colliders: number] = [0, 0, 0, 0];
  #options: CastOptions = { reach: 0, withNormals: false, ignored: undefined };
  /** Results of the last hit: distance in m, the slot of the shape, and the normal if requested. */
  distance = 0;
  slot = 0;
  nx = 0;
  ny = 0;
  nz = 0;

  constructor(views: MemoryViews, calls: RayCalls) {
    this.#views = views;
    this.#calls = calls;
    this.#origin = calls.rawvector_new(0, 0, 0) >>> 0;
    this.#direction = calls.rawvector_new(0, 0, 0) >>> 0;
  }

  /** Must be called before a batch of rays. */
  begin(world: World, options: CastOptions): void {
    const { broadPhase, narrowPhase, bodies, colliders } = world;
    this.#sets = [
      addressOf(broadPhase.raw),
      addressOf(narrowPhase.raw),
      addressOf(bodies.raw),
      addressOf(colliders.raw),
    ];
    this.#options = options;
  }

  from(x: number, y: number, z: number): void {
    this.#write(this.#origin, x, y, z);
  }

  /** Casts a ray along a unit vector from the place set by `from`. Returns whether it hits. */
  cast(x: number, y: number, z: number): boolean {
    this.#write(this.#direction, x, y, z);
    return this.#options.withNormals ? this.#castWithNormal() : this.#cast();
  }

  #cast(): boolean {
    const at = this.#call(this.#calls.rawbroadphase_castRay);
    if (at === 0) return false;
    this.#views.renew();
    const { floats, words } = this.#views;
    const word = at >> 2;
    this.slot = words[word + HIT_COLLIDER]!;
    this.distance = floats[word + HIT_DISTANCE]!;
    this.#calls.__wbg_rawraycolliderhit_free(at, 0);
    return true;
  }

  #castWithNormal(): boolean {
    const at = this.#call(this.#calls.rawbroadphase_castRayAndGetNormal);
    if (at === 0) return false;
    this.#views.renew();
    const { floats, words } = this.#views;
    const word = at >> 2;
    this.slot = words[word + INTERSECTION_COLLIDER]!;
    this.distance = floats[word + INTERSECTION_DISTANCE]!;
    this.nx = floats[word + INTERSECTION_NORMAL]!;
    this.ny = floats[word + INTERSECTION_NORMAL + 1]!;
    this.nz = floats[word + INTERSECTION_NORMAL + 2]!;
    this.#calls.__wbg_rawraycolliderintersection_free(at, 0);
    return true;
  }

  #call(cast: CastRay): number {
    const [broadPhase, narrowPhase, bodies, colliders] = this.#sets;
    const { reach, ignored } = this.#options;
    const [origin, direction] = [this.#origin, this.#direction];
    const isIgnoring = ignored === undefined ? 0 : 1;
    // prettier-ignore
    return cast(broadPhase, narrowPhase, bodies, colliders, origin, direction, reach, 1, 0, NO_GROUPS, 0, 0, isIgnoring, ignored ?? 0, NO_FUNCTION) >>> 0;
  }

  #write(vector: number, x: number, y: number, z: number): void {
    this.#views.renew();
    const { floats } = this.#views;
    const at = (vector >> 2) + VECTOR_X;
    floats[at] = x;
    floats[at + 1] = y;
    floats[at + 2] = z;
  }
}
