import { encodeFrame, PROTOCOL_VERSION, type Frame } from "../../packages/sim/src/transport/wire/frame.ts";

/** Returns a packet with one frame. */
export function framePacket(frame: Frame): Uint8Array {
  const bytes = encodeFrame(frame);
  const packet = new Uint8Array(bytes.length + 4);
  new DataView(packet.buffer).setUint32(0, bytes.length, true);
  packet.set(bytes, 4);
  return packet;
}

/** Returns the greeting without which a connection is closed. */
export function hello(): Uint8Array {
  const window = { windowFrames: 100_000, windowBytes: 2 ** 30 };
  return framePacket({ kind: "hello", version: PROTOCOL_VERSION, name: "hostile", ...window });
}
