import type { EnumDescriptor, FieldDescriptor, FileDescriptor, MessageDescriptor } from "./descriptor.ts";
import type { FastCodec } from "./fast-codec.ts";
import { MessageError } from "./message-error.ts";
import { join } from "./resolve.ts";
import {
  codeOf,
  denseLimit,
  type EnumType,
  type Field,
  type FieldKind,
  kinds,
  type MessageType,
  wireTypeOf,
} from "./schema.ts";

export interface TypeSet {
  readonly messages: ReadonlyMap<string, MessageType>;
  readonly enums: ReadonlyMap<string, EnumType>;
}

/**
 * Returns the types that these files declare, linked to one another and to those in `known`. Names must be resolved.
 */
export function linkTypes(
  files: readonly FileDescriptor[],
  known: TypeSet,
  fast: Readonly<Record<string, FastCodec>> = {},
): TypeSet {
  const messages = new Map<string, MutableMessageType>();
  const enums = new Map<string, EnumType>();
  const pending: (() => void)[] = [];

  const addEnum = (scope: string, file: string, descriptor: EnumDescriptor) => {
    const type = enumType(join(scope, descriptor.name), file, descriptor);
    enums.set(type.name, type);
  };

  const addMessage = (scope: string, file: FileDescriptor, descriptor: MessageDescriptor) => {
    const name = join(scope, descriptor.name);
    const type: MutableMessageType = {
      name,
      file: file.name,
      fields: [],
      byName: new Map(),
      dense: [],
      sparse: new Map(),
      fast: fast[name],
      entry: descriptor.options?.map_entry ?? false,
    };
    messages.set(name, type);
    for (const nested of descriptor.nested_type ?? []) addMessage(name, file, nested);
    for (const nested of descriptor.enum_type ?? []) addEnum(name, file.name, nested);
    // Fields come last, because they may refer to types declared later.
    pending.push(() => fillMessage(type, descriptor, file, find));
  };

  const find: Find = (name) => ({
    message: messages.get(name) ?? (known.messages.get(name) as MutableMessageType | undefined),
    enum: enums.get(name) ?? known.enums.get(name),
  });

  for (const file of files) {
    if (file.syntax === "editions")
      throw new MessageError("editions are not supported, only proto3", { file: file.name });
    for (const descriptor of file.enum_type ?? []) addEnum(file.package ?? "", file.name, descriptor);
    for (const descriptor of file.message_type ?? []) addMessage(file.package ?? "", file, descriptor);
  }
  for (const fill of pending) fill();
  return { messages, enums };
}

interface MutableMessageType extends MessageType {
  readonly fields: Field[];
  readonly byName: Map<string, Field>;
  readonly dense: (Field | undefined)[];
  readonly sparse: Map<number, Field>;
  /** Whether the type is the entry of a map. */
  readonly entry: boolean;
}

type Find = (name: string) => { message: MutableMessageType | undefined; enum: EnumType | undefined };

function fillMessage(type: MutableMessageType, descriptor: MessageDescriptor, file: FileDescriptor, find: Find): void {
  const rivals = new Map<string, Field[]>();
  for (const item of descriptor.field ?? []) {
    const oneof = item.proto3_optional ? undefined : oneofOf(item, descriptor);
    let group: Field[] | undefined;
    if (oneof !== undefined) rivals.set(oneof, (group = rivals.get(oneof) ?? []));
    const field = linkField(item, { type, file, oneof, find });
    const taken = type.fields.find((other) => other.number === field.number || other.name === field.name);
    if (taken) throw fault(item, file, `"${taken.name}" and "${field.name}" of ${type.name} share a name or number`);
    group?.push(field);
    type.fields.push(field);
    type.byName.set(field.name, field);
  }
  for (const group of rivals.values()) {
    for (const field of group)
      (field as { rivals?: readonly Field[] }).rivals = group.filter((other) => other !== field);
  }
  type.fields.sort((a, b) => a.number - b.number);
  // Filled without holes, because reading an array with holes is slower.
  const size = Math.min(denseLimit, (type.fields.at(-1)?.number ?? 0) + 1);
  for (let number = 0; number < size; number++) type.dense.push(undefined);
  for (const field of type.fields) {
    if (field.number < denseLimit) type.dense[field.number] = field;
    else type.sparse.set(field.number, field);
  }
  // At least 32 entries, so that a number beyond the last field finds `undefined` instead of reading outside the array.
  while (type.dense.length < 32) type.dense.push(undefined);
}

function linkField(
  item: FieldDescriptor,
  {
    type,
    file,
    oneof,
    find,
  }: { type: MutableMessageType; file: FileDescriptor; oneof: string | undefined; find: Find },
): Field {
  const { name, number } = item;
  if (!(number >= 1 && number < 1 << 29) || (number >= 19000 && number <= 19999)) {
    throw fault(item, file, `${number} is not a field number`);
  }
  // In an object without such a field, reading it would find an inherited property.
  if (name in Object.prototype) throw fault(item, file, `a field cannot be called "${name}"`);
  const kind = kindOf(item, file);
  const target = find((item.type_name ?? "").replace(/^\./, ""));
  const message = kind === "message" ? target.message : undefined;
  const enumeration = kind === "enum" ? target.enum : undefined;
  if ((kind === "message" && !message) || (kind === "enum" && !enumeration)) {
    throw fault(item, file, `unknown type "${item.type_name}" of ${type.name}.${name}`);
  }
  const repeated = item.label === "LABEL_REPEATED";
  const wireType = wireTypeOf(kind);
  const packable = repeated && wireType !== 2;
  return {
    name,
    number,
    kind,
    code: codeOf(kind),
    repeated,
    packed: packable && (item.options?.packed ?? file.syntax === "proto3"),
    map: message?.entry ?? false,
    oneof,
    rivals: undefined,
    presence: oneof !== undefined || item.proto3_optional === true || (file.syntax ?? "proto2") === "proto2",
    elementTag: ((number << 3) | wireType) >>> 0,
    packedTag: ((number << 3) | (packable ? 2 : wireType)) >>> 0,
    message,
    enum: enumeration,
  };
}

function kindOf(item: FieldDescriptor, file: FileDescriptor): FieldKind {
  const kind = (item.type ?? "").replace(/^TYPE_/, "").toLowerCase() as FieldKind;
  if (!kinds.includes(kind)) throw fault(item, file, `unsupported type ${item.type} of field "${item.name}"`);
  return kind;
}

function oneofOf(item: FieldDescriptor, descriptor: MessageDescriptor): string | undefined {
  return item.oneof_index === undefined ? undefined : descriptor.oneof_decl?.[item.oneof_index]?.name;
}

function enumType(name: string, file: string, descriptor: EnumDescriptor): EnumType {
  const numbers = new Map<string, number>();
  const names = new Map<number, string>();
  for (const { name: value, number = 0 } of descriptor.value ?? []) {
    if (numbers.has(value)) throw new MessageError(`"${value}" of enum ${name} is declared twice`, { file });
    numbers.set(value, number);
    if (!names.has(number)) names.set(number, value);
  }
  return { name, file, numbers, names };
}

function fault(item: FieldDescriptor, file: FileDescriptor, reason: string): MessageError {
  return new MessageError(reason, { file: file.name, ...(item.line === undefined ? {} : { line: item.line }) });
}
