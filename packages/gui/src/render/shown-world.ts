import type { Entity, World } from "@orrery/sim";
import type { Delta } from "@orrery/sim/host";

/** A world to be drawn, which reports what has changed in it: a page's mirror, a copy in a thread of cameras. */
export interface ShownWorld {
  readonly world: World;
  /** The world's own entity. */
  readonly root: Entity | undefined;
  readonly changes: { on(listener: (change: ShownChange) => void): Disposable };
}

export interface ShownChange {
  /** What has changed. If a value occurs twice, the later one counts. */
  readonly delta: Delta;
  /** Whether it is the whole state: things appear in it at once rather than moving there. */
  readonly whole: boolean;
  /** Whether the state is exact: things appear in place rather than moving there. */
  readonly exact: boolean;
  /** Somebody here has put it there: it takes effect at once, and all else is as far on its way as it was. */
  readonly isOwn?: boolean;
}
