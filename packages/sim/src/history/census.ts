import { mostMarksOf, type HistoryLimits } from "./memory.ts";
import type { Stretch } from "./stretch.ts";

/**
 * Estimates the number of stretches and marks in a tree. The estimate is never too low, so the tree is rarely counted.
 */
export class Census {
  stretches = 0;
  marks = 0;
  #crowd = 0;

  /** Returns whether there may be more branches or marks than allowed; exact right after a count. */
  isCrowded({ branchLimit, commandLimit }: HistoryLimits): boolean {
    return this.stretches > Math.max(2 * branchLimit, this.#crowd) || this.marks > mostMarksOf(commandLimit);
  }

  count(root: Stretch): void {
    const all = [...root.tree()];
    this.stretches = all.length;
    // Resets create stretches that are not branches, and pruning cannot remove those, so the next count waits until
    // there are 10 % more.
    this.#crowd = 1.1 * all.length;
    this.marks = all.reduce((count, { marks }) => count + marks.length, 0);
  }

  /** Resets the count. Must be called when the tree has been emptied. */
  clear(): void {
    this.stretches = this.marks = this.#crowd = 0;
  }
}
