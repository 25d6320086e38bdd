import { FIRST_SESSION_ENTITY } from "../ecs/entities.ts";

/**
 * Which entities jumps in time have made into others. Ids count on from where a jump led, so an id that was given after that may
 * be given again, to something else. A command says which jumps its author had seen.
 */
export class Jumps {
  /** Of each jump, in order: ids from there on are others since. */
  readonly #firstOther: number[] = [];

  /** Raised by every jump; 1 before the first, so that 0 can stand for "unknown". */
  get timeline(): number {
    return this.#firstOther.length + 1;
  }

  note(firstOther: number): void {
    this.#firstOther.push(firstOther);
  }

  /** The first of these that may not be what it was under that number; `undefined` when all are. */
  staleOf(entities: readonly number[], timeline: number): number | undefined {
    if (timeline === 0 || timeline >= this.timeline) return undefined;
    const floor = this.#firstOther.slice(timeline - 1).reduce((least, first) => Math.min(least, first), Infinity);
    // Sessions never use an id of theirs twice.
    return entities.find((entity) => entity >= floor && entity < FIRST_SESSION_ENTITY);
  }
}
