import { TableError } from "../table-error.ts";

/** Opcode of LZ4 frames, and of those that have nothing to unpack: 0x184d2a50 to 0x184d2a5f. */
const FRAME = 0x184d2204;
const SKIPPED_FRAME = 0x184d2a5;
/** The shortest match, in bytes. */
const MIN_MATCH = 4;

/** Unpacks frames of LZ4 to `size` bytes. Each step takes bytes of the input, so damage cannot hold it up. */
export function unpackLz4(packed: Uint8Array, size: number): Uint8Array {
  const unpacking = new Unpacking(packed, new Uint8Array(size));
  while (unpacking.at < packed.length) unpacking.frame();
  if (unpacking.done !== size) throw damaged();
  return unpacking.out;
}

class Unpacking {
  at = 0;
  done = 0;
  readonly packed: Uint8Array;
  readonly out: Uint8Array;

  constructor(packed: Uint8Array, out: Uint8Array) {
    this.packed = packed;
    this.out = out;
  }

  frame(): void {
    const magic = this.#number(4);
    if (Math.floor(magic / 16) === SKIPPED_FRAME) {
      this.#skip(this.#number(4));
      return;
    }
    const flags = this.#number(1);
    // Bits of the flags: version, then sums of blocks, size, sum of all, and a dictionary, which nobody would have here.
    if (magic !== FRAME || flags >> 6 !== 1 || (flags & 1) !== 0) throw damaged();
    this.#skip((flags & 8) === 0 ? 2 : 10);
    const start = this.done;
    for (let length = this.#number(4); length !== 0; length = this.#number(4)) {
      const end = this.at + (length & 0x7fff_ffff);
      if (end > this.packed.length) throw damaged();
      if (length >= 0x8000_0000) this.#copy(end - this.at);
      else this.#block(end, start);
      this.#skip((flags & 16) === 0 ? 0 : 4);
    }
    this.#skip((flags & 4) === 0 ? 0 : 4);
  }

  /** Unpacks a block, which may repeat what the frame has had since `start`. */
  #block(end: number, start: number): void {
    while (this.at < end) {
      const token = this.#number(1);
      this.#copy(this.#length(token >> 4));
      // The last sequence has no match.
      if (this.at === end) return;
      const offset = this.#number(2);
      const length = this.#length(token & 15) + MIN_MATCH;
      const { out } = this;
      const last = this.done + length;
      if (!(offset > 0 && offset <= this.done - start && last <= out.length)) throw damaged();
      // What is copied may overlap with where it goes.
      for (let i = this.done; i < last; i++) out[i] = out[i - offset]!;
      this.done = last;
    }
    if (this.at !== end) throw damaged();
  }

  #length(bits: number): number {
    let length = bits;
    if (bits < 15) return length;
    for (let more = 255; more === 255;) length += more = this.#number(1);
    return length;
  }

  #copy(length: number): void {
    const { packed, out, at, done } = this;
    if (at + length > packed.length || done + length > out.length) throw damaged();
    out.set(packed.subarray(at, at + length), done);
    this.at += length;
    this.done += length;
  }

  #skip(length: number): void {
    this.at += length;
    if (this.at > this.packed.length) throw damaged();
  }

  /** Reads an unsigned number, its lowest byte first. */
  #number(length: number): number {
    let value = 0;
    for (let i = 0; i < length; i++) value += this.packed[this.at + i]! * 256 ** i;
    if (Number.isNaN(value)) throw damaged();
    this.at += length;
    return value;
  }
}

function damaged(): TableError {
  return new TableError("a part cannot be unpacked: it is damaged");
}
