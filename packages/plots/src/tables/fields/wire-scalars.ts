import type { FieldKind } from "@orrery/msgs";
import type { WireReader } from "@orrery/msgs/wire-reader";

/** Wire types of single values: 0 varint, 1 eight bytes, 2 length and bytes, 5 four bytes. */
export const WIRE_TYPES: Readonly<Record<FieldKind, 0 | 1 | 2 | 5>> = {
  double: 1,
  float: 5,
  int32: 0,
  uint32: 0,
  sint32: 0,
  fixed32: 5,
  sfixed32: 5,
  int64: 0,
  uint64: 0,
  sint64: 0,
  fixed64: 1,
  sfixed64: 1,
  bool: 0,
  string: 2,
  bytes: 2,
  enum: 0,
  message: 2,
};

/** Reads a single number of a kind; integers beyond 2^53 are rounded. */
export function scalar(reader: WireReader, kind: FieldKind): number {
  switch (kind) {
    case "double":
      return reader.double();
    case "float":
      return reader.float();
    case "int32":
    case "enum":
      return reader.varint() | 0;
    case "uint32":
      return reader.varint() >>> 0;
    case "sint32": {
      const bits = reader.varint();
      return (bits >>> 1) ^ -(bits & 1);
    }
    case "fixed32":
      return reader.fixed32();
    case "sfixed32":
      return reader.fixed32() | 0;
    case "int64":
      return signed(reader.varint(), reader.high);
    case "uint64":
      return unsigned(reader.varint(), reader.high);
    case "sint64": {
      const low = reader.varint();
      const sign = -(low & 1);
      return signed((((low >>> 1) | (reader.high << 31)) ^ sign) >>> 0, ((reader.high >>> 1) ^ sign) >>> 0);
    }
    case "fixed64":
      return unsigned(reader.fixed64(), reader.high);
    case "sfixed64":
      return signed(reader.fixed64(), reader.high);
    default:
      return (reader.varint() | reader.high) === 0 ? 0 : 1;
  }
}

function unsigned(low: number, high: number): number {
  return high * 0x1_0000_0000 + low;
}

function signed(low: number, high: number): number {
  return (high | 0) * 0x1_0000_0000 + low;
}
