import { TableError } from "../table-error.ts";
import type { ParquetColumn } from "./footer.ts";
import { PackedReader } from "./packed-reader.ts";

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
  const reader = new PackedReader(bytes, "a page");
  for (let done = 0; done < count;) {
    const head = reader.unsigned();
    if (head % 2 === 0) {
      const run = Math.min(head / 2, count - done);
      values.fill(reader.bits(width), done, done + run);
      reader.take(Math.ceil(width / 8));
      done += run;
    } else {
      const run = Math.min(((head - 1) / 2) * 8, count - done);
      for (let i = 0; i < run; i++) values[done + i] = reader.bits(width, i * width);
      reader.take(Math.min(((head - 1) / 2) * width, reader.remaining));
      done += run;
    }
  }
  return values;
}

/** Decodes integers that are stored as differences. */
export function readDeltas(bytes: Uint8Array, count: number, column: ParquetColumn): Float64Array {
  const reader = new PackedReader(bytes, "a page");
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
  let value = reader.wideSigned();
  if (count > 0) values[0] = toNumber(value);
  for (let done = 1; done < count;) {
    const least = reader.wideSigned();
    const widths = reader.slice(parts);
    for (let part = 0; part < parts && done < count; part++) {
      const width = widths[part]!;
      if (width > 64) throw new TableError("a page of differences is damaged");
      const run = Math.min(length, count - done);
      for (let i = 0; i < run; i++) {
        value += least + reader.wideBits(width, i * width);
        values[done++] = toNumber(value);
      }
      reader.take(Math.min((length * width) / 8, reader.remaining));
    }
  }
  return values;
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
