import type { Step } from "./watched-step.ts";
import type { ItemType } from "./item-types.ts";

/** What is known of an item before it is sampled. */
export interface ItemInfo {
  /** Unique in its manager: `vehicle::chassis::linear_velocity`. */
  readonly name: string;
  readonly type: ItemType;
  /** Units of its columns: one for each, or one for all; empty if unknown. */
  readonly units: readonly string[];
  /** Why it has no value; `undefined` when it has one. */
  readonly unavailable?: string | undefined;
  /** What people have to know of it. */
  readonly note?: string | undefined;
  /** Whether it depends on the host's clock, so that a replay cannot repeat it. */
  readonly isLive?: boolean | undefined;
}

/**
 * Reads one item. What it writes must follow from the world right before physics (`begin`) and after the step (`read`).
 * Nothing may be carried over from earlier steps, because a replay has not seen them.
 */
export interface Probe {
  /** Records what `read` compares with. Called in each sampled step, right before physics moves the world. */
  begin?(): void;
  /** Writes the columns into `out` from `at` on. If there is no value, leaves the NaNs that are there. */
  read(step: Step, out: Float64Array, at: number): void;
}

/** Returns whether the full name of an item is wanted. */
export type NameTest = (name: string) => boolean;

/**
 * Knows the items of one kind, and opens them. Items belong to things, which form a tree: `vehicle::chassis::pose` is
 * an item of `vehicle::chassis`, which is a thing below `vehicle`. The empty name stands for the manager itself.
 */
export interface Provider {
  /** Rises whenever an item may have come or gone. */
  readonly revision: number;
  /** Yields the items of one thing; with `fits`, only those whose full names fit. */
  items(of: string, fits?: NameTest): Iterable<ItemInfo>;
  /** Yields the full names of the things directly below one. */
  things(of: string): Iterable<string>;
  find(name: string): ItemInfo | undefined;
  /**
   * Returns a probe, which belongs to the caller; `undefined` if there is no such item, or if it has no value as
   * long as the revision stays the same.
   */
  open(name: string): Probe | undefined;
  /** Called before probes begin or are read: results that probes share have to be worked out again. */
  beginMoment?(): void;
}
