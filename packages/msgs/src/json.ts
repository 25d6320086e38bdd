import { fromBase64, toBase64 } from "./base64.ts";
import { MessageError, show, within } from "./message-error.ts";
import { nearest } from "./nearest.ts";
import { type Field, type MessageType, maxDepth } from "./schema.ts";

/**
 * Converts a message to a form that JSON can hold: bytes as base64, NaN and infinities as text, enum values by name.
 * Field names are those of the .proto. 64-bit integers become numbers, which is exact because larger ones are refused
 * anyway.
 */
export function messageToJson(type: MessageType, value: object): unknown {
  return rooted(type, () => toJson(type, value as Values, 0));
}

/**
 * Returns the message that `json` describes. Unknown names and values of a wrong kind are errors that say where they
 * occur.
 */
export function messageFromJson(type: MessageType, json: unknown): object {
  return rooted(type, () => fromJson(type, json, 0));
}

type Values = { readonly [name: string]: unknown };

function toJson(type: MessageType, value: Values, depth: number): unknown {
  if (!isRecord(value)) throw unlike("an object", value);
  if (depth > maxDepth) throw new MessageError(`nested deeper than ${maxDepth}`);
  const out: Record<string, unknown> = {};
  for (const field of type.fields) {
    const item = value[field.name];
    if (item === undefined) continue;
    out[field.name] = at(`.${field.name}`, () => {
      if (field.map) return mapEntries(item, (one) => valueToJson(entryValue(field), one, depth));
      return field.repeated ? list(item, (one) => valueToJson(field, one, depth)) : valueToJson(field, item, depth);
    });
  }
  return out;
}

function valueToJson(field: Field, value: unknown, depth: number): unknown {
  switch (field.kind) {
    case "message":
      return toJson(field.message!, value as Values, depth + 1);
    case "bytes":
      if (!(value instanceof Uint8Array)) throw unlike("a Uint8Array", value);
      return toBase64(value);
    case "double":
    case "float":
      if (typeof value !== "number") throw unlike("a number", value);
      return Number.isFinite(value) ? value : String(value);
    case "enum":
      return typeof value === "number" ? (field.enum!.names.get(value) ?? value) : scalarFromJson(field, value);
    default:
      return scalarFromJson(field, value);
  }
}

function fromJson(type: MessageType, json: unknown, depth: number): object {
  if (!isRecord(json)) throw unlike("an object", json);
  if (depth > maxDepth) throw new MessageError(`nested deeper than ${maxDepth}`);
  const out: Record<string, unknown> = {};
  const oneofs = new Map<string, string>();
  for (const [name, item] of Object.entries(json)) {
    const field = type.byName.get(name);
    if (field === undefined) {
      const guess = nearest(name, type.byName.keys());
      throw new MessageError(`has no field ${show(name)}${guess ? `; did you mean "${guess}"?` : ""}`);
    }
    // JSON's way to say that a field is absent.
    if (item === null || item === undefined) continue;
    out[name] = at(`.${name}`, () => {
      if (field.oneof !== undefined) claim(oneofs, field.oneof, name);
      if (field.map) return mapFromJson(field, item, depth);
      return field.repeated ? list(item, (one) => valueFromJson(field, one, depth)) : valueFromJson(field, item, depth);
    });
  }
  return out;
}

function claim(oneofs: Map<string, string>, oneof: string, name: string): void {
  const rival = oneofs.get(oneof);
  if (rival) throw new MessageError(`cannot be set beside ${rival}: both are of the oneof "${oneof}"`);
  oneofs.set(oneof, name);
}

function mapFromJson(field: Field, json: unknown, depth: number): object {
  const key = field.message!.fields[0]!;
  return mapEntries(json, (item, name) => {
    if (key.kind === "bool" ? !/^(true|false)$/.test(name) : key.kind !== "string" && !/^-?\d+$/.test(name)) {
      throw new MessageError(`the key is not of type ${key.kind}`);
    }
    if (key.kind !== "string" && key.kind !== "bool") scalarFromJson(key, Number(name));
    return valueFromJson(entryValue(field), item, depth);
  });
}

function valueFromJson(field: Field, json: unknown, depth: number): unknown {
  switch (field.kind) {
    case "message":
      return fromJson(field.message!, json, depth + 1);
    case "bytes": {
      const bytes = typeof json === "string" ? fromBase64(json) : undefined;
      if (bytes === undefined) throw unlike("base64", json);
      return bytes;
    }
    default:
      return scalarFromJson(field, json);
  }
}

/** Checks a value that has the same form in JSON and in a message. */
function scalarFromJson(field: Field, json: unknown): unknown {
  switch (field.kind) {
    case "double":
    case "float":
      if (json === "NaN" || json === "Infinity" || json === "-Infinity") return Number(json);
      if (typeof json !== "number") throw unlike("a number", json);
      return json;
    case "bool":
      if (typeof json !== "boolean") throw unlike("true or false", json);
      return json;
    case "string":
      if (typeof json !== "string") throw unlike("a string", json);
      return json;
    case "enum":
      return enumFromJson(field, json);
    case "int32":
    case "sint32":
    case "sfixed32":
      if (typeof json !== "number" || json !== (json | 0)) throw unlike("an integer from -2^31 to 2^31-1", json);
      return json;
    case "uint32":
    case "fixed32":
      if (typeof json !== "number" || json !== json >>> 0) throw unlike("an integer from 0 to 2^32-1", json);
      return json;
    default:
      return longFromJson(field, json);
  }
}

function longFromJson(field: Field, json: unknown): number {
  // Other programs write 64-bit integers as text.
  const value = typeof json === "string" && /^-?\d+$/.test(json) ? Number(json) : json;
  const unsigned = field.kind === "uint64" || field.kind === "fixed64";
  if (typeof value !== "number" || !Number.isSafeInteger(value) || (unsigned && value < 0)) {
    throw unlike(unsigned ? "an integer from 0 to 2^53" : "an integer within ±2^53", json);
  }
  return value;
}

function enumFromJson(field: Field, json: unknown): string | number {
  const { names, numbers, name } = field.enum!;
  if (typeof json === "number" && json === (json | 0)) return names.get(json) ?? json;
  if (typeof json === "string" && numbers.has(json)) return json;
  const guess = typeof json === "string" ? nearest(json, numbers.keys()) : undefined;
  throw new MessageError(`expected a ${name}, got ${show(json)}${guess ? `; did you mean "${guess}"?` : ""}`);
}

function entryValue(field: Field): Field {
  return field.message!.fields[1]!;
}

function list(items: unknown, convert: (item: unknown) => unknown): unknown[] {
  if (!Array.isArray(items) && !(ArrayBuffer.isView(items) && "length" in items)) throw unlike("an array", items);
  return Array.from(items as ArrayLike<unknown>, (item, i) => at(`[${i}]`, () => convert(item)));
}

function mapEntries(map: unknown, convert: (item: unknown, key: string) => unknown): object {
  if (!isRecord(map)) throw unlike("an object", map);
  // fromEntries defines its keys, so that even "__proto__" works as a key.
  return Object.fromEntries(
    Object.entries(map).map(([key, item]) => [key, at(`[${JSON.stringify(key)}]`, () => convert(item, key))]),
  );
}

function isRecord(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

function at<T>(segment: string, convert: () => T): T {
  try {
    return convert();
  } catch (error) {
    throw within(segment, error);
  }
}

function rooted<T>(type: MessageType, convert: () => T): T {
  return at(type.name, convert);
}

function unlike(expected: string, value: unknown): MessageError {
  return new MessageError(`expected ${expected}, got ${show(value)}`);
}
