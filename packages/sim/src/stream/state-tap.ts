import { isEmpty } from "../ecs/delta.ts";
import type { World } from "../ecs/world.ts";
import { encodeDelta } from "./delta-codec.ts";
import { lackingChanges } from "./lacking.ts";

/** A change on its way to the mirror of a world in another thread. */
export interface StateUpdate {
  /** By delta-codec. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The state as a whole: the mirror forgets what it had. */
  readonly whole: boolean;
  /** The world is paused and the mirror has all of it now, and not only what pictures are made of. */
  readonly exact: boolean;
}

/** Hands a world's changes out to one mirror, which takes them all. */
export class StateTap {
  readonly #world: World;
  #after = 0;
  #exactAfter = 0;
  #wasExact = false;

  constructor(world: World) {
    this.#world = world;
  }

  /** What happened since the last call; nothing when the mirror is up to date. */
  take({ exact, watch }: { readonly exact: boolean; readonly watch: readonly number[] }): StateUpdate | undefined {
    const since = exact ? this.#exactAfter : this.#after;
    const { delta, whole, version } = lackingChanges(this.#world, { since, exact, watch });
    const isNews = !isEmpty(delta) || exact !== this.#wasExact;
    this.#after = version;
    if (exact || whole) this.#exactAfter = version;
    this.#wasExact = exact;
    return isNews ? { bytes: encodeDelta(delta), whole, exact } : undefined;
  }
}
