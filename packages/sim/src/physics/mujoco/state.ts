import { MUJOCO_VERSION } from "./model/module.ts";

// Consists of a header with magic, format and number of sections; the sections' lengths; and the sections, each aligned
// to eight bytes.
const MAGIC = `orrery mujoco ${MUJOCO_VERSION}`;
const FORMAT = 2;
const MAGIC_BYTES = 32;
const HEADER = MAGIC_BYTES + 4 + 4;

export function packState(sections: readonly Uint8Array[]): Uint8Array {
  const start = padded(HEADER + 4 * sections.length);
  const bytes = new Uint8Array(sections.reduce((length, section) => length + padded(section.length), start));
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < MAGIC.length; i++) bytes[i] = MAGIC.charCodeAt(i);
  view.setUint32(MAGIC_BYTES, FORMAT, true);
  view.setUint32(MAGIC_BYTES + 4, sections.length, true);
  let at = start;
  sections.forEach((section, i) => {
    view.setUint32(HEADER + 4 * i, section.length, true);
    bytes.set(section, at);
    at += padded(section.length);
  });
  return bytes;
}

/** Returns views of the sections. Throws with the reason if the bytes are not a state of this engine. */
export function unpackState(state: Uint8Array, count: number): Uint8Array[] {
  const start = padded(HEADER + 4 * count);
  if (state.length < start) throw new Error(`${state.length} bytes are no state of the MuJoCo engine: too short`);
  const magic = String.fromCharCode(...state.subarray(0, MAGIC_BYTES)).split("\0", 1)[0]!;
  if (magic !== MAGIC) {
    const other = /^orrery \w+ [\d.]+$/.test(magic) ? `it was saved by ${magic}` : "truncated or foreign bytes";
    throw new Error(`not a state of ${MAGIC}: ${other}`);
  }
  const view = new DataView(state.buffer, state.byteOffset, state.length);
  const format = view.getUint32(MAGIC_BYTES, true);
  if (format !== FORMAT) throw new Error(`the state has format ${format}; this engine reads ${FORMAT}`);
  const found = view.getUint32(MAGIC_BYTES + 4, true);
  if (found !== count) throw new Error(`the state has ${found} sections, not ${count}`);
  const sections: Uint8Array[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    const length = view.getUint32(HEADER + 4 * i, true);
    sections.push(state.subarray(at, at + length));
    at += padded(length);
  }
  if (at !== state.length) {
    throw new Error("the state's sections do not add up to its length: truncated or damaged");
  }
  return sections;
}

function padded(length: number): number {
  return (length + 7) & ~7;
}
