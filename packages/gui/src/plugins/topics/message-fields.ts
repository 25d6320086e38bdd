import type { FieldDescription, MessageRegistry } from "@orrery/msgs";
import type { Branch } from "./message-branches.ts";

/**
 * Returns the fields of a message in the order of its type, including those at their defaults: a 0 is not sent, but it
 * is still 0. Unset messages within it are left out, because they differ from messages full of zeros.
 */
export function fieldsOf(value: object, type: string, messages: MessageRegistry): readonly Branch[] {
  const given = value as Readonly<Record<string, unknown>>;
  return messages.describe(type).fields.flatMap((field): Branch[] => {
    const { name, kind, mapKey } = field;
    const inner = kind === "message" && mapKey === undefined ? { type: field.type! } : {};
    const one = given[name] ?? defaultOf(field);
    return one === undefined ? [] : [{ name, value: one, ...inner }];
  });
}

/** Returns a message in the form of `messages.toJson`, including fields at their defaults. */
export function withDefaults(json: unknown, type: string, messages: MessageRegistry): unknown {
  if (typeof json !== "object" || json === null) return json;
  const given = json as Readonly<Record<string, unknown>>;
  const fields = messages.describe(type).fields.flatMap((field): [string, unknown][] => {
    const one = given[field.name];
    if (one === undefined) {
      const initial = defaultOf(field);
      return initial === undefined ? [] : [[field.name, initial]];
    }
    const isMessage = field.kind === "message" && field.mapKey === undefined;
    if (!isMessage) return [[field.name, one]];
    const fill = (each: unknown): unknown => withDefaults(each, field.type!, messages);
    return [[field.name, Array.isArray(one) ? one.map(fill) : fill(one)]];
  });
  return Object.fromEntries(fields);
}

/** Returns the default of a field; `undefined` for an unset field with presence. */
function defaultOf({ kind, repeated, mapKey, values, presence }: FieldDescription): unknown {
  if (repeated) return [];
  if (mapKey !== undefined) return {};
  if (presence) return undefined;
  switch (kind) {
    case "message":
    case "bytes":
      return undefined;
    case "enum":
      return Object.keys(values ?? {})[0] ?? 0;
    case "string":
      return "";
    case "bool":
      return false;
    default:
      return 0;
  }
}
