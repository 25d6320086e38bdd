import type { FieldPath } from "../fields/field-path.ts";
import { nameFieldOf, resolveNumber, type ResolvedStep } from "../fields/field-types.ts";
import { stampPaths } from "../fields/stamp-paths.ts";
import { joinSeconds } from "../message-times.ts";
import { TableError } from "../table-error.ts";
import { CdrReader } from "./cdr-reader.ts";
import { MAX_SCHEMA_BYTES, type LoggedSchema, type MessageFormat, type ReadNumbers } from "./message-format.ts";
import { PRIMITIVES, RosTypes, type RosField } from "./ros-schema.ts";

/** Messages that are nested deeper are hostile. */
const MAX_DEPTH = 50;
/** Values of an example. */
const MAX_VALUES = 100_000;

/** Messages of ROS 2 (CDR) and of ROS 1. */
export class RosFormat implements MessageFormat {
  readonly root: string;
  readonly #types: RosTypes;
  readonly #encoding: "cdr" | "ros1";

  /** Throws a TableError when the schema is wrong. */
  constructor({ name, data }: LoggedSchema, encoding: "cdr" | "ros1") {
    if (data.length > MAX_SCHEMA_BYTES) throw new TableError(`its schema of ${data.length} bytes is too large`);
    this.#types = new RosTypes(name, new TextDecoder().decode(data));
    this.#encoding = encoding;
    this.root = this.#types.root;
  }

  typesWith(): RosTypes {
    return this.#types;
  }

  decode(bytes: Uint8Array): unknown {
    const reader = new CdrReader(bytes, this.#encoding);
    return decodeMessage({ reader, types: this.#types, left: MAX_VALUES }, this.root, 0);
  }

  reader(paths: readonly FieldPath[]): ReadNumbers {
    const numbers = paths.map((path) => this.#numberReader(path));
    const stamps = paths.map((path) => {
      const [stamp] = stampPaths(this.#types, this.root, path);
      return stamp && ([stamp.seconds, stamp.nanoseconds] as const).map((part) => this.#numberReader(part));
    });
    return (bytes, values, times) => {
      for (let i = 0; i < numbers.length; i++) {
        values[i] = numbers[i]!(bytes);
        const [seconds, nanoseconds] = stamps[i] ?? [];
        times[i] = seconds === undefined ? NaN : joinSeconds(seconds(bytes), nanoseconds!(bytes));
      }
    };
  }

  #numberReader(path: FieldPath): (bytes: Uint8Array) => number {
    const steps = resolveNumber(this.#types, this.root, path);
    const names = steps.map(({ shape, choice }) =>
      typeof choice === "string" && shape.holds === "message" ? nameFieldOf(this.#types, shape.type) : undefined,
    );
    return (bytes) => find({ reader: new CdrReader(bytes, this.#encoding), types: this.#types, steps, names }, 0);
  }
}

interface Search {
  readonly reader: CdrReader;
  readonly types: RosTypes;
  readonly steps: readonly ResolvedStep[];
  /** For each step that chooses an element by its name, the field that has it. */
  readonly names: readonly (string | undefined)[];
}

/** Reads the message from here on for what the step at `i` leads to. NaN when there is no such element. */
function find(search: Search, i: number): number {
  const { reader, types, steps, names } = search;
  const { owner, shape, choice } = steps[i]!;
  for (const field of types.declared(owner)) {
    if (field.name !== shape.name) {
      skipField(search, field, 0);
      continue;
    }
    const count = countOf(reader, field);
    const isMessage = shape.holds === "message";
    if (choice === undefined) return isMessage ? find(search, i + 1) : reader.number(field.type);
    if (typeof choice === "number") {
      if (choice >= count) return NaN;
      skipValues(search, field.type, choice, 0);
      return isMessage ? find(search, i + 1) : reader.number(field.type);
    }
    for (let k = 0; k < count && names[i] !== undefined; k++) {
      const start = reader.pos;
      if (textIn(search, field.type, names[i]) === choice) {
        reader.pos = start;
        return find(search, i + 1);
      }
      reader.pos = start;
      skipValues(search, field.type, 1, 0);
    }
    return NaN;
  }
  return NaN;
}

function textIn(search: Search, type: string, name: string): string | undefined {
  for (const field of search.types.declared(type)) {
    if (field.name === name) return search.reader.text();
    skipField(search, field, 0);
  }
  return undefined;
}

function countOf(reader: CdrReader, { many, length }: RosField): number {
  if (many === "one") return 1;
  if (many === "sequence") return reader.count();
  if (length > reader.left) throw new TableError("a message ends too early");
  return length;
}

type Skipping = Pick<Search, "reader" | "types">;

function skipField(search: Skipping, field: RosField, depth: number): void {
  skipValues(search, field.type, countOf(search.reader, field), depth);
}

function skipValues(search: Skipping, type: string, count: number, depth: number): void {
  const { reader, types } = search;
  const size = PRIMITIVES.get(type);
  if (size !== undefined && size > 0) return reader.skip(size, count);
  if (depth > MAX_DEPTH) throw new TableError("a message is nested too deeply");
  const fields = types.declared(type);
  for (let k = 0; k < count; k++) {
    if (size === 0) reader.skipText(type);
    // A message without fields takes a byte.
    else if (fields.length === 0) reader.skip(1, 1);
    else for (const field of fields) skipField(search, field, depth + 1);
  }
}

interface Decoding {
  readonly reader: CdrReader;
  readonly types: RosTypes;
  /** Number of values that may still be made. */
  left: number;
}

function decodeMessage(decoding: Decoding, type: string, depth: number): Readonly<Record<string, unknown>> {
  const { reader, types } = decoding;
  if (depth > MAX_DEPTH) throw new TableError("a message is nested too deeply");
  const out = Object.create(null) as Record<string, unknown>;
  const fields = types.declared(type);
  if (fields.length === 0) reader.skip(1, 1);
  for (const field of fields) {
    const count = countOf(reader, field);
    const size = PRIMITIVES.get(field.type);
    if (field.many === "one") out[field.name] = decodeValue(decoding, field.type, depth);
    else if (size !== undefined && size > 0) {
      reader.skip(size, 0);
      out[field.name] = new Float64Array(count).map(() => reader.number(field.type));
    } else {
      const made = Math.min(count, Math.max(0, decoding.left));
      out[field.name] = Array.from({ length: made }, () => decodeValue(decoding, field.type, depth));
      skipValues(decoding, field.type, count - made, depth);
    }
  }
  return out;
}

function decodeValue(decoding: Decoding, type: string, depth: number): unknown {
  const { reader } = decoding;
  decoding.left--;
  const size = PRIMITIVES.get(type);
  if (size === undefined) return decodeMessage(decoding, type, depth + 1);
  if (size > 0) return type === "bool" ? reader.number(type) !== 0 : reader.number(type);
  if (type === "string") return reader.text();
  return reader.skipText(type);
}
