import type { Entity, World } from "@orrery/sim";
import type { Delta } from "@orrery/sim/host";

/** A world to be drawn, which reports its changes: a page's mirror, or a copy in a thread of cameras. */
export interface ShownWorld {
  readonly world: World;
  /** The world's own entity. */
  readonly root: Entity | undefined;
  readonly changes: { on(listener: (change: ShownChange) => void): Disposable };
}

export interface ShownChange {
  /** The changes. If a value occurs twice, the later one counts. */
  readonly delta: Delta;
  /** Whether it is the whole state: things then appear at their poses at once instead of moving there. */
  readonly whole: boolean;
  /** Whether the state is exact: things then appear at their poses at once instead of moving there. */
  readonly exact: boolean;
  /**
   * Whether the change was made on this page: it takes effect at once, and the motion of everything else continues
   * unchanged.
   */
  readonly isOwn?: boolean;
}
