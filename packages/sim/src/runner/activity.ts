import type { WorldInput } from "./world-input.ts";
import type { SystemFailure } from "./systems/system-info.ts";

/** What a system may be doing. */
export type Act = SystemFailure["phase"];

/**
 * Receives what a runner is about to do, so that an observer can see what is holding it up. Called several times per
 * step and system, so it must cost next to nothing.
 */
export interface Activity {
  /** Registers a system. Returns its number, from 1. */
  register(system: KnownSystem): number;
  /** Records that the system with this number starts to act; 0 means that none is acting. */
  system(number: number, act: Act): void;
  /** Records that an input starts to take effect; `undefined` means that it has taken effect. */
  input(input: WorldInput | undefined): void;
  /**
   * Records the progress of a jump in time, 0 to 1; `undefined` means that it has ended. Returns whether to continue.
   */
  travelling(fraction: number | undefined): boolean;
}

export interface KnownSystem {
  /** The key for `Runner.stopSystem`. */
  readonly key: string;
  readonly name: string;
  /** The scoped name of the entity that it belongs to. */
  readonly scoped: string;
  /** Whether it comes with Orrery. */
  readonly isBuiltIn: boolean;
}

/** For runners without an observer. */
export const unwatched: Activity = { register: () => 1, system: () => {}, input: () => {}, travelling: () => true };
