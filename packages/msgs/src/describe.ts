import type { EnumType, Field, FieldKind, MessageType } from "./schema.ts";

/** A message type as plain data. */
export interface MessageDescription {
  readonly name: string;
  readonly file: string;
  /** In ascending order of their numbers. */
  readonly fields: readonly FieldDescription[];
}

export interface FieldDescription {
  readonly name: string;
  readonly number: number;
  /** Kind of a single value: of an element of a repeated field, of a value of a map. */
  readonly kind: FieldKind;
  /** Full name of the message or enum. */
  readonly type?: string;
  readonly repeated: boolean;
  /** The kind of the keys, if the field is a map. */
  readonly mapKey?: FieldKind;
  readonly oneof?: string;
  /** Whether a field set to its default can be distinguished from an unset one. */
  readonly presence: boolean;
  /** Names and numbers, if it is an enum. */
  readonly values?: Readonly<Record<string, number>>;
}

export function describeMessage({ name, file, fields }: MessageType): MessageDescription {
  return { name, file, fields: fields.map(describeField) };
}

function describeField(field: Field): FieldDescription {
  const { name, number, repeated, oneof, presence } = field;
  const [key, value] = field.map ? (field.message!.fields as [Field, Field]) : [undefined, field];
  const { kind, message, enum: enumeration } = value;
  const type = message?.name ?? enumeration?.name;
  return {
    name,
    number,
    kind,
    ...(type === undefined ? {} : { type }),
    repeated: repeated && !field.map,
    ...(key === undefined ? {} : { mapKey: key.kind }),
    ...(oneof === undefined ? {} : { oneof }),
    presence,
    ...(enumeration === undefined ? {} : { values: Object.fromEntries(enumeration.numbers) }),
  };
}

/** Returns whether two types of the same name are equal, on the wire and to a reader. */
export function sameType(a: MessageType | EnumType, b: MessageType | EnumType): boolean {
  return JSON.stringify(essence(a)) === JSON.stringify(essence(b));
}

function essence(type: MessageType | EnumType): unknown {
  if ("fields" in type) return type.fields.map((field) => [describeField(field), field.packed]);
  return [...type.numbers].sort(([a], [b]) => (a < b ? -1 : 1));
}
