import type { FieldPath } from "./field-path.ts";
import { ProtoTypes, type Describing, type ProtoStep } from "./proto-types.ts";

/**
 * Makes a function that reads one number of a decoded message of a type; enums and truth values are numbers, too. It
 * returns NaN where there is none: no such element or key, another member of the oneof. Fields that are absent have
 * their default. Throws a FieldError when the path does not lead to a number.
 */
export function numberReader(messages: Describing, type: string, path: FieldPath): (message: object) => number {
  const steps = new ProtoTypes(messages).steps(type, path);
  const values = steps.at(-1)!.field.values ?? {};
  return (message) => {
    let value: unknown = message;
    for (const step of steps) {
      const part = (value as { readonly [name: string]: unknown })[step.field.name];
      if (part === undefined) return step.absent;
      value = step.choice === undefined ? part : elementOf(part, step);
      if (value === undefined) return NaN;
    }
    // Enums are decoded as their names.
    return typeof value === "string" ? (values[value] ?? NaN) : Number(value);
  };
}

/** Reads one number of a decoded message. Who reads many messages makes a reader once. */
export function readNumber(messages: Describing, type: string, message: object, path: FieldPath): number {
  return numberReader(messages, type, path)(message);
}

function elementOf(part: unknown, { choice, nameField }: ProtoStep): unknown {
  if (typeof choice === "number") return (part as readonly unknown[])[choice];
  if (!Array.isArray(part)) return Object.hasOwn(part as object, choice!) ? (part as never)[choice!] : undefined;
  if (nameField === undefined) return undefined;
  for (const item of part as { readonly [name: string]: unknown }[])
    if ((item[nameField.name] ?? "") === choice) return item;
  return undefined;
}
