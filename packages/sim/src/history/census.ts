import { mostMarksOf, type HistoryLimits } from "./memory.ts";
import type { Stretch } from "./stretch.ts";

/** About how many stretches and marks a tree has: never fewer than it is said to have, so that it is seldom counted. */
export class Census {
  stretches = 0;
  marks = 0;
  #crowd = 0;

  /** Whether there may be more branches or marks than are allowed. A new count is exact. */
  isCrowded({ branchLimit, commandLimit }: HistoryLimits): boolean {
    return this.stretches > Math.max(2 * branchLimit, this.#crowd) || this.marks > mostMarksOf(commandLimit);
  }

  count(root: Stretch): void {
    const all = [...root.tree()];
    this.stretches = all.length;
    // Resets make stretches that are no branches: those cannot become fewer, and are not looked at again for each one more.
    this.#crowd = 1.1 * all.length;
    this.marks = all.reduce((count, { marks }) => count + marks.length, 0);
  }

  /** Call when the tree has been emptied. */
  clear(): void {
    this.stretches = this.marks = this.#crowd = 0;
  }
}
