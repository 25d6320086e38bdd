import type { FieldDescription } from "@orrery/msgs";
import { WireReader } from "@orrery/msgs/wire-reader";
import type { ProtoTypes } from "./proto-types.ts";
import { scalar, WIRE_TYPES } from "./wire-scalars.ts";

/** A decoded message. It inherits nothing, so that keys of maps can have any name. */
type Values = Record<string, unknown>;

/** Messages that are nested deeper are hostile. */
const MAX_DEPTH = 100;

/**
 * Decodes a message to be looked at: enums are numbers, integers beyond 2^53 are rounded, and after `most` values the
 * rest is left out. Throws a MessageError where the bytes are damaged.
 */
export function decodeWire(types: ProtoTypes, type: string, bytes: Uint8Array, most = 100_000): object {
  return readMessage({ reader: new WireReader(bytes), types, left: most }, type, bytes.length, 0);
}

interface Decoding {
  readonly reader: WireReader;
  readonly types: ProtoTypes;
  /** Number of values that may still be made. */
  left: number;
}

function readMessage(decoding: Decoding, type: string, end: number, depth: number): Values {
  const { reader, types } = decoding;
  const fields = new Map(types.describe(type).map((field) => [field.number, field]));
  const out = Object.create(null) as Values;
  reader.end = end;
  while (reader.pos < end) {
    const tag = reader.small();
    const [field, wireType] = [fields.get(Math.floor(tag / 8)), tag & 7];
    const isPacked = field?.repeated === true && wireType === 2 && WIRE_TYPES[field.kind] !== 2;
    const isFitting =
      field !== undefined && (isPacked || wireType === WIRE_TYPES[field.kind] || isEntry(field, wireType));
    if (!isFitting || decoding.left <= 0 || depth > MAX_DEPTH) {
      reader.skip(tag);
      continue;
    }
    if (isPacked) {
      const stop = reader.size() + reader.pos;
      while (reader.pos < stop && decoding.left-- > 0) listIn(out, field.name).push(scalar(reader, field.kind));
      reader.pos = stop;
    } else if (field.mapKey !== undefined) readEntry(decoding, field, mapIn(out, field.name), depth);
    else if (field.repeated) listIn(out, field.name).push(readValue(decoding, field, depth));
    else out[field.name] = readValue(decoding, field, depth);
    reader.end = end;
  }
  return out;
}

function readValue(decoding: Decoding, { kind, type }: FieldDescription, depth: number): unknown {
  const { reader } = decoding;
  decoding.left--;
  switch (kind) {
    case "message": {
      const stop = reader.size() + reader.pos;
      const message = readMessage(decoding, type!, stop, depth + 1);
      reader.pos = stop;
      return message;
    }
    case "string":
      return reader.text();
    case "bytes":
      return reader.blob();
    case "bool":
      return scalar(reader, kind) === 1;
    default:
      return scalar(reader, kind);
  }
}

function readEntry(decoding: Decoding, field: FieldDescription, map: Values, depth: number): void {
  const { reader } = decoding;
  const stop = reader.size() + reader.pos;
  reader.end = stop;
  let key: unknown = field.mapKey === "string" ? "" : 0;
  let value: unknown = field.kind === "message" ? {} : field.kind === "string" ? "" : 0;
  while (reader.pos < stop) {
    const tag = reader.small();
    const number = Math.floor(tag / 8);
    if (number === 1 && (tag & 7) === WIRE_TYPES[field.mapKey!]) {
      key = field.mapKey === "string" ? reader.text() : scalar(reader, field.mapKey!);
    } else if (number === 2 && (tag & 7) === WIRE_TYPES[field.kind]) {
      value = readValue(decoding, field, depth);
      reader.end = stop;
    } else reader.skip(tag);
  }
  map[field.mapKey === "bool" ? String(key === 1) : String(key)] = value;
}

function isEntry({ mapKey }: FieldDescription, wireType: number): boolean {
  return mapKey !== undefined && wireType === 2;
}

function listIn(out: Values, name: string): unknown[] {
  return (out[name] ??= []) as unknown[];
}

function mapIn(out: Values, name: string): Values {
  return (out[name] ??= Object.create(null)) as Values;
}
