import { MessageError, within } from "./message-error.ts";
import { type Code, denseLimit, type Field, type MessageType, maxDepth } from "./schema.ts";
import { WireReader } from "./wire-reader.ts";

/** Decodes a message. Missing fields stay absent; unknown ones are skipped. */
export function decodeMessage(type: MessageType, bytes: Uint8Array): object {
  try {
    const reader = new WireReader(bytes);
    return readMessage(reader, type, reader.end, {}, 0);
  } catch (error) {
    throw within(type.name, error);
  }
}

type Values = Record<string, unknown>;

function readMessage(reader: WireReader, type: MessageType, end: number, out: Values, depth: number): Values {
  if (depth > maxDepth) throw new MessageError(`nested deeper than ${maxDepth}`);
  const outerEnd = reader.end;
  reader.end = end;
  let latest = 0;
  let field: Field | undefined;
  try {
    while (reader.pos < end) {
      field = undefined;
      const tag = reader.small();
      const number = tag >>> 3;
      if (number === 0 || tag > 0xffffffff) throw new MessageError(`bad field number at byte ${reader.pos}`);
      field = number < denseLimit ? type.dense[number] : type.sparse.get(number);
      if (field === undefined || (tag !== field.elementTag && tag !== field.packedTag)) reader.skip(tag);
      else if (!field.repeated) {
        if (field.rivals !== undefined) for (const rival of field.rivals) delete out[rival.name];
        // A message in several parts is merged. Only later parts are out of order, so the look-up is rarely needed.
        const before = tag <= latest && field.code === (16 satisfies Code<"message">) ? out[field.name] : undefined;
        out[field.name] = readValue(reader, field, before as Values | undefined, depth);
        if (tag > latest) latest = tag;
      } else if (field.map) readEntry(reader, field, out, depth);
      else readList(reader, field, tag, out, depth);
    }
  } catch (error) {
    throw field === undefined ? error : within(`.${field.name}`, error);
  }
  reader.end = outerEnd;
  return out;
}

function readValue(reader: WireReader, field: Field, before: Values | undefined, depth: number): unknown {
  switch (field.code) {
    case 0 satisfies Code<"double">:
      return reader.double();
    case 1 satisfies Code<"float">:
      return reader.float();
    case 2 satisfies Code<"int32">:
      return reader.varint() | 0;
    case 3 satisfies Code<"uint32">:
      return reader.varint() >>> 0;
    case 4 satisfies Code<"sint32">: {
      const bits = reader.varint();
      return (bits >>> 1) ^ -(bits & 1);
    }
    case 5 satisfies Code<"fixed32">:
      return reader.fixed32();
    case 6 satisfies Code<"sfixed32">:
      return reader.fixed32() | 0;
    case 7 satisfies Code<"int64">:
      return signed(reader.varint(), reader.high);
    case 8 satisfies Code<"uint64">:
      return unsigned(reader.varint(), reader.high);
    case 9 satisfies Code<"sint64">: {
      const low = reader.varint();
      const sign = -(low & 1);
      return signed((((low >>> 1) | (reader.high << 31)) ^ sign) >>> 0, ((reader.high >>> 1) ^ sign) >>> 0);
    }
    case 10 satisfies Code<"fixed64">:
      return unsigned(reader.fixed64(), reader.high);
    case 11 satisfies Code<"sfixed64">:
      return signed(reader.fixed64(), reader.high);
    case 12 satisfies Code<"bool">:
      return (reader.varint() | reader.high) !== 0;
    case 13 satisfies Code<"string">:
      return reader.text();
    case 14 satisfies Code<"bytes">:
      return reader.blob();
    case 15 satisfies Code<"enum">: {
      const number = reader.varint() | 0;
      return field.enum!.names.get(number) ?? number;
    }
    default: {
      const type = field.message!;
      const end = reader.size() + reader.pos;
      if (type.fast !== undefined && before === undefined) {
        const message = type.fast.read(reader, end);
        if (message !== undefined) return message;
      }
      return readMessage(reader, type, end, before ?? {}, depth + 1);
    }
  }
}

function readList(reader: WireReader, field: Field, tag: number, out: Values, depth: number): void {
  let list = out[field.name] as unknown[] | undefined;
  if (list === undefined) out[field.name] = list = [];
  try {
    if (tag !== field.elementTag) return readPacked(reader, field, list);
    // Elements mostly follow one another: keep looping here while the same one-byte tag follows.
    const again = tag < 0x80 ? tag : -1;
    do list.push(readValue(reader, field, undefined, depth));
    while (reader.pos < reader.end && reader.bytes[reader.pos] === again && ++reader.pos);
  } catch (error) {
    throw within(`[${list.length}]`, error);
  }
}

function readPacked(reader: WireReader, field: Field, list: unknown[]): void {
  const size = reader.size();
  const outerEnd = reader.end;
  const end = (reader.end = reader.pos + size);
  while (reader.pos < end) list.push(readValue(reader, field, undefined, 0));
  reader.end = outerEnd;
}

function readEntry(reader: WireReader, field: Field, out: Values, depth: number): void {
  const size = reader.size();
  const entry = readMessage(reader, field.message!, reader.pos + size, {}, depth + 1);
  const [keyField, valueField] = field.message!.fields as [Field, Field];
  const key = String(entry["key"] ?? zero(keyField));
  const map = (out[field.name] ??= {}) as Values;
  const value = entry["value"] ?? zero(valueField);
  // A plain assignment of this one key would set the prototype.
  if (key === "__proto__")
    Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true });
  else map[key] = value;
}

/** Returns the value that a missing key or value of an entry stands for. */
export function zero(field: Field): unknown {
  switch (field.kind) {
    case "string":
      return "";
    case "bool":
      return false;
    case "bytes":
      return new Uint8Array(0);
    case "enum":
      return field.enum!.names.get(0) ?? 0;
    case "message":
      return {};
    default:
      return 0;
  }
}

function unsigned(low: number, high: number): number {
  if (high > 0x1fffff) throw new MessageError("an integer beyond 2^53, which a number cannot hold");
  return high * 0x1_0000_0000 + low;
}

function signed(low: number, high: number): number {
  if (high < 0x80000000) return unsigned(low, high);
  const value = (high | 0) * 0x1_0000_0000 + low;
  if (!Number.isSafeInteger(value)) throw new MessageError("an integer beyond -2^53, which a number cannot hold");
  return value;
}
