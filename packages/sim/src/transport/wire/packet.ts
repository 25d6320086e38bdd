import { FrameError } from "./frame-error.ts";
import { ByteWriter } from "./byte-writer.ts";
import { decodeFrame, MAX_FRAME_BYTES, writeFrame } from "./frame.ts";
import type { Frame } from "./frame.ts";

/**
 * Frames that cross a link together, each preceded by its length (u32, little-endian). Passing a piece of memory to a
 * port or socket costs more than encoding dozens of small frames, so the frames of one flush share one.
 */
export class PacketWriter {
  readonly #writer = new ByteWriter();
  readonly #maxFrameBytes: number;

  constructor(maxFrameBytes = MAX_FRAME_BYTES) {
    this.#maxFrameBytes = maxFrameBytes;
  }

  get length(): number {
    return this.#writer.length;
  }

  /** Appends a frame. Throws a FrameError, without changing the packet, if the frame is too large. */
  add(frame: Frame): void {
    if (hasContents(frame)) checkSize(frame.bytes.length, this.#maxFrameBytes);
    this.#add(frame, 0);
  }

  /** Appends a frame without its contents, which must follow the packet. Throws like `add`. */
  addHead(frame: FrameWithContents): void {
    this.#add({ ...frame, bytes: nothing }, frame.bytes.length);
  }

  #add(frame: Frame, bytesToCome: number): void {
    const start = this.#writer.length;
    for (let count = 0; count < PREFIX_BYTES; count++) this.#writer.u8(0);
    try {
      writeFrame(this.#writer, frame);
      const size = this.#writer.length - start - PREFIX_BYTES + bytesToCome;
      checkSize(size, this.#maxFrameBytes);
      this.#writer.patchU32(start, size);
    } catch (error) {
      this.#writer.truncate(start);
      throw error;
    }
  }

  /** Returns the packet in memory of its own, and starts the next one. */
  take(): Uint8Array<ArrayBuffer> {
    return this.#writer.take();
  }
}

/** A frame that ends with the contents of a message. */
export type FrameWithContents = Frame & { readonly kind: "publish" | "request" | "answer" };

export function hasContents(frame: Frame): frame is FrameWithContents {
  return frame.kind === "publish" || frame.kind === "request" || frame.kind === "answer";
}

/** Calls `onFrame` for each frame in turn, so that a packet of millions of tiny frames needs no additional memory. */
export function readPacket(packet: Uint8Array, onFrame: (frame: Frame) => void, maxFrameBytes = MAX_FRAME_BYTES): void {
  let at = 0;
  while (at < packet.length) {
    if (packet.length - at < PREFIX_BYTES) throw new FrameError("packet ends within a length");
    const size = (packet[at]! | (packet[at + 1]! << 8) | (packet[at + 2]! << 16) | (packet[at + 3]! << 24)) >>> 0;
    checkSize(size, maxFrameBytes);
    at += PREFIX_BYTES;
    if (size > packet.length - at) throw new FrameError("packet ends within a frame");
    onFrame(decodeFrame(packet.subarray(at, at + size)));
    at += size;
  }
}

const PREFIX_BYTES = 4;

const nothing = new Uint8Array();

function checkSize(size: number, maxFrameBytes: number): void {
  if (size > maxFrameBytes) throw new FrameError(`frame of ${size} bytes, at most ${maxFrameBytes} are allowed`);
}
