import { RAPIER_VERSION } from "./wasm/layout.ts";
import type { Snapshot } from "./wasm/snapshots.ts";

// Rapier's snapshot comes first; then the sections, each padded to eight bytes; then their lengths; then this trailer.
const MAGIC = `orrery rapier ${RAPIER_VERSION}`;
const FORMAT = 3;
/** Magic, format and number of sections. */
const TRAILER = 32 + 4 + 4;

/** Packs a state. `take` returns the snapshot in a buffer of the requested length. */
export function packState(
  take: (lengthOf: (snapshot: number) => number) => Snapshot,
  sections: readonly Uint8Array[],
): Uint8Array {
  const directoryAt = (snapshot: number): number =>
    sections.reduce((sum, section) => sum + padded(section.length), padded(snapshot));
  const lengthOf = (snapshot: number): number => directoryAt(snapshot) + 4 * (sections.length + 1) + TRAILER;
  const { bytes, length: start } = take(lengthOf);
  const directory = directoryAt(start);
  const view = new DataView(bytes.buffer);
  view.setUint32(directory, start, true);
  let at = padded(start);
  sections.forEach((section, i) => {
    bytes.set(section, at);
    view.setUint32(directory + 4 * (i + 1), section.length, true);
    at += padded(section.length);
  });
  const trailer = bytes.length - TRAILER;
  for (let i = 0; i < MAGIC.length; i++) bytes[trailer + i] = MAGIC.charCodeAt(i);
  view.setUint32(trailer + 32, FORMAT, true);
  view.setUint32(trailer + 36, sections.length, true);
  return bytes;
}

/**
 * Returns views of the state: the snapshot and `count` sections. Throws with the reason if the bytes are not a state.
 */
export function unpackState(state: Uint8Array, count: number): { snapshot: Uint8Array; sections: Uint8Array[] } {
  const trailer = state.length - TRAILER;
  if (trailer < 0) throw new Error(`${state.length} bytes are no state of the Rapier engine: too short`);
  const magic = String.fromCharCode(...state.subarray(trailer, trailer + 32)).split("\0", 1)[0]!;
  if (magic !== MAGIC) {
    const other = /^orrery rapier [\d.]+$/.test(magic) ? `it was saved by ${magic}` : "truncated or foreign bytes";
    throw new Error(`not a state of ${MAGIC}: ${other}`);
  }
  const view = new DataView(state.buffer, state.byteOffset, state.length);
  const format = view.getUint32(trailer + 32, true);
  if (format !== FORMAT) throw new Error(`the state has format ${format}; this engine reads ${FORMAT}`);
  const found = view.getUint32(trailer + 36, true);
  const directory = trailer - 4 * (count + 1);
  if (found !== count || directory < 0) throw new Error(`the state has ${found} sections, not ${count}`);
  const lengths = Array.from({ length: count + 1 }, (_, i) => view.getUint32(directory + 4 * i, true));
  if (lengths.reduce((sum, length) => sum + padded(length), 0) !== directory) {
    throw new Error("the state's sections do not add up to its length: truncated or damaged");
  }
  const sections: Uint8Array[] = [];
  let at = 0;
  for (const length of lengths) {
    sections.push(state.subarray(at, at + length));
    at += padded(length);
  }
  return { snapshot: sections[0]!, sections: sections.slice(1) };
}

function padded(length: number): number {
  return (length + 7) & ~7;
}
