import { MessageError, show, within } from "./message-error.ts";
import { type Code, type Field, type MessageType, maxDepth } from "./schema.ts";
import { WireWriter } from "./wire-writer.ts";

/** Encodes a message. Fields at their default are left out, as in proto3. */
export function encodeMessage(type: MessageType, value: object): Uint8Array<ArrayBuffer> {
  // Taken, not borrowed: if a getter of `value` encodes as well, it must not find a half-written buffer.
  const writer = spare ?? new WireWriter();
  spare = undefined;
  try {
    writeMessage(writer, type, value as Values, 0);
    return writer.finish();
  } catch (error) {
    writer.reset();
    throw within(type.name, error);
  } finally {
    spare = writer;
  }
}

let spare: WireWriter | undefined;

type Values = { readonly [name: string]: unknown };

function writeMessage(writer: WireWriter, type: MessageType, value: Values, depth: number): void {
  if (typeof value !== "object" || value === null) throw unlike("an object", value);
  if (depth > maxDepth) throw new MessageError(`nested deeper than ${maxDepth}`);
  const fields = type.fields;
  let i = fields.length - 1;
  try {
    for (; i >= 0; i--) {
      const field = fields[i]!;
      const item = value[field.name];
      if (item === undefined) continue;
      if (!field.repeated) {
        if (field.rivals !== undefined) checkRivals(field, value);
        writeField(writer, field, item, field.presence, depth);
      } else if (field.map) writeMap(writer, field, item, depth);
      else writeList(writer, field, item, depth);
    }
  } catch (error) {
    throw within(`.${fields[i]!.name}`, error);
  }
}

function writeField(writer: WireWriter, field: Field, value: unknown, always: boolean, depth: number): void {
  if (writeValue(writer, field, value, always, depth)) writer.varint(field.elementTag);
}

/** Writes the value without its tag. Returns false, with nothing written, for a default that can be omitted. */
function writeValue(writer: WireWriter, field: Field, value: unknown, always: boolean, depth: number): boolean {
  switch (field.code) {
    case 0 satisfies Code<"double">:
      if (typeof value !== "number") throw unlike("a number", value);
      if (value === 0 && !always && !Object.is(value, -0)) return false;
      writer.double(value);
      return true;
    case 1 satisfies Code<"float">:
      if (typeof value !== "number") throw unlike("a number", value);
      if (value === 0 && !always && !Object.is(value, -0)) return false;
      writer.float(value);
      return true;
    case 2 satisfies Code<"int32">:
      if (typeof value !== "number" || value !== (value | 0)) throw unlike("an integer from -2^31 to 2^31-1", value);
      if (value === 0 && !always) return false;
      if (value < 0) writer.varint64(value >>> 0, 0xffffffff);
      else writer.varint(value);
      return true;
    case 3 satisfies Code<"uint32">:
    case 5 satisfies Code<"fixed32">:
      if (typeof value !== "number" || value !== value >>> 0) throw unlike("an integer from 0 to 2^32-1", value);
      if (value === 0 && !always) return false;
      if (field.code === (3 satisfies Code<"uint32">)) writer.varint(value);
      else writer.fixed32(value);
      return true;
    case 4 satisfies Code<"sint32">:
    case 6 satisfies Code<"sfixed32">:
      if (typeof value !== "number" || value !== (value | 0)) throw unlike("an integer from -2^31 to 2^31-1", value);
      if (value === 0 && !always) return false;
      if (field.code === (4 satisfies Code<"sint32">)) writer.varint(((value << 1) ^ (value >> 31)) >>> 0);
      else writer.fixed32(value);
      return true;
    case 7 satisfies Code<"int64">:
    case 8 satisfies Code<"uint64">:
    case 9 satisfies Code<"sint64">:
    case 10 satisfies Code<"fixed64">:
    case 11 satisfies Code<"sfixed64">:
      return writeLong(writer, field.code, value, always);
    case 12 satisfies Code<"bool">:
      if (typeof value !== "boolean") throw unlike("true or false", value);
      if (!value && !always) return false;
      writer.varint(value ? 1 : 0);
      return true;
    case 13 satisfies Code<"string">: {
      if (typeof value !== "string") throw unlike("a string", value);
      if (value === "" && !always) return false;
      const before = writer.length;
      if (!writer.text(value)) throw new MessageError("the text has half a surrogate pair");
      writer.varint(writer.length - before);
      return true;
    }
    case 14 satisfies Code<"bytes">:
      if (!(value instanceof Uint8Array)) throw unlike("a Uint8Array", value);
      if (value.length === 0 && !always) return false;
      writer.blob(value);
      writer.varint(value.length);
      return true;
    case 15 satisfies Code<"enum">: {
      const number = typeof value === "string" ? field.enum!.numbers.get(value) : value;
      if (typeof number !== "number" || number !== (number | 0)) throw unlike(`a ${field.enum!.name}`, value);
      if (number === 0 && !always) return false;
      if (number < 0) writer.varint64(number >>> 0, 0xffffffff);
      else writer.varint(number);
      return true;
    }
    default: {
      const before = writer.length;
      const type = field.message!;
      if (type.fast === undefined || typeof value !== "object" || value === null || !type.fast.write(writer, value)) {
        writeMessage(writer, type, value as Values, depth + 1);
      }
      writer.varint(writer.length - before);
      return true;
    }
  }
}

