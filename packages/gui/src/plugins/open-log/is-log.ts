/** The beginning of every log of Orrery: MCAP's magic, and a header without profile that names the library. */
const HEAD = [
  [0, [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a]],
  [21, [6, 0, 0, 0, ...new TextEncoder().encode("orrery")]],
] as const;
const HEAD_BYTES = 64;

/** Returns whether a file is a log of a world, and not one of messages that somebody else recorded. */
export async function isLog(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return HEAD.every(([at, part]) => part.every((byte, i) => bytes[at + i] === byte));
}
