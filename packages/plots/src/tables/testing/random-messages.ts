import type { FieldDescription } from "@orrery/msgs";
import type { FieldPath } from "../fields/field-path.ts";
import type { Describing } from "../fields/proto-types.ts";

/** A message, and all numbers in it by their paths. */
export interface RandomMessage {
  readonly message: object;
  readonly numbers: readonly (readonly [FieldPath, number])[];
}

/** Makes a message of a type with a random choice of fields. */
export function randomMessage(types: Describing, type: string, random: () => number): RandomMessage {
  const numbers: (readonly [FieldPath, number])[] = [];
  return { message: messageOf({ types, random, numbers }, type, [], 0), numbers };
}

interface Making {
  readonly types: Describing;
  readonly random: () => number;
  readonly numbers: (readonly [FieldPath, number])[];
}

function messageOf(making: Making, type: string, path: FieldPath, depth: number): object {
  const { types, random } = making;
  const out: Record<string, unknown> = {};
  const taken = new Set<string>();
  for (const field of types.describe(type).fields) {
    if (random() < 0.3 || (field.kind === "message" && depth > 3)) continue;
    if (field.oneof !== undefined && taken.has(field.oneof)) continue;
    if (field.oneof !== undefined) taken.add(field.oneof);
    const here = [...path, field.name];
    const count = Math.floor(random() * 4);
    if (field.mapKey !== undefined) {
      const keys = Array.from({ length: count }, (_, i) => (field.mapKey === "string" ? `key ${i}` : String(i)));
      out[field.name] = Object.fromEntries(keys.map((key) => [key, valueOf(making, field, [...here, key], depth)]));
    } else if (field.repeated) {
      out[field.name] = Array.from({ length: count }, (_, i) => valueOf(making, field, [...here, i], depth));
    } else out[field.name] = valueOf(making, field, here, depth);
  }
  return out;
}

function valueOf(making: Making, field: FieldDescription, path: FieldPath, depth: number): unknown {
  const { random, numbers } = making;
  const add = (value: number): number => {
    numbers.push([path, value]);
    return value;
  };
  const isNegative = random() < 0.5;
  switch (field.kind) {
    case "message":
      return messageOf(making, field.type!, path, depth + 1);
    case "string":
      return `text ${Math.floor(random() * 100)}`;
    case "bytes":
      return Uint8Array.from({ length: Math.floor(random() * 9) }, () => random() * 256);
    case "bool":
      return add(Math.round(random())) === 1;
    case "enum": {
      const [name, value] = Object.entries(field.values!)[Math.floor(random() * Object.keys(field.values!).length)]!;
      add(value);
      return name;
    }
    case "double":
      return add(random() * 10 ** Math.floor(random() * 40 - 20) * (isNegative ? -1 : 1));
    case "float":
      return add(Math.fround(random() * (isNegative ? -1 : 1)));
    case "uint32":
    case "fixed32":
      return add(Math.floor(random() * (isNegative ? 200 : 2 ** 32)));
    case "uint64":
    case "fixed64":
      return add(Math.floor(random() * (isNegative ? 200 : 2 ** 53)));
    case "int64":
    case "sint64":
    case "sfixed64":
      return add(Math.floor((random() - 0.5) * 2 ** 53));
    default:
      return add(Math.floor((random() - 0.5) * 2 ** 32));
  }
}
