import { FIRST_SESSION_ENTITY } from "../ecs/entities.ts";

/**
 * Knows which ids may mean different entities since a jump in time. After a jump, ids continue from those of that
 * moment, so an id assigned later may be assigned again, to something else. A command says which jumps its author had
 * seen.
 */
export class Jumps {
  #timeline = 1;
  /**
   * Since the jump that raised the number to `timeline`, ids from `firstOther` on may mean different entities. Holds only jumps that
   * no later jump supersedes, so both numbers rise from entry to entry.
   */
  readonly #floors: { readonly timeline: number; readonly firstOther: number }[] = [];

  /** Raised by every jump; 1 before the first, so that 0 can stand for "unknown". */
  get timeline(): number {
    return this.#timeline;
  }

  note(firstOther: number): void {
    this.#timeline++;
    while ((this.#floors.at(-1)?.firstOther ?? -1) >= firstOther) this.#floors.pop();
    this.#floors.push({ timeline: this.#timeline, firstOther });
  }

  /**
   * Returns the first of these ids that may mean a different entity since that timeline number; `undefined` when none
   * has.
   */
  staleOf(entities: readonly number[], timeline: number): number | undefined {
    if (timeline === 0 || timeline >= this.#timeline) return undefined;
    const floor = this.#floors.find((each) => each.timeline > timeline)?.firstOther ?? Infinity;
    // Sessions never use one of their ids twice.
    return entities.find((entity) => entity >= floor && entity < FIRST_SESSION_ENTITY);
  }
}
