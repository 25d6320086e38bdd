import type { Keyframe } from "../history/keyframe.ts";
import { isSame, type Moment } from "../history/moment.ts";
import type { RecordedInput } from "../history/stretch.ts";
import type { PastSource, PastStretch } from "./past-tree.ts";

/** Keyframes that a replayer keeps of its own, so that a second replay need not begin at the beginning. */
const MOST_KEYFRAMES = 40;

interface Inputs {
  /** The sequence number from which on they are known. */
  readonly from: number;
  readonly list: RecordedInput[];
}

/** What a replayer has been told of a past, and the states that it has been at itself. */
export class KnownPast {
  readonly #source: PastSource;
  readonly #inputs = new Map<string, Inputs>();
  /** States at ends of stretches, oldest first. */
  #states: { readonly stretch: string; readonly at: Moment; readonly keyframe: Keyframe }[] = [];

  constructor(source: PastSource) {
    this.#source = source;
  }

  /** Returns the inputs of a stretch up to its end, asking for those that are not known. */
  async inputsOf({ id, start, end }: PastStretch): Promise<readonly RecordedInput[]> {
    let known = this.#inputs.get(id);
    // A stretch that was joined with the one before it begins earlier now.
    if (known === undefined || known.from > start.sequence) known = { from: start.sequence, list: [] };
    this.#inputs.set(id, known);
    for (let isAll = false; !isAll;) {
      const next = (known.list.at(-1)?.sequence ?? known.from - 1) + 1;
      if (next >= end.sequence) break;
      const more = await this.#source.inputs(id, next);
      known.list.push(...more.inputs);
      ({ isAll } = more);
    }
    return known.list.filter(({ sequence }) => sequence >= start.sequence && sequence < end.sequence);
  }

  /** Keeps a state, in place of the oldest one. */
  keep(stretch: string, at: Moment, keyframe: Keyframe): void {
    this.#states = this.#states.filter((state) => state.stretch !== stretch).slice(1 - MOST_KEYFRAMES);
    this.#states.push({ stretch, at, keyframe });
  }

  /** Returns the state that was kept of a moment. */
  stateAt(stretch: string, at: Moment): Keyframe | undefined {
    return this.#states.find((state) => state.stretch === stretch && isSame(state.at, at))?.keyframe;
  }

  /** Forgets what belongs to stretches that are no longer there. */
  forgetAllBut(stretches: readonly PastStretch[]): void {
    const left = new Set(stretches.map(({ id }) => id));
    this.#states = this.#states.filter(({ stretch }) => left.has(stretch));
    for (const id of this.#inputs.keys()) if (!left.has(id)) this.#inputs.delete(id);
  }
}
