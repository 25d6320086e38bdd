import type { EnumDescriptor, FieldDescriptor, FileDescriptor, MessageDescriptor } from "./descriptor.ts";

/**
 * Prints one .proto text with the types of gz.msgs in the given package. Types of the package itself, such as
 * ignition.msgs.IMU, replace their namesakes.
 */
export function printProto(files: Iterable<FileDescriptor>, packageName: string): string {
  const messages = new Map<string, MessageDescriptor>();
  const enums = new Map<string, EnumDescriptor>();
  const all = [...files];
  for (const source of ["gz.msgs", packageName]) {
    for (const file of all) {
      if (file.package !== source) continue;
      for (const item of file.message_type ?? []) messages.set(item.name, item);
      for (const item of file.enum_type ?? []) enums.set(item.name, item);
    }
  }
  const rename = (name: string): string => name.replace(/^\.gz\.msgs\./, `.${packageName}.`);
  const parts = [
    ...[...enums.values()].map((item) => printEnum(item, "")),
    ...[...messages.values()].map((item) => printMessage(item, "", rename)),
  ];
  return `syntax = "proto3";\npackage ${packageName};\n${parts.join("")}`;
}

function printMessage(item: MessageDescriptor, indent: string, rename: (name: string) => string): string {
  const inner = `${indent}  `;
  const entries = new Map<string, MessageDescriptor>();
  let body = "";
  for (const nested of item.enum_type ?? []) body += printEnum(nested, inner);
  for (const nested of item.nested_type ?? []) {
    if (nested.options?.map_entry) entries.set(nested.name, nested);
    else body += printMessage(nested, inner, rename);
  }
  const typeOf = (field: FieldDescriptor): string =>
    field.type_name === undefined ? field.type!.slice("TYPE_".length).toLowerCase() : rename(field.type_name);
  const line = (field: FieldDescriptor, prefix = ""): string =>
    `${prefix}${typeOf(field)} ${field.name} = ${field.number};\n`;

  for (const field of item.field ?? []) {
    const entry = field.type_name ? entries.get(field.type_name.split(".").at(-1)!) : undefined;
    if (entry) {
      const [key, value] = entry.field as [FieldDescriptor, FieldDescriptor];
      body += `${inner}map<${typeOf(key)}, ${typeOf(value)}> ${field.name} = ${field.number};\n`;
    } else if (field.oneof_index === undefined || field.proto3_optional) {
      const label = field.label === "LABEL_REPEATED" ? "repeated " : field.proto3_optional ? "optional " : "";
      body += line(field, inner + label);
    }
  }
  for (const [index, oneof] of (item.oneof_decl ?? []).entries()) {
    const members = (item.field ?? []).filter((field) => field.oneof_index === index && !field.proto3_optional);
    if (members.length === 0) continue;
    body += `${inner}oneof ${oneof.name} {\n${members.map((field) => line(field, `${inner}  `)).join("")}${inner}}\n`;
  }
  return `${indent}message ${item.name} {\n${body}${indent}}\n`;
}

function printEnum(item: EnumDescriptor, indent: string): string {
  const values = (item.value ?? []).map(({ name, number = 0 }) => `${indent}  ${name} = ${number};\n`);
  return `${indent}enum ${item.name} {\n${values.join("")}${indent}}\n`;
}
