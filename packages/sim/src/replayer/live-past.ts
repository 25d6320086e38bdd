import { Plugins } from "../components/simulation.ts";
import { StoredState, type KeptState } from "../history/stored-state.ts";
import { firstInput, type RecordedInput } from "../history/stretch.ts";
import type { Runner } from "../runner/runner.ts";
import type { Plugin } from "../scene/scene.ts";
import type { KeyframeParts, PartPiece, PartPlace } from "./keyframe-parts.ts";
import { PartTable, type PartsOwner } from "./part-table.ts";
import type { InputRange, KeyframeName, PastInputs, PastTree } from "./past-tree.ts";

/** How many inputs are handed over at once: copying more would hold up the live world. */
const MAX_INPUTS = 200;
const MAX_INPUT_BYTES = 256 * 1024;

/** Answers a replayer's questions about the past of a live world. Each answer is quick, and comes between two steps. */
export class LivePast {
  readonly #runner: Runner;
  readonly #parts = new PartTable();

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  tree(): PastTree {
    const { timeline } = this.#runner;
    const stretches = timeline.stretches().map(({ id, parent, start, end, keyframes }) => ({
      id,
      parent: parent?.id,
      start,
      end,
      keyframes: keyframes.map(({ number, at, isNeeded }) => ({ number, at, isNeeded })),
    }));
    return { present: timeline.present.id, stretches };
  }

  inputs({ leaf, from, end }: InputRange): PastInputs | undefined {
    const stretches = this.#runner.timeline.stretches();
    const line = stretches.find(({ id }) => id === leaf)?.line();
    if (line === undefined || line[0]!.start.sequence > from) return undefined;
    const inputs: RecordedInput[] = [];
    let bytes = 0;
    for (const each of line) {
      for (let i = firstInput(each.inputs, from); i < each.inputs.length; i++) {
        const input = each.inputs[i]!;
        if (input.sequence >= end) return { inputs, isAll: true };
        if (inputs.length === MAX_INPUTS || bytes > MAX_INPUT_BYTES) return { inputs, isAll: false };
        inputs.push(input);
        bytes += input.bytes;
      }
    }
    return { inputs, isAll: true };
  }

  keyframe(name: KeyframeName): KeyframeParts | undefined {
    const { library, name: world } = this.#runner;
    const keyframe = name === "loaded" ? this.#loaded() : this.#kept(name);
    if (keyframe === undefined) return undefined;
    const plugins = pluginsIn(keyframe).filter((plugin) => library.loaded(plugin) !== undefined);
    return this.#parts.describe(keyframe, world, plugins);
  }

  pieces(places: readonly PartPlace[]): PartPiece[] {
    return this.#parts.pieces(places);
  }

  /** Forgets what was asked for last: nobody asks for its pieces any more. */
  clear(): void {
    this.#parts.clear();
  }

  #kept(number: number): PartsOwner | undefined {
    for (const { keyframes } of this.#runner.timeline.stretches()) {
      const found = keyframes.find((keyframe) => keyframe.number === number);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #loaded(): PartsOwner {
    const { snapshot, states } = this.#runner.loadedKeyframe();
    const kept = new Map<string, KeptState>();
    for (const [system, bytes] of states) kept.set(system, { stored: new StoredState(bytes), patch: undefined });
    return { snapshot, states: kept };
  }
}

/** Returns the systems that ran at the moment of a keyframe, which may differ from those of now. */
function pluginsIn({ snapshot }: PartsOwner): Plugin[] {
  const store = snapshot.stores.find(({ component }) => component === Plugins);
  const lists = (store?.data ?? []) as readonly (readonly Plugin[] | undefined)[];
  return lists.flatMap((list) => list ?? []);
}
