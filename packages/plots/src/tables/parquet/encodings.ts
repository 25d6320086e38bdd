import { TableError } from "../table-error.ts";
import type { ParquetColumn } from "./footer.ts";

/** Bytes of a value of each type; booleans are bits. */
const WIDTHS = { boolean: 0, int32: 4, int64: 8, int96: 12, float: 4, double: 8, bytes: 0, fixed: 0 } as const;

/** Decodes values that are stored one after the other. */
export function readPlain(bytes: Uint8Array, count: number, column: ParquetColumn): Float64Array {
  const values = new Float64Array(count);
  if (column.type === "boolean") {
    need(bytes, Math.ceil(count / 8));
    return values.map((_, i) => (bytes[i >> 3]! >> (i & 7)) & 1);
  }
  const width = widthOf(column);
  need(bytes, count * width);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const read = readerOf(column, view);
  for (let i = 0; i < count; i++) values[i] = read(i * width);
  return values;
}

/** Decodes values whose first bytes are stored one after the other, then their second bytes, and so on. */
export function readSplit(bytes: Uint8Array, count: number, column: ParquetColumn): Float64Array {
  const width = widthOf(column);
  need(bytes, count * width);
  const joined = new Uint8Array(count * width);
  for (let part = 0; part < width; part++) {
    for (let i = 0; i < count; i++) joined[i * width + part] = bytes[part * count + i]!;
  }
  return readPlain(joined, count, column);
}

/**
 * Decodes small integers of `width` bits in runs: one that is repeated, or several packed bit by bit. However long a
 * run claims to be, no more than `count` come out.
 */
export function readRuns(bytes: Uint8Array, count: number, width: number): Uint32Array {
  const values = new Uint32Array(count);
  if (width === 0) return values;
  if (width > 32) throw new TableError("a page has integers of too many bits");
  const reader = new ByteReader(bytes);
  for (let done = 0; done < count;) {
    const head = reader.unsigned();
    if (head % 2 === 0) {
      const run = Math.min(head / 2, count - done);
      values.fill(reader.bits(width), done, done + run);
      reader.skip(Math.ceil(width / 8));
      done += run;
    } else {
      const run = Math.min(((head - 1) / 2) * 8, count - done);
      for (let i = 0; i < run; i++) values[done + i] = reader.bits(width, i * width);
      reader.skip(Math.min(((head - 1) / 2) * width, reader.left));
      done += run;
    }
  }
  return values;
}

/** Decodes integers that are stored as differences. */
export function readDeltas(bytes: Uint8Array, count: number, column: ParquetColumn): Float64Array {
  const reader = new ByteReader(bytes);
  const [block, parts] = [reader.unsigned(), reader.unsigned()];
  const length = block / parts;
  if (!(length % 32 === 0 && length > 0 && parts <= bytes.length))
    throw new TableError("a page of differences is damaged");
  reader.unsigned();
  const values = new Float64Array(count);
  const bits = column.type === "int32" ? 32 : 64;
  const { isUnsigned, divisor } = column;
  const toNumber = (value: bigint): number =>
    Number(isUnsigned ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value)) / divisor;
  let value = reader.signed();
  if (count > 0) values[0] = toNumber(value);
  for (let done = 1; done < count;) {
    const least = reader.signed();
    const widths = reader.take(parts);
    for (let part = 0; part < parts && done < count; part++) {
      const width = widths[part]!;
      if (width > 64) throw new TableError("a page of differences is damaged");
      const run = Math.min(length, count - done);
      for (let i = 0; i < run; i++) {
        value += least + reader.wideBits(width, i * width);
        values[done++] = toNumber(value);
      }
      reader.skip(Math.min((length * width) / 8, reader.left));
    }
  }
  return values;
}

class ByteReader {
  #pos = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#pos;
  }

  skip(length: number): void {
    this.#need(length);
    this.#pos += length;
  }

  take(length: number): Uint8Array {
    this.skip(length);
    return this.#bytes.subarray(this.#pos - length, this.#pos);
  }

  unsigned(): number {
    let value = 0;
    for (let weight = 1; ; weight *= 128) {
      this.#need(1);
      const byte = this.#bytes[this.#pos++]!;
      value += (byte & 127) * weight;
      if (byte < 128) return value;
      if (weight > 2 ** 53) throw new TableError("a page has a number of too many bytes");
    }
  }

  signed(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      this.#need(1);
      const byte = this.#bytes[this.#pos++]!;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return (value >> 1n) ^ -(value & 1n);
    }
    throw new TableError("a page has a number of too many bytes");
  }

  /** Reads up to 32 bits from here on, the lowest ones first, without moving. */
  bits(width: number, from = 0): number {
    let value = 0;
    let weight = 1;
    let [at, bit, left] = [this.#pos + (from >> 3), from & 7, width];
    this.#need((from >> 3) + Math.ceil((bit + width) / 8));
    while (left > 0) {
      const taken = Math.min(8 - bit, left);
      value += ((this.#bytes[at++]! >> bit) & ((1 << taken) - 1)) * weight;
      weight *= 1 << taken;
      left -= taken;
      bit = 0;
    }
    return value;
  }

  wideBits(width: number, from: number): bigint {
    if (width <= 32) return BigInt(width === 0 ? 0 : this.bits(width, from));
    return BigInt(this.bits(32, from)) | (BigInt(this.bits(width - 32, from + 32)) << 32n);
  }

  #need(length: number): void {
    if (length > this.left) throw new TableError("a page ends too early");
  }
}

function widthOf({ type, size }: ParquetColumn): number {
  return type === "fixed" ? size : WIDTHS[type];
}

function need(bytes: Uint8Array, length: number): void {
  if (length > bytes.length) throw new TableError("a page ends too early");
}

function readerOf({ type, isUnsigned, divisor }: ParquetColumn, view: DataView): (at: number) => number {
  switch (type) {
    case "double":
      return (at) => view.getFloat64(at, true);
    case "float":
      return (at) => view.getFloat32(at, true);
    case "int32":
      return (at) => (isUnsigned ? view.getUint32(at, true) : view.getInt32(at, true)) / divisor;
    case "int64": {
      const high = (at: number): number => (isUnsigned ? view.getUint32(at, true) : view.getInt32(at, true));
      return (at) => (high(at + 4) * 0x1_0000_0000 + view.getUint32(at, true)) / divisor;
    }
    case "int96": {
      // Nanoseconds of a day, and the Julian day.
      const nanoseconds = (at: number): number =>
        view.getUint32(at + 4, true) * 0x1_0000_0000 + view.getUint32(at, true);
      return (at) => ((view.getInt32(at + 8, true) - 2_440_588) * 86_400e9 + nanoseconds(at)) / divisor;
    }
    default:
      return (at) => halfFloat(view.getUint16(at, true));
  }
}

function halfFloat(bits: number): number {
  const sign = bits >> 15 === 0 ? 1 : -1;
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}
