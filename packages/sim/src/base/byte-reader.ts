/**
 * Reads little-endian records, one value after another. Every read is checked against the bounds, because the bytes may
 * come from strangers; the caller chooses the kind of error.
 */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly #errorOf: (problem: string) => Error;
  #at = 0;

  constructor(bytes: Uint8Array, errorOf: (problem: string) => Error) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#errorOf = errorOf;
  }

  get remaining(): number {
    return this.bytes.length - this.#at;
  }

  get atEnd(): boolean {
    return this.#at === this.bytes.length;
  }

  /** Returns the next byte without reading it. */
  peek(): number {
    this.need(1);
    return this.bytes[this.#at]!;
  }

  u8(): number {
    return this.bytes[this.take(1)]!;
  }

  u32(): number {
    return this.view.getUint32(this.take(4), true);
  }

  f32(): number {
    return this.view.getFloat32(this.take(4), true);
  }

  f64(): number {
    return this.view.getFloat64(this.take(8), true);
  }

  /** Reads a whole number from 0 to 2⁵³ − 1 that was written with seven bits per byte, low ones first. */
  varint(): number {
    let value = 0;
    let unit = 1;
    for (let count = 0; count < 8; count++) {
      const byte = this.u8();
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) {
        if (value > Number.MAX_SAFE_INTEGER) break;
        return value;
      }
      unit *= 0x80;
    }
    throw this.#errorOf("a number is too large");
  }

  /** Returns the next `length` bytes as a view of the input, not a copy. */
  slice(length: number): Uint8Array {
    const at = this.take(length);
    return this.bytes.subarray(at, at + length);
  }

  /** Reads this many bytes as UTF-8. */
  text(length: number): string {
    const bytes = this.slice(length);
    // Most texts are short names, for which a call of the decoder takes five times as long.
    if (length < SHORT) {
      let text = "";
      let i = 0;
      for (; i < length && bytes[i]! < 0x80; i++) text += String.fromCharCode(bytes[i]!);
      if (i === length) return text;
    }
    try {
      return decoder.decode(bytes);
    } catch {
      throw this.#errorOf("a text is not UTF-8");
    }
  }

  /** Skips this many bytes, and returns where they begin in `bytes` and `view`. */
  take(length: number): number {
    this.need(length);
    const at = this.#at;
    this.#at = at + length;
    return at;
  }

  /** Throws if fewer than this many bytes are left. */
  need(length: number): void {
    if (length > this.bytes.length - this.#at) throw this.#errorOf("the bytes end too early");
  }
}

const SHORT = 48;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
