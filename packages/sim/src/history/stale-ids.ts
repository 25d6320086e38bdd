import { FIRST_SESSION_ENTITY } from "../ecs/entities.ts";

/**
 * Knows which ids may refer to different entities since a jump in time. After a jump, ids continue from those of that
 * moment, so an id assigned later may be assigned again, to a different entity. A command says which jumps its author
 * had seen.
 */
export class Jumps {
  #timelineNumber = 1;
  /**
   * Since the jump that raised the number to `timelineNumber`, ids from `firstOther` on may refer to different entities.
   * Contains only jumps that no later jump supersedes, so both numbers increase from entry to entry.
   */
  readonly #floors: { readonly timelineNumber: number; readonly firstOther: number }[] = [];

  /** Incremented by every jump; 1 before the first one, so that 0 can mean "unknown". */
  get timelineNumber(): number {
    return this.#timelineNumber;
  }

  note(firstOther: number): void {
    this.#timelineNumber++;
    while ((this.#floors.at(-1)?.firstOther ?? -1) >= firstOther) this.#floors.pop();
    this.#floors.push({ timelineNumber: this.#timelineNumber, firstOther });
  }

  /**
   * Returns the first of these ids that may refer to a different entity since that timeline number; `undefined` if none
   * may.
   */
  staleOf(entities: readonly number[], timelineNumber: number): number | undefined {
    if (timelineNumber === 0 || timelineNumber >= this.#timelineNumber) return undefined;
    const floor = this.#floors.find((each) => each.timelineNumber > timelineNumber)?.firstOther ?? Infinity;
    // A session never uses one of its ids twice.
    return entities.find((entity) => entity >= floor && entity < FIRST_SESSION_ENTITY);
  }
}
