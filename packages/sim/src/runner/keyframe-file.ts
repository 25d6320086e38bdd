import { Plugins } from "../components/simulation.ts";
import { encodeKeyframe, openKeyframe, type Keyframe, type KeyframeHeader } from "../history/keyframe.ts";
import type { Simulation } from "./simulation.ts";
import type { SystemLibrary } from "./systems/system-library.ts";

/** Writes a keyframe of a world as bytes. */
export function writeKeyframe(simulation: Simulation, keyframe: Keyframe): Uint8Array<ArrayBuffer> {
  return encodeKeyframe(keyframe, keyframeHeader(simulation));
}

/** Returns the header for a file with the present state. */
export function keyframeHeader(simulation: Simulation): KeyframeHeader {
  const { world, library, name, fingerprint } = simulation;
  // Only running systems: one that is unknown here, and so was left out, may be left out elsewhere too.
  const named = [...world.query(Plugins)].flatMap(([, list]) => list);
  const plugins = named.filter((plugin) => library.loaded(plugin) !== undefined);
  return { world: name, steps: simulation.now().count, loaded: fingerprint, plugins };
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
