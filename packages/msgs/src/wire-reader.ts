import { MessageError } from "./message-error.ts";

/** Reads protobuf from bytes that may be hostile: every read is checked against `end`, which the caller narrows. */
export class WireReader {
  pos = 0;
  end: number;
  readonly bytes: Uint8Array;
  /** The upper 32 bits of the number last read by `varint` or `fixed64`. */
  high = 0;
  readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.end = bytes.length;
  }

  /**
   * Reads a varint that usually is a single byte: a tag or a length. A value above 2^32 is returned as such; it is
   * never valid as either.
   */
  small(): number {
    const pos = this.pos;
    if (pos < this.end) {
      const byte = this.bytes[pos]!;
      if (byte < 0x80) {
        this.pos = pos + 1;
        return byte;
      }
    }
    const value = this.varint();
    return this.high === 0 ? value : this.high * 0x1_0000_0000 + value;
  }

  /** Returns the lower 32 bits of a varint, unsigned; the upper ones are in `high`. */
  varint(): number {
    const bytes = this.bytes;
    const end = this.end;
    let pos = this.pos;
    this.high = 0;
    let low = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      if (pos >= end) throw this.#truncated();
      const byte = bytes[pos++]!;
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.pos = pos;
        return low;
      }
    }
    if (pos >= end) throw this.#truncated();
    let byte = bytes[pos++]!;
    low = (low | (byte << 28)) >>> 0;
    let high = (byte & 0x7f) >>> 4;
    for (let shift = 3; byte > 0x7f; shift += 7) {
      if (shift > 31) throw new MessageError(`varint longer than ten bytes at byte ${this.pos}`);
      if (pos >= end) throw this.#truncated();
      byte = bytes[pos++]!;
      high |= (byte & 0x7f) << shift;
    }
    this.high = high >>> 0;
    this.pos = pos;
    return low;
  }

  fixed32(): number {
    const pos = this.#take(4);
    return this.view.getUint32(pos, true);
  }

  /** Returns the lower 32 bits; the upper ones are in `high`. */
  fixed64(): number {
    const pos = this.#take(8);
    this.high = this.view.getUint32(pos + 4, true);
    return this.view.getUint32(pos, true);
  }

  float(): number {
    return this.view.getFloat32(this.#take(4), true);
  }

  double(): number {
    return this.view.getFloat64(this.#take(8), true);
  }

  /** Reads a length, and checks that this many bytes follow. */
  size(): number {
    const size = this.small();
    if (size > this.end - this.pos) {
      throw new MessageError(`a length of ${size} runs past the end at byte ${this.pos}`);
    }
    return size;
  }

  text(): string {
    const size = this.size();
    const start = this.pos;
    const end = (this.pos = start + size);
    const bytes = this.bytes;
    if (size > longText) return decodeUtf8(bytes.subarray(start, end));
    let text = "";
    let pos = start;
    for (; pos + 4 <= end; pos += 4) {
      const a = bytes[pos]!;
      const b = bytes[pos + 1]!;
      const c = bytes[pos + 2]!;
      const d = bytes[pos + 3]!;
      if ((a | b | c | d) > 0x7f) return decodeUtf8(bytes.subarray(start, end));
      text += String.fromCharCode(a, b, c, d);
    }
    for (; pos < end; pos++) {
      const code = bytes[pos]!;
      if (code > 0x7f) return decodeUtf8(bytes.subarray(start, end));
      text += String.fromCharCode(code);
    }
    return text;
  }

  /**
   * Copies the bytes, so that a small field does not keep a large message alive. `slice` would not copy if given a
   * Buffer.
   */
  blob(): Uint8Array<ArrayBuffer> {
    const size = this.size();
    return new Uint8Array(this.bytes.subarray(this.pos, (this.pos += size)));
  }

  /** Skips the value that follows `tag`. */
  skip(tag: number, depth = 0): void {
    switch (tag & 7) {
      case 0:
        this.varint();
        return;
      case 1:
        this.#take(8);
        return;
      case 2: {
        const size = this.size();
        this.pos += size;
        return;
      }
      case 3:
        if (depth > 100) throw new MessageError("groups are nested deeper than 100");
        for (let inner = this.small(); inner !== tag + 1; inner = this.small()) this.skip(inner, depth + 1);
        return;
      case 5:
        this.#take(4);
        return;
      default:
        throw new MessageError(`unknown wire type ${tag & 7} at byte ${this.pos}`);
    }
  }

  #take(size: number): number {
    const pos = this.pos;
    if (size > this.end - pos) throw this.#truncated();
    this.pos = pos + size;
    return pos;
  }

  #truncated(): MessageError {
    return new MessageError(`the bytes end in the middle of a value at byte ${this.pos}`);
  }
}

/** For more bytes than this, the native decoder, with some 90 ns per call, is faster than a loop. */
const longText = 16;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new MessageError("text is not valid UTF-8");
  }
}
