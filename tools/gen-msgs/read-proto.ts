import protobuf from "protobufjs";
import type {
  EnumDescriptor,
  FieldDescriptor,
  FileDescriptor,
  MessageDescriptor,
} from "../../packages/msgs/src/descriptor.ts";
import { resolveNames } from "../../packages/msgs/src/resolve.ts";

/** The contents of a .proto file, and its comments. */
export interface ProtoFile {
  readonly package: string;
  readonly descriptor: FileDescriptor;
  /** Comments by full name of the message, enum or field. */
  readonly comments: ReadonlyMap<string, string>;
}

/** Reads the files with protobufjs; in the result, imports precede the files that need them. */
export function readProtoFiles(texts: readonly { name: string; text: string }[]): ProtoFile[] {
  const parsed = new Map(texts.map(({ name, text }) => [name, readFile(name, text)]));
  const ordered: ProtoFile[] = [];
  const visit = (name: string, from: readonly string[]): void => {
    const file = parsed.get(name);
    if (!file) throw new Error(`${from.at(-1)} imports ${name}, which does not exist`);
    if (from.includes(name)) throw new Error([...from, name].join(" imports "));
    if (ordered.some((done) => done.descriptor.name === name)) return;
    for (const other of [...(file.descriptor.dependency ?? [])].sort()) visit(other, [...from, name]);
    const known = ordered.map((done) => done.descriptor);
    ordered.push({ ...file, descriptor: resolveNames(file.descriptor, known) });
  };
  for (const name of parsed.keys()) visit(name, []);
  return ordered;
}

function readFile(name: string, text: string): ProtoFile {
  const {
    root,
    package: packageName,
    imports,
  } = protobuf.parse(text, new protobuf.Root(), {
    keepCase: true,
    alternateCommentMode: true,
  });
  if (!packageName) throw new Error(`${name} has no package`);
  const comments = new Map<string, string>();
  const space = root.lookup(packageName) as protobuf.Namespace;
  const descriptor: FileDescriptor = {
    name,
    package: packageName,
    dependency: imports ?? [],
    message_type: space.nestedArray.filter((item) => item instanceof protobuf.Type).map((type) => message(type)),
    enum_type: space.nestedArray.filter((item) => item instanceof protobuf.Enum).map((type) => enumeration(type)),
    syntax: "proto3",
  };
  return { package: packageName, descriptor, comments };

  function message(type: protobuf.Type): MessageDescriptor {
    note(type);
    const oneofs = type.oneofsArray;
    const maps: MessageDescriptor[] = [];
    const field = type.fieldsArray.map((item): FieldDescriptor => {
      note(item);
      const common = { name: item.name, number: item.id };
      if (item instanceof protobuf.MapField) {
        const entry = mapEntry(item);
        maps.push(entry);
        return { ...common, label: "LABEL_REPEATED", type_name: entry.name };
      }
      const label = item.repeated ? "LABEL_REPEATED" : "LABEL_OPTIONAL";
      const oneof = item.partOf ? { oneof_index: oneofs.indexOf(item.partOf) } : {};
      return { ...common, label, ...typeOf(item.type), ...oneof };
    });
    const nested = type.nestedArray.filter((item) => item instanceof protobuf.Type).map((item) => message(item));
    return {
      name: type.name,
      field,
      nested_type: [...nested, ...maps],
      enum_type: type.nestedArray.filter((item) => item instanceof protobuf.Enum).map((item) => enumeration(item)),
      oneof_decl: oneofs.map((oneof) => ({ name: oneof.name })),
    };
  }

  function enumeration(type: protobuf.Enum): EnumDescriptor {
    note(type);
    return { name: type.name, value: Object.entries(type.values).map(([key, number]) => ({ name: key, number })) };
  }

  function note(item: protobuf.ReflectionObject): void {
    if (item.comment) comments.set(item.fullName.slice(1), item.comment.replace(/\s*\n\s*/g, " "));
  }
}

function mapEntry(item: protobuf.MapField): MessageDescriptor {
  return {
    name: `${item.name.replace(/(^|_)([a-z\d])/g, (_, __, letter: string) => letter.toUpperCase())}Entry`,
    field: [
      { name: "key", number: 1, label: "LABEL_OPTIONAL", ...typeOf(item.keyType) },
      { name: "value", number: 2, label: "LABEL_OPTIONAL", ...typeOf(item.type) },
    ],
    options: { map_entry: true },
  };
}

function typeOf(type: string): { type: string } | { type_name: string } {
  return type in protobuf.types.basic ? { type: `TYPE_${type.toUpperCase()}` } : { type_name: type };
}
