import type { FieldDescription, MessageRegistry } from "@orrery/msgs";

/** Returns a template of a message for people to fill in, with every field at its default. */
export function templateOf(
  type: string,
  messages: MessageRegistry,
  /**
   * How to write nested messages: in full, or as null, which means absent. A message written in full counts as set,
   * even if it is all zeros.
   */
  { nested }: { readonly nested: "written" | "absent" },
): object {
  return fill(type, messages, nested === "written" ? DEPTH : 0);
}

/** Lists the fields of a type and of the types in it, one per line, for reference while typing. */
export function fieldsText(type: string, messages: MessageRegistry): string {
  const lines: string[] = [];
  const walk = (name: string, indent: string, depth: number): void => {
    for (const field of messages.describe(name).fields) {
      const values = field.values === undefined ? "" : ` (${Object.keys(field.values).join(", ")})`;
      lines.push(`${indent}${field.name}: ${typeText(field)}${values}`);
      if (field.kind === "message" && field.type !== HEADER && depth > 0) walk(field.type!, `${indent}  `, depth - 1);
    }
  };
  walk(type, "", DEPTH - 1);
  return lines.join("\n");
}

function fill(type: string, messages: MessageRegistry, depth: number): object {
  const out: Record<string, unknown> = {};
  const oneofs = new Set<string>();
  for (const field of messages.describe(type).fields) {
    // Stamps and sequence numbers, which hardly anybody reads.
    if (field.type === HEADER) continue;
    if (field.oneof !== undefined && oneofs.size === oneofs.add(field.oneof).size) continue;
    out[field.name] = initialOf(field, messages, depth);
  }
  return out;
}

function initialOf(field: FieldDescription, messages: MessageRegistry, depth: number): unknown {
  if (field.repeated) return [];
  if (field.mapKey !== undefined) return {};
  switch (field.kind) {
    case "message":
      return depth > 0 ? fill(field.type!, messages, depth - 1) : null;
    case "enum":
      return Object.keys(field.values ?? {})[0] ?? 0;
    case "string":
    case "bytes":
      return "";
    case "bool":
      return false;
    default:
      return 0;
  }
}

function typeText({ kind, type, repeated, mapKey }: FieldDescription): string {
  const one = type ?? kind;
  return mapKey === undefined ? `${one}${repeated ? "[]" : ""}` : `map of ${mapKey} to ${one}`;
}

const HEADER = "gz.msgs.Header";
const DEPTH = 3;
