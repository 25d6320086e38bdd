/** Appends numbers, texts and bytes to a growing buffer. */
export class ByteWriter {
  #buffer = new Uint8Array(INITIAL_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  u8(value: number): void {
    this.#reserve(1);
    this.#buffer[this.#length++] = value;
  }

  /** Writes an integer from 0 to 2⁵³ − 1 with seven bits per byte, low ones first. */
  varint(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest >= 128) {
      this.#buffer[this.#length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#buffer[this.#length++] = rest;
  }

  f64(value: number): void {
    this.#reserve(8);
    new DataView(this.#buffer.buffer).setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
  }

  /** Overwrites what was written at `offset`, little-endian. */
  patchU32(offset: number, value: number): void {
    this.#buffer[offset] = value & 255;
    this.#buffer[offset + 1] = (value >>> 8) & 255;
    this.#buffer[offset + 2] = (value >>> 16) & 255;
    this.#buffer[offset + 3] = value >>> 24;
  }

  truncate(length: number): void {
    this.#length = length;
  }

  /**
   * Returns the contents, and starts over. Small contents are copied, so that the buffer is reused; large ones are
   * returned in the buffer itself, which saves a second copy of an image or a mesh.
   */
  take(): Uint8Array<ArrayBuffer> {
    const length = this.#length;
    this.#length = 0;
    if (length <= REUSE_BYTES) return this.#buffer.slice(0, length);
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = new Uint8Array(INITIAL_BYTES);
    return taken;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#buffer.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#buffer.length * 2));
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
  }
}

const INITIAL_BYTES = 4096;
const REUSE_BYTES = 32 * 1024;
