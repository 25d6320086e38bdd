import { ByteReader } from "../base/byte-reader.ts";

/**
 * Writes numbers in few bytes: most numbers of a scene are 0, 1, small integers or short fractions. Every value is read
 * back unchanged, to the bit.
 */
export class NumberWriter {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  number(value: number): void {
    this.#room(9);
    if (Object.is(value, 0) || value === 1) this.#bytes[this.#length++] = value;
    else if (Number.isInteger(value) && value > 1 && value < 0x100) {
      this.#bytes[this.#length++] = BYTE;
      this.#bytes[this.#length++] = value;
    } else if (Number.isInteger(value) && value > 0 && value <= 0xffffffff) {
      this.#bytes[this.#length++] = WORD;
      this.#view.setUint32(this.#length, value, true);
      this.#length += 4;
    } else if (Math.fround(value) === value) {
      this.#bytes[this.#length++] = SINGLE;
      this.#view.setFloat32(this.#length, value, true);
      this.#length += 4;
    } else {
      this.#bytes[this.#length++] = DOUBLE;
      this.#view.setFloat64(this.#length, value, true);
      this.#length += 8;
    }
  }

  numbers(...values: readonly number[]): void {
    for (const value of values) this.number(value);
  }

  /** Writes a whole array without compression. */
  array(values: Float32Array | Uint32Array): void {
    this.number(values.length);
    this.#room(values.byteLength);
    this.#bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), this.#length);
    this.#length += values.byteLength;
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #room(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#length + count, 2 * this.#bytes.length));
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

// 0 and 1 stand for themselves.
const BYTE = 2;
const WORD = 3;
const SINGLE = 4;
const DOUBLE = 5;

/** Reads the bytes of a `NumberWriter`. Throws if the bytes end early or are invalid. */
export class NumberReader {
  readonly #from: ByteReader;

  constructor(bytes: Uint8Array) {
    this.#from = new ByteReader(bytes, (problem) => new Error(`the state is damaged: ${problem}`));
  }

  get isAtEnd(): boolean {
    return this.#from.atEnd;
  }

  number(): number {
    const kind = this.#from.u8();
    switch (kind) {
      case 0:
      case 1:
        return kind;
      case BYTE:
        return this.#from.u8();
      case WORD:
        return this.#from.u32();
      case SINGLE:
        return this.#from.f32();
      case DOUBLE:
        return this.#from.f64();
      default:
        throw new Error(`the state has a number of unknown kind ${kind}`);
    }
  }

  /** Reads a list that is preceded by its length. */
  list<T>(read: () => T): T[] {
    const count = this.number();
    const values: T[] = [];
    for (let i = 0; i < count; i++) values.push(read());
    return values;
  }

  singles(): Float32Array {
    return new Float32Array(this.#copy(4));
  }

  words(): Uint32Array {
    return new Uint32Array(this.#copy(4));
  }

  #copy(size: number): ArrayBuffer {
    return new Uint8Array(this.#from.slice(size * this.number())).buffer;
  }
}
