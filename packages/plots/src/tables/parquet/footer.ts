import { readPart, type ByteSource } from "../byte-source.ts";
import { TableError } from "../table-error.ts";
import { ThriftReader, type ThriftStruct, type ThriftValue } from "./thrift.ts";

/** How numbers are stored, in the order of Parquet's `Type`. */
const TYPES = ["boolean", "int32", "int64", "int96", "float", "double", "bytes", "fixed"] as const;

export type PhysicalType = (typeof TYPES)[number];

/** A column of a file. */
export interface ParquetColumn {
  /** With dots, if it is nested. */
  readonly name: string;
  readonly type: PhysicalType;
  /** Bytes of a value of the type "fixed". */
  readonly size: number;
  /** The level of a value that is there, when enclosing groups or the value itself may be absent. */
  readonly mostDefined: number;
  /** Why it cannot be read as numbers; undefined if it can. */
  readonly refusal: string | undefined;
  readonly isUnsigned: boolean;
  /** Each number is this many of its unit: for decimals a power of ten, for time stamps a part of a second. */
  readonly divisor: number;
  /** "s" for time stamps, or else empty. */
  readonly unit: string;
}

/** The part of a file that has the values of one column for some rows. */
export interface ParquetChunk {
  readonly column: number;
  readonly codec: number;
  readonly count: number;
  readonly offset: number;
  readonly length: number;
}

export interface ParquetFooter {
  readonly columns: readonly ParquetColumn[];
  readonly groups: readonly { readonly rowCount: number; readonly chunks: readonly ParquetChunk[] }[];
  readonly notes: ReadonlyMap<string, string>;
}

const MAGIC = 0x31524150;
const ENCRYPTED = 0x45524150;

/** Reads what a file says about itself, at its end. Throws a TableError when it is no Parquet file or is damaged. */
export async function readFooter(source: ByteSource): Promise<ParquetFooter> {
  if (source.size < 12) throw new TableError("this is not a Parquet file");
  const first = viewOf(await readPart(source, 0, 4)).getUint32(0, true);
  const tail = viewOf(await readPart(source, source.size - 8, 8));
  const last = tail.getUint32(4, true);
  if (first === ENCRYPTED || last === ENCRYPTED) throw new TableError("it is encrypted");
  if (first !== MAGIC) throw new TableError("this is not a Parquet file");
  if (last !== MAGIC) throw new TableError("it is cut off: its description, at its end, is missing");
  const length = tail.getUint32(0, true);
  if (length > source.size - 12) throw new TableError("the description at its end is damaged");
  return footerOf(new ThriftReader(await readPart(source, source.size - 8 - length, length)).struct());
}

function footerOf(file: ThriftStruct): ParquetFooter {
  const columns = columnsOf(structs(file, 2));
  return {
    columns,
    groups: structs(file, 4).map((group) => ({
      rowCount: number(group, 3),
      chunks: structs(group, 1).map((chunk, column) => chunkOf(chunk, column)),
    })),
    notes: new Map(structs(file, 5).map((note) => [text(note, 1), text(note, 2)])),
  };
}

function chunkOf(chunk: ThriftStruct, column: number): ParquetChunk {
  if (chunk.has(1)) throw new TableError("its columns are in other files");
  const data = chunk.get(3);
  if (!(data instanceof Map)) throw new TableError("the description of a column is missing");
  const [pages, dictionary] = [number(data, 9), data.has(11) ? number(data, 11) : 0];
  return {
    column,
    codec: number(data, 4),
    count: number(data, 5),
    offset: dictionary > 0 ? Math.min(pages, dictionary) : pages,
    length: number(data, 7),
  };
}

/** A group of columns whose members have not all come yet. */
interface OpenGroup {
  readonly path: readonly string[];
  readonly mostDefined: number;
  readonly isRepeated: boolean;
  left: number;
}

