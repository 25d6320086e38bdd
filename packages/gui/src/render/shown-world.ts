import type { Entity, World } from "@orrery/sim";
import type { Delta } from "@orrery/sim/host";

/** A world to be drawn, which tells what has changed in it: a page's mirror, a copy in a thread of cameras. */
export interface ShownWorld {
  readonly world: World;
  /** The world's own entity. */
  readonly root: Entity | undefined;
  readonly changes: { on(listener: (change: ShownChange) => void): Disposable };
}

export interface ShownChange {
  /** What is different now. Of values that come twice, the later one counts. */
  readonly delta: Delta;
  /** The state as a whole: nothing in it has moved there from where it was drawn. */
  readonly whole: boolean;
  /** What is shown is what is, to the bit: nothing is on its way. */
  readonly exact: boolean;
  /** Somebody here has put it there: it takes effect at once, and all else is as far on its way as it was. */
  readonly isOwn?: boolean;
}
