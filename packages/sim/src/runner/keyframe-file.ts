import { Plugins } from "../components/simulation.ts";
import { encodeKeyframe, openKeyframe, type Keyframe, type KeyframeHeader } from "../history/keyframe.ts";
import type { Runner } from "./runner.ts";
import type { SystemLibrary } from "./systems/system-library.ts";

/** Writes a keyframe of a world as bytes. `loaded`: a fingerprint of the world as it was loaded. */
export function writeKeyframe(runner: Runner, keyframe: Keyframe, loaded: string): Uint8Array<ArrayBuffer> {
  return encodeKeyframe(keyframe, keyframeHeader(runner, loaded));
}

/** Returns the header for a file of the present state. */
export function keyframeHeader(runner: Runner, loaded: string): KeyframeHeader {
  const { world, library, name } = runner;
  // Only systems that run: what was left out here because nobody knows it may be left out elsewhere.
  const named = [...world.query(Plugins)].flatMap(([, list]) => list);
  const plugins = named.filter((plugin) => library.loaded(plugin) !== undefined);
  return { world: name, steps: runner.now().count, loaded, plugins };
}

/** Reads a keyframe file. First makes the systems that it names ready: they declare the components in it. Throws a KeyframeError when it is damaged. */
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
