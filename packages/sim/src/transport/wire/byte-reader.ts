/** Thrown for bytes that are no frame, or for a frame that breaks a limit. */
export class FrameError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "FrameError";
  }
}

/** Reads what ByteWriter wrote. Every read checks its bounds: the bytes come from strangers. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get remaining(): number {
    return this.#bytes.length - this.#offset;
  }

  u8(): number {
    const value = this.#bytes[this.#offset];
    if (value === undefined) throw new FrameError("frame ends too early");
    this.#offset++;
    return value;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < 8; count++) {
      const byte = this.u8();
      value += (byte & 127) * scale;
      if (byte < 128) {
        if (value > Number.MAX_SAFE_INTEGER) break;
        return value;
      }
      scale *= 128;
    }
    throw new FrameError("number is larger than 2^53 - 1");
  }

  f64(): number {
    const at = this.#take(8);
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset + at, 8).getFloat64(0, true);
  }

  /** Reads a length in bytes, then that much UTF-8. */
  text(maxBytes: number): string {
    const length = this.varint();
    if (length > maxBytes) throw new FrameError(`text of ${length} bytes, at most ${maxBytes} are allowed`);
    const at = this.#take(length);
    try {
      return decoder.decode(this.#bytes.subarray(at, at + length));
    } catch {
      throw new FrameError("text is not UTF-8");
    }
  }

  /** Returns all that is left, as a view. */
  rest(): Uint8Array {
    const at = this.#take(this.remaining);
    return this.#bytes.subarray(at);
  }

  /** Returns the next `length` bytes, as a view. */
  bytes(length: number): Uint8Array {
    const at = this.#take(length);
    return this.#bytes.subarray(at, at + length);
  }

  #take(length: number): number {
    if (length > this.remaining) throw new FrameError("frame ends too early");
    const at = this.#offset;
    this.#offset += length;
    return at;
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
