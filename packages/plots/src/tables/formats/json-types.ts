import type { FieldShape, FieldTypes } from "../fields/field-types.ts";

/** Words that numbers without digits are written as: JSON has none of its own. */
export const NUMBER_WORDS: ReadonlySet<unknown> = new Set(["NaN", "Infinity", "-Infinity"]);

const MAX_DEPTH = 16;
const MAX_FIELDS = 20_000;
/** Elements of a list that are looked at. */
const LOOKED_AT = 100;

/**
 * The types of JSON messages, as far as a schema and an example tell them. Types are called by where they are found:
 * `Message.pose[].position`.
 */
export class JsonTypes implements FieldTypes {
  readonly #types = new Map<string, Map<string, FieldShape>>();
  #count = 0;

  fieldsOf(type: string): readonly FieldShape[] {
    return [...(this.#types.get(type)?.values() ?? [])];
  }

  /** Learns from a message. */
  learn(type: string, value: unknown, depth = 0): void {
    if (!isRecord(value) || depth > MAX_DEPTH) return;
    for (const [name, one] of Object.entries(value)) {
      if (Array.isArray(one)) {
        const items = one.slice(0, LOOKED_AT).filter((item) => item !== null);
        if (items.length === 0) continue;
        const inner = `${type}.${name}[]`;
        this.#add(type, { name, type: inner, holds: kindOf(items[0]), many: "list" });
        for (const item of items) this.learn(inner, item, depth + 1);
      } else if (one !== null) {
        const inner = `${type}.${name}`;
        this.#add(type, { name, type: inner, holds: kindOf(one), many: "one" });
        this.learn(inner, one, depth + 1);
      }
    }
  }

  /** Learns from a JSON schema: properties, items, and references within it. */
  learnSchema(type: string, schema: unknown, whole: unknown = schema, depth = 0): void {
    const { properties } = followed(schema, whole);
    if (!isRecord(properties) || depth > MAX_DEPTH) return;
    for (const [name, property] of Object.entries(properties)) {
      const { items, ...one } = followed(property, whole);
      const isList = typesOf(one).includes("array") || items !== undefined;
      const inner = `${type}.${name}${isList ? "[]" : ""}`;
      const part = isList ? items : property;
      this.#add(type, { name, type: inner, holds: kindOfSchema(followed(part, whole)), many: isList ? "list" : "one" });
      this.learnSchema(inner, part, whole, depth + 1);
    }
  }

  #add(type: string, shape: FieldShape): void {
    let fields = this.#types.get(type);
    if (fields === undefined) this.#types.set(type, (fields = new Map()));
    const known = fields.get(shape.name);
    if (known === undefined && this.#count++ >= MAX_FIELDS) return;
    // Examples know better than schemas, which may not say.
    if (known === undefined || known.holds === "nothing to plot") fields.set(shape.name, named(shape));
  }
}

/** Returns a shape whose numbers and texts have short types. */
function named(shape: FieldShape): FieldShape {
  if (shape.holds === "message") return shape;
  return { ...shape, type: shape.holds === "text" ? "string" : shape.holds === "number" ? "number" : "unknown" };
}

function kindOf(value: unknown): FieldShape["holds"] {
  if (typeof value === "number" || typeof value === "boolean" || NUMBER_WORDS.has(value)) return "number";
  if (typeof value === "string") return "text";
  return isRecord(value) ? "message" : "nothing to plot";
}

function kindOfSchema(schema: Readonly<Record<string, unknown>>): FieldShape["holds"] {
  const types = typesOf(schema);
  if (types.some((type) => type === "number" || type === "integer" || type === "boolean")) return "number";
  if (isRecord(schema["properties"])) return "message";
  return types.includes("string") ? "text" : "nothing to plot";
}

function typesOf({ type }: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Array.isArray(type) ? (type as unknown[]) : [type];
}

/** Returns a schema, or the one within the same file that it refers to. */
function followed(schema: unknown, whole: unknown): Readonly<Record<string, unknown>> {
  let found = schema;
  for (let i = 0; i < 10 && isRecord(found) && typeof found["$ref"] === "string"; i++) {
    const parts = found["$ref"].replace(/^#\/?/, "").split("/");
    found = parts.reduce<unknown>(
      (at, part) => (isRecord(at) && Object.hasOwn(at, part) ? at[part] : undefined),
      whole,
    );
  }
  return isRecord(found) ? found : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