function writeLong(writer: WireWriter, code: Code, value: unknown, always: boolean): boolean {
  const unsigned = code === (8 satisfies Code<"uint64">) || code === (10 satisfies Code<"fixed64">);
  if (typeof value !== "number" || !Number.isSafeInteger(value) || (unsigned && value < 0)) {
    throw unlike(unsigned ? "an integer from 0 to 2^53" : "an integer within ±2^53", value);
  }
  if (value === 0 && !always) return false;
  let low = value >>> 0;
  let high = Math.floor(value / 0x1_0000_0000) >>> 0;
  if (code >= (10 satisfies Code<"fixed64">)) {
    writer.fixed64(low, high);
    return true;
  }
  if (code === (9 satisfies Code<"sint64">)) {
    const sign = value < 0 ? 0xffffffff : 0;
    high = (((high << 1) | (low >>> 31)) ^ sign) >>> 0;
    low = ((low << 1) ^ sign) >>> 0;
  }
  writer.varint64(low, high);
  return true;
}

function writeList(writer: WireWriter, field: Field, list: unknown, depth: number): void {
  // Typed arrays count as lists of numbers, so that a scan need not be copied before it is sent.
  if (!Array.isArray(list) && !(ArrayBuffer.isView(list) && "length" in list)) throw unlike("an array", list);
  const items = list as ArrayLike<unknown>;
  const before = writer.length;
  let i = items.length - 1;
  try {
    if (field.packed && list instanceof Float64Array && field.code === (0 satisfies Code<"double">))
      writer.doubles(list);
    else if (field.packed) for (; i >= 0; i--) writeValue(writer, field, items[i], true, depth);
    else for (; i >= 0; i--) writeField(writer, field, items[i], true, depth);
  } catch (error) {
    throw within(`[${i}]`, error);
  }
  if (!field.packed || items.length === 0) return;
  writer.varint(writer.length - before);
  writer.varint(field.packedTag);
}

function writeMap(writer: WireWriter, field: Field, map: unknown, depth: number): void {
  if (typeof map !== "object" || map === null || Array.isArray(map)) throw unlike("an object", map);
  const [key, value] = field.message!.fields as [Field, Field];
  const entries = Object.entries(map).filter(([, item]) => item !== undefined);
  for (const [name, item] of entries.reverse()) {
    const before = writer.length;
    try {
      writeField(writer, value, item, true, depth);
      writeField(writer, key, mapKey(key, name), true, depth);
    } catch (error) {
      throw within(`[${JSON.stringify(name)}]`, error);
    }
    writer.varint(writer.length - before);
    writer.varint(field.elementTag);
  }
}

/** Converts a map key, which is text in a JavaScript object, whatever its type in the .proto. */
function mapKey(key: Field, name: string): unknown {
  if (key.kind === "string") return name;
  if (key.kind === "bool") return name === "true" ? true : name === "false" ? false : name;
  return /^-?\d+$/.test(name) ? Number(name) : name;
}

function checkRivals(field: Field, value: Values): void {
  for (const rival of field.rivals!) {
    if (value[rival.name] !== undefined) {
      throw new MessageError(`cannot be set beside ${rival.name}: both are of the oneof "${field.oneof}"`);
    }
  }
}

function unlike(expected: string, value: unknown): MessageError {
  return new MessageError(`expected ${expected}, got ${show(value)}`);
}
