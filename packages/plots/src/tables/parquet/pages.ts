import { MAX_PART_BYTES, unpackPart, type Unpackers } from "../byte-source.ts";
import { TableError } from "../table-error.ts";
import { readDeltas, readPlain, readRuns, readSplit } from "./encodings.ts";
import type { ParquetChunk, ParquetColumn } from "./footer.ts";
import { unpackSnappy } from "./snappy.ts";
import { ThriftReader, type ThriftStruct } from "./thrift.ts";

const CODECS = ["", "snappy", "gzip", "lzo", "brotli", "lz4_hadoop", "zstd", "lz4_raw"] as const;

/** What a page says about itself. */
interface PageHead {
  readonly type: number;
  readonly packedSize: number;
  readonly size: number;
  readonly count: number;
  readonly encoding: number;
  /** Bytes of the levels before the values, and whether only the values are packed: second version. */
  readonly levelBytes: number | undefined;
  readonly isPacked: boolean;
}

/**
 * Decodes the values of a chunk, and calls `add` with each and the row it is in; the first row is 0. Throws a
 * TableError where the chunk is damaged: no length in it is taken for granted.
 */
export function readChunk(
  bytes: Uint8Array,
  {
    column,
    chunk,
    unpackers,
  }: { readonly column: ParquetColumn; readonly chunk: ParquetChunk; readonly unpackers: Unpackers },
  add: (row: number, value: number) => void,
): void {
  let dictionary: Float64Array | undefined;
  let row = 0;
  for (let at = 0; row < chunk.count;) {
    const reader = new ThriftReader(bytes.subarray(at));
    const head = headOf(reader.struct());
    const start = bytes.length - reader.remaining;
    at = start + head.packedSize;
    const body = bytes.subarray(start, at);
    if (body.length !== head.packedSize) throw new TableError("a page ends too early");
    if (head.type === DICTIONARY_PAGE) {
      const page = unpackPage(body, head.size, chunk.codec, unpackers);
      dictionary = readPlain(page, checkedCount(head.count, page.length * 8), column);
    }
    if (head.type !== DATA_PAGE && head.type !== DATA_PAGE_V2) continue;
    checkedCount(head.count, chunk.count - row);
    const { levels, values } = split(body, head, { column, chunk, unpackers });
    const present = levels?.reduce((sum, level) => sum + (level === column.mostDefined ? 1 : 0), 0) ?? head.count;
    const numbers = decode(values, head.encoding, present, { column, dictionary });
    for (let i = 0, next = 0; i < head.count; i++) {
      if (levels === undefined || levels[i] === column.mostDefined) add(row + i, numbers[next++]!);
    }
    row += head.count;
  }
}

const DATA_PAGE = 0;
const DICTIONARY_PAGE = 2;
const DATA_PAGE_V2 = 3;

function headOf(page: ThriftStruct): PageHead {
  const type = number(page, 1);
  const second = page.get(8);
  const details = page.get(type === DATA_PAGE ? 5 : type === DICTIONARY_PAGE ? 7 : 8);
  const detail = details instanceof Map ? (details as ThriftStruct) : new Map();
  const isSecond = type === DATA_PAGE_V2 && second instanceof Map;
  return {
    type,
    size: number(page, 2),
    packedSize: number(page, 3),
    count: number(detail, 1),
    encoding: number(detail, isSecond ? 4 : 2),
    levelBytes: isSecond ? number(detail, 5) + number(detail, 6) : undefined,
    isPacked: detail.get(7) !== false,
  };
}

/** Separates the levels of a page, which tell where a value is, from its values. */
function split(
  body: Uint8Array,
  { size, count, levelBytes, isPacked }: PageHead,
  {
    column,
    chunk,
    unpackers,
  }: { readonly column: ParquetColumn; readonly chunk: ParquetChunk; readonly unpackers: Unpackers },
): { readonly levels: Uint32Array | undefined; readonly values: Uint8Array } {
  const width = 32 - Math.clz32(column.mostDefined);
  if (levelBytes !== undefined) {
    if (levelBytes > body.length || levelBytes > size) throw new TableError("a page ends too early");
    const packed = body.subarray(levelBytes);
    const values = isPacked ? unpackPage(packed, size - levelBytes, chunk.codec, unpackers) : packed;
    return { levels: width === 0 ? undefined : readRuns(body.subarray(0, levelBytes), count, width), values };
  }
  const page = unpackPage(body, size, chunk.codec, unpackers);
  if (width === 0) return { levels: undefined, values: page };
  const { part, rest } = prefixed(page);
  return { levels: readRuns(part, count, width), values: rest };
}

/** Splits off a part that its length stands before. */
function prefixed(bytes: Uint8Array): { readonly part: Uint8Array; readonly rest: Uint8Array } {
  if (bytes.length < 4) throw new TableError("a page ends too early");
  const length = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  if (length > bytes.length - 4) throw new TableError("a page ends too early");
  return { part: bytes.subarray(4, 4 + length), rest: bytes.subarray(4 + length) };
}

function decode(
  bytes: Uint8Array,
  encoding: number,
  count: number,
  { column, dictionary }: { readonly column: ParquetColumn; readonly dictionary: Float64Array | undefined },
): Float64Array {
  switch (encoding) {
    case 0:
      return readPlain(bytes, count, column);
    case 2:
    case 8: {
      if (dictionary === undefined) throw new TableError("a page refers to values that are missing");
      if (count === 0) return new Float64Array(0);
      const places = readRuns(bytes.subarray(1), count, bytes[0] ?? 0);
      if (places.some((place) => place >= dictionary.length))
        throw new TableError("a page refers to values that are missing");
      return new Float64Array(places).map((place) => dictionary[place]!);
    }
    case 3:
      if (column.type === "boolean") return new Float64Array(readRuns(prefixed(bytes).part, count, 1));
      break;
    case 5:
      if (column.type === "int32" || column.type === "int64") return readDeltas(bytes, count, column);
      break;
    case 9:
      if (column.type !== "boolean") return readSplit(bytes, count, column);
      break;
  }
  throw new TableError(`its encoding (${encoding}) is not known`);
}

function unpackPage(bytes: Uint8Array, size: number, codec: number, unpackers: Unpackers): Uint8Array {
  const packing = CODECS[codec];
  if (packing === undefined) throw new TableError(`its compression (${codec}) is not known`);
  if (packing === "") return bytes;
  if (packing !== "snappy") return unpackPart(unpackers, packing, bytes, size);
  if (size > MAX_PART_BYTES) throw new TableError(`a part of ${size} bytes is too large`);
  return unpackSnappy(bytes, size);
}

function checkedCount(count: number, most: number): number {
  if (!(count >= 0 && count <= most)) throw new TableError(`a page claims to have ${count} values`);
  return count;
}

function number(struct: ThriftStruct, id: number): number {
  const value = struct.get(id) ?? 0;
  if (typeof value !== "number" || value < 0) throw new TableError("the description of a page is damaged");
  return value;
}
