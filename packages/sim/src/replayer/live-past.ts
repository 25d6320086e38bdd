import type { Plugin } from "../scene/scene.ts";
import { Plugins } from "../components/simulation.ts";
import { encodeKeyframe } from "../history/keyframe.ts";
import type { KeptKeyframe } from "../history/kept-keyframe.ts";
import type { Stretch } from "../history/stretch.ts";
import type { Runner } from "../runner/runner.ts";
import type { PastInputs, PastTree } from "./past-tree.ts";

/** Inputs that are handed over at once: copying more would hold up the live world. */
const MOST_INPUTS = 1000;

/** The past of a live world, for a replayer: it answers between two steps, in little time for each question. */
export class LivePast {
  readonly #runner: Runner;

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  loaded(): Uint8Array {
    return this.#runner.save("loaded");
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

  inputs(stretch: string, from: number): PastInputs {
    const inputs = this.#stretch(stretch)?.inputs ?? [];
    const first = inputs.findIndex(({ sequence }) => sequence >= from);
    const rest = first < 0 ? [] : inputs.slice(first, first + MOST_INPUTS);
    return { inputs: rest, isAll: first < 0 || first + rest.length === inputs.length };
  }

  keyframe(number: number): Uint8Array | undefined {
    for (const { keyframes } of this.#runner.timeline.stretches()) {
      const found = keyframes.find((keyframe) => keyframe.number === number);
      if (found !== undefined) return this.#encode(found);
    }
    return undefined;
  }

  #stretch(id: string): Stretch | undefined {
    return this.#runner.timeline.stretches().find((stretch) => stretch.id === id);
  }

  #encode(keyframe: KeptKeyframe): Uint8Array {
    const { name: world, library } = this.#runner;
    const plugins = pluginsIn(keyframe).filter((plugin) => library.loaded(plugin) !== undefined);
    // Nobody reads the fingerprint of the world's file here, and it takes long to compute for a large world.
    return encodeKeyframe(keyframe.open(), { world, steps: keyframe.at.tick, loaded: "", plugins });
  }
}

/** Returns the systems that run at that moment: those of now may be others. */
function pluginsIn({ snapshot }: KeptKeyframe): Plugin[] {
  const store = snapshot.stores.find(({ component }) => component === Plugins);
  const lists = (store?.data ?? []) as readonly (readonly Plugin[] | undefined)[];
  return lists.flatMap((list) => list ?? []);
}
