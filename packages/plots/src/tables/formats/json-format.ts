import type { FieldPath } from "../fields/field-path.ts";
import { nameFieldOf } from "../fields/field-types.ts";
import { stampAround } from "../message-times.ts";
import { chosen, partOf } from "../numeric-fields.ts";
import { JsonTypes, NUMBER_WORDS } from "./json-types.ts";
import { MAX_SCHEMA_BYTES, type LoggedSchema, type MessageFormat, type ReadNumbers } from "./message-format.ts";

/** Messages of JSON, with or without a schema. Who reads numbers of it looks for what a path says in each message. */
export class JsonFormat implements MessageFormat {
  readonly root: string;
  readonly #schema: unknown;

  constructor(schema: LoggedSchema | undefined) {
    this.root = schema === undefined || schema.name === "" ? "message" : schema.name;
    this.#schema = schema?.encoding === "jsonschema" ? parsed(schema.data) : undefined;
  }

  typesWith(message: unknown): JsonTypes {
    const types = new JsonTypes();
    types.learnSchema(this.root, this.#schema);
    types.learn(this.root, message);
    return types;
  }

  decode(bytes: Uint8Array): unknown {
    const text = utf8.decode(bytes);
    try {
      return JSON.parse(text);
    } catch {
      // Python writes these three as they are.
      return JSON.parse(text.replaceAll(/-?\b(?:NaN|Infinity)\b/g, "null"));
    }
  }

  reader(paths: readonly FieldPath[]): ReadNumbers {
    return (bytes, values, times) => {
      const message = this.decode(bytes);
      for (const [i, path] of paths.entries()) {
        values[i] = numberAt(message, path);
        times[i] = stampAround(message, path) ?? NaN;
      }
    };
  }
}

const utf8 = new TextDecoder();

function numberAt(message: unknown, path: FieldPath): number {
  let value = message;
  for (const step of path) {
    if (!Array.isArray(value)) value = partOf(value, String(step));
    else value = chosen(value, step, typeof step === "string" ? nameOfItems(value) : undefined);
  }
  if (typeof value === "number" || typeof value === "boolean" || NUMBER_WORDS.has(value)) return Number(value);
  return NaN;
}

/** Returns the name of the text that the elements of a list are called by. */
function nameOfItems(list: readonly unknown[]): string | undefined {
  const types = new JsonTypes();
  types.learn("items", list[0]);
  return nameFieldOf(types, "items");
}

function parsed(data: Uint8Array): unknown {
  if (data.length > MAX_SCHEMA_BYTES) return undefined;
  try {
    return JSON.parse(utf8.decode(data));
  } catch {
    // The messages tell.
    return undefined;
  }
}