function columnsOf(elements: readonly ThriftStruct[]): ParquetColumn[] {
  const [root, ...rest] = elements;
  if (root === undefined) throw new TableError("it has no description of its columns");
  const columns: ParquetColumn[] = [];
  const open: OpenGroup[] = [{ path: [], mostDefined: 0, isRepeated: false, left: number(root, 5) }];
  for (const element of rest) {
    while (open.at(-1)?.left === 0) open.pop();
    const group = open.at(-1);
    if (group === undefined) throw new TableError("the description of its columns is damaged");
    group.left--;
    const repetition = number(element, 3);
    const path = [...group.path, text(element, 4)];
    const mostDefined = group.mostDefined + (repetition === 0 ? 0 : 1);
    const isRepeated = group.isRepeated || repetition === 2;
    const left = element.has(5) ? number(element, 5) : 0;
    if (element.has(1)) columns.push(columnOf(element, { path, mostDefined, isRepeated, left }));
    else if (open.length > 50) throw new TableError("its columns are nested too deeply");
    else open.push({ path, mostDefined, isRepeated, left });
  }
  return columns;
}

function columnOf(element: ThriftStruct, { path, mostDefined, isRepeated }: OpenGroup): ParquetColumn {
  const type = TYPES[number(element, 1)];
  if (type === undefined) throw new TableError("the description of its columns is damaged");
  const size = element.has(2) ? number(element, 2) : 0;
  const logical = element.get(10);
  const meaning = meaningOf(element, logical instanceof Map ? logical : new Map());
  const isHalf = logical instanceof Map && logical.has(15) && type === "fixed" && size === 2;
  const isNumber = type !== "bytes" && (type !== "fixed" || isHalf);
  const refusal = isRepeated ? "it has lists" : isNumber ? undefined : "it has texts or bytes";
  return { name: path.join("."), type, size, mostDefined, refusal, ...meaning };
}

/** Returns what the integers of a column mean: by its logical type, or the older converted one. */
function meaningOf(
  element: ThriftStruct,
  logical: ThriftStruct,
): Pick<ParquetColumn, "isUnsigned" | "divisor" | "unit"> {
  const converted = element.has(6) ? number(element, 6) : -1;
  const stamp = logical.get(8) ?? logical.get(7);
  const unit = stamp instanceof Map ? stamp.get(2) : undefined;
  if (unit instanceof Map) {
    return { isUnsigned: false, divisor: unit.has(1) ? 1e3 : unit.has(2) ? 1e6 : 1e9, unit: "s" };
  }
  if (converted >= 7 && converted <= 10)
    return { isUnsigned: false, divisor: converted % 2 === 1 ? 1e3 : 1e6, unit: "s" };
  if (number(element, 1) === 3) return { isUnsigned: false, divisor: 1e9, unit: "s" };
  const scale = converted === 5 || logical.has(5) ? (element.has(7) ? number(element, 7) : 0) : 0;
  const integer = logical.get(10);
  const isUnsigned = (integer instanceof Map && integer.get(2) === false) || (converted >= 11 && converted <= 14);
  return { isUnsigned, divisor: Number(`1e${Math.max(0, Math.min(scale, 300))}`), unit: "" };
}

function number(struct: ThriftStruct, id: number): number {
  const value = struct.get(id) ?? 0;
  if (typeof value !== "number") throw new TableError("its description is damaged");
  return value;
}

const utf8 = new TextDecoder();

function text(struct: ThriftStruct, id: number): string {
  const value = struct.get(id);
  return value instanceof Uint8Array ? utf8.decode(value) : "";
}

function structs(struct: ThriftStruct, id: number): ThriftStruct[] {
  const list: ThriftValue = struct.get(id) ?? [];
  if (!Array.isArray(list)) throw new TableError("its description is damaged");
  return (list as ThriftValue[]).map((item) => {
    if (item instanceof Map) return item;
    throw new TableError("its description is damaged");
  });
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
