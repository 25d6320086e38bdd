import type { EnumDescriptor, FieldDescriptor, FileDescriptor, MessageDescriptor } from "./descriptor.ts";
import { MessageError } from "./message-error.ts";
import { nearest } from "./nearest.ts";

/**
 * Returns a file whose type names are absolute, looked up in itself and in `known`. Its imports become the files that
 * it really uses. So a text written for Gazebo's file names resolves, although this package splits the files
 * differently.
 */
export function resolveNames(file: FileDescriptor, known: Iterable<FileDescriptor>): FileDescriptor {
  const visible = new Map<string, Declared>();
  for (const other of known) for (const [name, item] of declaredIn(other)) visible.set(name, item);
  const own = declaredIn(file);
  for (const [name, item] of own) visible.set(name, item);
  const used = new Set<string>();

  const message = (scope: string, descriptor: MessageDescriptor): MessageDescriptor => {
    const inner = join(scope, descriptor.name);
    return {
      ...descriptor,
      field: descriptor.field?.map((field) => resolveField(inner, field)) ?? [],
      nested_type: descriptor.nested_type?.map((nested) => message(inner, nested)) ?? [],
    };
  };

  const resolveField = (scope: string, field: FieldDescriptor): FieldDescriptor => {
    if (field.type_name === undefined) return field;
    const full = findName(field.type_name, scope, visible);
    if (full === undefined) {
      const guess = nearest(
        field.type_name,
        [...visible.keys()].flatMap((name) => [name, name.split(".").at(-1)!]),
      );
      throw new MessageError(`unknown type "${field.type_name}"${guess ? `; did you mean "${guess}"?` : ""}`, {
        file: file.name,
        ...(field.line === undefined ? {} : { line: field.line }),
      });
    }
    const { file: home, kind } = visible.get(full)!;
    if (home !== file.name) used.add(home);
    return { ...field, type_name: `.${full}`, type: kind === "enum" ? "TYPE_ENUM" : "TYPE_MESSAGE" };
  };

  const message_type = file.message_type?.map((item) => message(file.package ?? "", item)) ?? [];
  return { ...file, message_type, dependency: [...used].sort() };
}

interface Declared {
  readonly kind: "message" | "enum";
  readonly file: string;
}

/** Returns the full names of everything that a file declares. */
function declaredIn(file: FileDescriptor): Map<string, Declared> {
  const out = new Map<string, Declared>();
  const declare = (scope: string, name: string, kind: Declared["kind"]): string => {
    const full = join(scope, name);
    if (out.has(full)) throw new MessageError(`"${full}" is declared twice`, { file: file.name });
    out.set(full, { kind, file: file.name });
    return full;
  };
  const enums = (scope: string, list: readonly EnumDescriptor[] | undefined) => {
    for (const item of list ?? []) declare(scope, item.name, "enum");
  };
  const messages = (scope: string, list: readonly MessageDescriptor[] | undefined) => {
    for (const item of list ?? []) {
      const inner = declare(scope, item.name, "message");
      messages(inner, item.nested_type);
      enums(inner, item.enum_type);
    }
  };
  messages(file.package ?? "", file.message_type);
  enums(file.package ?? "", file.enum_type);
  return out;
}

/** Looks up a name by protobuf's rule: the innermost scope that contains it wins. */
function findName(name: string, scope: string, visible: ReadonlyMap<string, unknown>): string | undefined {
  if (name.startsWith(".")) return aliased(name.slice(1), visible);
  for (let outer = scope; ; outer = outer.slice(0, Math.max(0, outer.lastIndexOf(".")))) {
    const full = join(outer, name);
    if (visible.has(full)) return full;
    if (outer === "") return aliased(name, visible);
  }
}

/** Resolves the alias: `ignition.msgs.X` is `gz.msgs.X` unless it is a type itself. */
export function aliased(name: string, visible: { has(name: string): boolean }): string | undefined {
  if (visible.has(name)) return name;
  const alias = name.replace(/^ignition\.msgs\./, "gz.msgs.");
  return visible.has(alias) ? alias : undefined;
}

export function join(scope: string, name: string): string {
  return scope === "" ? name : `${scope}.${name}`;
}
