/** Data that is not zstd, or damaged. */
export class ZstdError extends Error {}

/** Reads bits from the end of a range of bytes to its beginning, as the entropy coders of zstd write them. */
export class BackwardBits {
  readonly #bytes: Uint8Array;
  readonly #start: number;
  /** Number of bits that have not been read; negative once more were read than there are, which read as 0. */
  left: number;

  constructor(bytes: Uint8Array, start: number, end: number) {
    if (end <= start || end > bytes.length || bytes[end - 1] === 0) throw new ZstdError("a stream of bits is damaged");
    this.#bytes = bytes;
    this.#start = start;
    // The highest bit that is set marks the end.
    this.left = (end - start) * 8 - 1 - Math.clz32(bytes[end - 1]!) + 24;
  }

  /** Reads up to 31 bits. */
  read(count: number): number {
    const value = this.peek(count);
    this.left -= count;
    return value;
  }

  /** Returns the next bits without consuming them. */
  peek(count: number): number {
    let value = 0;
    let wanted = count;
    let at = this.left;
    while (wanted > 0 && at > 0) {
      // The bits of one byte at a time, the highest first.
      const inByte = ((at - 1) & 7) + 1;
      const taken = Math.min(inByte, wanted);
      const byte = this.#bytes[this.#start + ((at - 1) >> 3)]!;
      value = (value << taken) | ((byte >> (inByte - taken)) & ((1 << taken) - 1));
      at -= taken;
      wanted -= taken;
    }
    return (value << wanted) >>> 0;
  }
}

/** Reads bits from the beginning, the lowest of each byte first. */
export class ForwardBits {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes;
    this.#at = start * 8;
    this.#end = end * 8;
  }

  read(count: number): number {
    if (this.#at + count > this.#end) throw new ZstdError("a table ends early");
    let value = 0;
    for (let i = 0; i < count; i++, this.#at++) value |= ((this.#bytes[this.#at >> 3]! >> (this.#at & 7)) & 1) << i;
    return value;
  }

  /** Returns the last bit, so that it will be read again. */
  unread(): void {
    this.#at--;
  }

  /** The offset of the first byte of which nothing has been read. */
  get nextByte(): number {
    return (this.#at + 7) >> 3;
  }
}
