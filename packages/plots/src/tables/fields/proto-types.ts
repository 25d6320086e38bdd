import type { FieldDescription, MessageRegistry } from "@orrery/msgs";
import type { FieldPath } from "./field-path.ts";
import { nameFieldOf, resolveNumber, type FieldShape, type FieldTypes } from "./field-types.ts";

/** What is needed of a registry: the types of messages as data. */
export type Describing = Pick<MessageRegistry, "describe">;

/** A field of a protobuf message on the way to a number, with what a compiled reader needs of it. */
export interface ProtoStep {
  readonly field: FieldDescription;
  readonly choice: string | number | undefined;
  /** The text that elements of a list are called by, if one is chosen by its name. */
  readonly nameField: FieldDescription | undefined;
  /** Other members of its oneof: what comes last counts. */
  readonly rivals: ReadonlySet<number>;
  /** The number when the field is absent from a message: the default, or NaN where absence means that there is none. */
  readonly absent: number;
}

/** The types of protobuf messages. */
export class ProtoTypes implements FieldTypes {
  readonly #messages: Describing;
  readonly #fields = new Map<string, readonly FieldDescription[]>();

  constructor(messages: Describing) {
    this.#messages = messages;
  }

  fieldsOf(type: string): readonly FieldShape[] {
    return this.describe(type).map((field) => ({
      name: field.name,
      type: field.type ?? field.kind,
      holds: holdsOf(field),
      many: field.mapKey !== undefined ? "map" : field.repeated ? "list" : "one",
    }));
  }

  /** Returns the fields of a type with their numbers. Throws a MessageError when the type is not known. */
  describe(type: string): readonly FieldDescription[] {
    let fields = this.#fields.get(type);
    if (fields === undefined) this.#fields.set(type, (fields = this.#messages.describe(type).fields));
    return fields;
  }

  /**
   * Returns the way to a number. With `absence` "nothing", messages that are absent have no numbers; otherwise they have
   * their defaults, as protobuf says.
   */
  steps(root: string, path: FieldPath, absence: "default" | "nothing" = "default"): ProtoStep[] {
    const steps: ProtoStep[] = [];
    let absent = 0;
    for (const { owner, shape, choice } of resolveNumber(this, root, path).reverse()) {
      const fields = this.describe(owner);
      const field = fields.find(({ name }) => name === shape.name)!;
      const isMessage = field.kind === "message";
      if (field.presence || shape.many !== "one" || (isMessage && absence === "nothing")) absent = NaN;
      const name = typeof choice === "string" && isMessage ? nameFieldOf(this, shape.type) : undefined;
      const isRival = (other: FieldDescription): boolean => other !== field && other.oneof === field.oneof;
      steps.unshift({
        field,
        choice,
        nameField: name === undefined ? undefined : this.describe(shape.type).find((one) => one.name === name),
        rivals: new Set(field.oneof === undefined ? [] : fields.filter(isRival).map(({ number }) => number)),
        absent,
      });
    }
    return steps;
  }
}

function holdsOf({ kind }: FieldDescription): FieldShape["holds"] {
  if (kind === "message") return "message";
  if (kind === "string") return "text";
  return kind === "bytes" ? "nothing to plot" : "number";
}
