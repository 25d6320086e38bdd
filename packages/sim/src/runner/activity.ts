import type { WorldInput } from "./inputs.ts";
import type { SystemFailure } from "./system-host.ts";

/** What a system may be at. */
export type Act = SystemFailure["phase"];

/**
 * Told what a runner is about to do, so that somebody outside can say what holds it up. Called several times a step and system:
 * it has to cost next to nothing.
 */
export interface Activity {
  /** A system has come. Returns its number, from 1. */
  register(system: KnownSystem): number;
  /** The system with this number begins to act; 0: none does. */
  system(number: number, act: Act): void;
  /** An input begins to take effect; nothing: it has. */
  input(input: WorldInput | undefined): void;
  /** So much of the way to another time is done, 0 to 1; nothing: it has ended. Returns whether to go on. */
  travelling(fraction: number | undefined): boolean;
}

export interface KnownSystem {
  /** By which `Runner.stopSystem` knows it. */
  readonly key: string;
  readonly name: string;
  /** What it belongs to, with the models above it. */
  readonly scoped: string;
  /** It comes with Orrery. */
  readonly isBuiltIn: boolean;
}

/** For hosts that nobody watches. */
export const unwatched: Activity = { register: () => 1, system: () => {}, input: () => {}, travelling: () => true };
