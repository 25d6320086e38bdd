import type { Log } from "../base/log.ts";
import { spareMemory } from "../base/spare-memory.ts";
import { Plugins } from "../components/simulation.ts";
import { encodeKeyframe, openKeyframe, type Keyframe, type KeyframeHeader } from "../history/keyframe.ts";
import type { Simulation } from "./simulation.ts";
import type { SystemLibrary } from "./systems/system-library.ts";

/** Writes a keyframe of a world as bytes. */
export function writeKeyframe(simulation: Simulation, keyframe: Keyframe): Uint8Array<ArrayBuffer> {
  return encodeKeyframe(keyframe, keyframeHeader(simulation));
}

/** Lends `use` the states that a file of now would hold besides the components; their buffers are empty afterwards. */
export function lendSavedStates(
  simulation: Simulation,
  use: (states: ReadonlyMap<string, Uint8Array>, header: KeyframeHeader) => void,
): void {
  const states = simulation.systems.save();
  try {
    use(states, keyframeHeader(simulation));
  } finally {
    for (const state of states.values()) spareMemory.giveBack(state);
  }
}

/**
 * Reads a keyframe file. First loads the systems that it names, because they declare its components. Throws a
 * KeyframeError if it is damaged.
 */
export async function readKeyframe(
  file: Uint8Array,
  library: SystemLibrary,
  check: (header: KeyframeHeader) => void = () => {},
): Promise<Keyframe> {
  const { header, decode } = openKeyframe(file);
  check(header);
  for (const plugin of header.plugins) await library.load(plugin);
  return decode();
}

/** Reads a keyframe file of the world that is open. Throws if it is of another world, or damaged. */
export function readKeyframeOf(simulation: Simulation, file: Uint8Array, log: Log): Promise<Keyframe> {
  const { name, library, fingerprint } = simulation;
  return readKeyframe(file, library, ({ world, loaded }) => {
    if (world !== name) throw new Error(`it holds the world "${world}", but "${name}" is open`);
    if (loaded === fingerprint) return;
    log.warn("the world's file has changed since this state was saved; everything is as in the state");
  });
}

/** Returns the header for a file with the present state. */
function keyframeHeader(simulation: Simulation): KeyframeHeader {
  const { world, library, name, fingerprint } = simulation;
  // Only running systems: one that is unknown here, and so was left out, may be left out elsewhere too.
  const named = [...world.query(Plugins)].flatMap(([, list]) => list);
  const plugins = named.filter((plugin) => library.loaded(plugin) !== undefined);
  return { world: name, steps: simulation.now().count, loaded: fingerprint, plugins };
}
