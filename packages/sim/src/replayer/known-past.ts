import { isSame, type Moment } from "../history/moment.ts";
import type { Keyframe } from "../history/keyframe.ts";
import type { RecordedInput } from "../history/stretch.ts";
import type { InputRange, PastSource } from "./past-tree.ts";

/** How many bytes of its own states a replayer keeps, and how many of inputs, so as not to ask for them again. */
const MAX_STATE_BYTES = 128e6;
const MAX_INPUT_BYTES = 32e6;

/** What a replayer knows of a past: the inputs that it was told, and states that it has reached itself. */
export class KnownPast {
  readonly #source: Pick<PastSource, "inputs">;
  readonly #inputs = new Kept<string, readonly RecordedInput[]>(MAX_INPUT_BYTES);
  readonly #states = new Kept<string, { readonly at: Moment; readonly keyframe: Keyframe }>(MAX_STATE_BYTES);

  constructor(source: Pick<PastSource, "inputs">) {
    this.#source = source;
  }

  /**
   * Returns the inputs of a range within a stretch, asking for them if they are not known. Those after a tick may be
   * missing: a stretch may have very many of them.
   */
  async inputs(stretch: string, range: InputRange, lastTick = Infinity): Promise<readonly RecordedInput[]> {
    if (range.from >= range.end) return [];
    const key = `${stretch} ${range.from} ${range.end}`;
    const known = this.#inputs.get(key);
    if (known !== undefined) return known;
    const inputs: RecordedInput[] = [];
    for (let isAll = false; !isAll;) {
      const more = await this.#source.inputs({ ...range, from: (inputs.at(-1)?.sequence ?? range.from - 1) + 1 });
      if (more === undefined) throw new Error(FORGOTTEN);
      for (const input of more.inputs) inputs.push(input);
      ({ isAll } = more);
      if (!isAll && inputs.at(-1)!.tick > lastTick) return inputs;
    }
    this.#inputs.set(
      key,
      inputs,
      inputs.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    return inputs;
  }

  /** Keeps a state. Old ones are dropped if there is no room for it. */
  keep(at: Moment, keyframe: Keyframe): void {
    this.#states.set(keyOf(at), { at, keyframe }, bytesOf(keyframe));
  }

  /** Returns the state that was kept for a moment. */
  stateAt(at: Moment): Keyframe | undefined {
    const found = this.#states.get(keyOf(at));
    return found && isSame(found.at, at) ? found.keyframe : undefined;
  }
}

/** Why a part of the past cannot be replayed. */
export const FORGOTTEN = "this part of the past is no longer remembered";

/** Returns a key for the state at a moment. It is unique, because numbers of inputs are never given twice. */
function keyOf({ tick, sequence }: Moment): string {
  return `${tick} ${sequence}`;
}

function bytesOf({ snapshot, states }: Keyframe): number {
  let bytes = 0;
  for (const { entities, data } of snapshot.stores)
    bytes += entities.byteLength + (data instanceof Float64Array ? data.byteLength : data.length * 8);
  for (const state of states.values()) bytes += state.byteLength;
  return bytes;
}

/** Keeps the values that were added last, within a number of bytes, and always the very last one. */
class Kept<K, V> {
  readonly #most: number;
  readonly #kept = new Map<K, { readonly value: V; readonly bytes: number }>();
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: K): V | undefined {
    return this.#kept.get(key)?.value;
  }

  set(key: K, value: V, bytes: number): void {
    this.#drop(key);
    this.#kept.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#most || oldest === key) break;
      this.#drop(oldest);
    }
  }

  #drop(key: K): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}
