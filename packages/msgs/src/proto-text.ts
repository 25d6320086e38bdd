import type { EnumDescriptor, FieldDescriptor, FileDescriptor, MessageDescriptor } from "./descriptor.ts";
import { ProtoTokens } from "./proto-tokens.ts";
import { kinds, maxDepth } from "./schema.ts";

/**
 * Parses .proto text: proto3 messages, enums, oneofs, maps and imports. Skips services, and options other than
 * `packed`. Type names stay as written; `resolveNames` looks them up.
 */
export function parseProto(text: string, { file }: { file: string }): FileDescriptor {
  const tokens = new ProtoTokens(text, file);
  const dependency: string[] = [];
  const message_type: MessageDescriptor[] = [];
  const enum_type: EnumDescriptor[] = [];
  let packageName: string | undefined;

  tokens.expect("syntax");
  tokens.expect("=");
  const syntax = tokens.string();
  if (syntax !== "proto3") throw tokens.error(`only proto3 is supported, not "${syntax}"`);
  tokens.expect(";");

  while (tokens.next !== "") {
    const word = tokens.take();
    switch (word) {
      case ";":
        break;
      case "package":
        if (packageName !== undefined) throw tokens.error("a second package");
        packageName = tokens.name("a package name", { dotted: true });
        tokens.expect(";");
        break;
      case "import":
        if (tokens.next === "public" || tokens.next === "weak") tokens.take();
        dependency.push(tokens.string());
        tokens.expect(";");
        break;
      case "option":
        skipTo(tokens, ";");
        break;
      case "message":
        message_type.push(parseMessage(tokens, 0));
        break;
      case "enum":
        enum_type.push(parseEnum(tokens));
        break;
      case "service":
        tokens.name("a service name");
        skipBraces(tokens);
        break;
      default:
        throw tokens.error(`"${word}" is not supported here`);
    }
  }
  const head = packageName === undefined ? { name: file } : { name: file, package: packageName };
  return { ...head, dependency, message_type, enum_type, syntax };
}

function parseMessage(tokens: ProtoTokens, depth: number): MessageDescriptor {
  if (depth > maxDepth) throw tokens.error(`messages are nested deeper than ${maxDepth}`);
  const name = tokens.name("a message name");
  const field: FieldDescriptor[] = [];
  const nested_type: MessageDescriptor[] = [];
  const enum_type: EnumDescriptor[] = [];
  const oneof_decl: { name: string }[] = [];
  const synthetic: FieldDescriptor[] = [];

  tokens.expect("{");
  while (!tokens.accept("}")) {
    switch (tokens.next) {
      case ";":
        tokens.take();
        break;
      case "message":
        tokens.take();
        nested_type.push(parseMessage(tokens, depth + 1));
        break;
      case "enum":
        tokens.take();
        enum_type.push(parseEnum(tokens));
        break;
      case "option":
      case "reserved":
        tokens.take();
        skipTo(tokens, ";");
        break;
      case "extensions":
      case "extend":
      case "group":
      case "required":
        throw tokens.error(`proto3 has no "${tokens.take()}"`);
      case "oneof":
        tokens.take();
        oneof_decl.push({ name: tokens.name("a oneof name") });
        tokens.expect("{");
        while (!tokens.accept("}")) {
          if (tokens.accept("option")) skipTo(tokens, ";");
          else field.push({ ...parseField(tokens), oneof_index: oneof_decl.length - 1 });
        }
        break;
      case "map": {
        const { map, entry } = parseMap(tokens);
        field.push(map);
        nested_type.push(entry);
        break;
      }
      case "repeated":
        tokens.take();
        field.push({ ...parseField(tokens), label: "LABEL_REPEATED" });
        break;
      case "optional":
        tokens.take();
        synthetic.push(parseField(tokens));
        field.push(synthetic.at(-1)!);
        break;
      default:
        field.push(parseField(tokens));
    }
  }
  // Protobuf represents the presence of an optional field by a separate oneof, after the real ones.
  for (const item of synthetic) {
    const oneof_index = oneof_decl.push({ name: `_${item.name}` }) - 1;
    field[field.indexOf(item)] = { ...item, oneof_index, proto3_optional: true };
  }
  return { name, field, nested_type, enum_type, oneof_decl };
}

function parseField(tokens: ProtoTokens): FieldDescriptor {
  const type = tokens.name("a field type", { dotted: true });
  const line = tokens.line;
  const name = tokens.name("a field name");
  tokens.expect("=");
  const number = tokens.integer("a field number");
  const options = parseFieldOptions(tokens);
  tokens.expect(";");
  return { name, number, label: "LABEL_OPTIONAL", ...typeOf(type), ...options, line };
}

function typeOf(type: string): { type: string } | { type_name: string } {
  const scalar = (kinds as readonly string[]).includes(type) && type !== "enum" && type !== "message";
  return scalar ? { type: `TYPE_${type.toUpperCase()}` } : { type_name: type };
}

function parseMap(tokens: ProtoTokens): { map: FieldDescriptor; entry: MessageDescriptor } {
  tokens.expect("map");
  tokens.expect("<");
  const key = tokens.name("a key type");
  const line = tokens.line;
  if (!/^(string|bool|[su]?int(32|64)|s?fixed(32|64))$/.test(key)) throw tokens.error(`"${key}" cannot be a map key`);
  tokens.expect(",");
  const value = tokens.name("a value type", { dotted: true });
  tokens.expect(">");
  const name = tokens.name("a field name");
  tokens.expect("=");
  const number = tokens.integer("a field number");
  parseFieldOptions(tokens);
  tokens.expect(";");
  const entryName = `${name.replace(/(^|_)([a-z\d])/g, (_, __, letter: string) => letter.toUpperCase())}Entry`;
  return {
    map: { name, number, label: "LABEL_REPEATED", type_name: entryName, line },
    entry: {
      name: entryName,
      field: [
        { name: "key", number: 1, label: "LABEL_OPTIONAL", ...typeOf(key), line },
        { name: "value", number: 2, label: "LABEL_OPTIONAL", ...typeOf(value), line },
      ],
      options: { map_entry: true },
    },
  };
}

function parseFieldOptions(tokens: ProtoTokens): { options?: { packed: boolean } } {
  let options: { options?: { packed: boolean } } = {};
  if (!tokens.accept("[")) return options;
  while (!tokens.accept("]")) {
    const word = tokens.take();
    if (word === "packed" && tokens.accept("=")) options = { options: { packed: tokens.take() === "true" } };
    else if (word === "{" || word === "[") skipNested(tokens, word);
  }
  return options;
}

function parseEnum(tokens: ProtoTokens): EnumDescriptor {
  const name = tokens.name("an enum name");
  const value: { name: string; number: number }[] = [];
  tokens.expect("{");
  while (!tokens.accept("}")) {
    if (tokens.accept(";")) continue;
    if (tokens.next === "option" || tokens.next === "reserved") {
      skipTo(tokens, ";");
      continue;
    }
    const valueName = tokens.name("a value name");
    tokens.expect("=");
    const number = tokens.integer("a number");
    if (value.length === 0 && number !== 0) throw tokens.error(`the first value of enum "${name}" must be 0`);
    if (tokens.accept("[")) skipNested(tokens, "[");
    tokens.expect(";");
    value.push({ name: valueName, number });
  }
  if (value.length === 0) throw tokens.error(`enum "${name}" has no values`);
  return { name, value };
}

function skipTo(tokens: ProtoTokens, end: string): void {
  for (let word = tokens.take(); word !== end; word = tokens.take()) {
    if (word === "{" || word === "[") skipNested(tokens, word);
  }
}

function skipBraces(tokens: ProtoTokens): void {
  tokens.expect("{");
  skipNested(tokens, "{");
}

function skipNested(tokens: ProtoTokens, open: "{" | "["): void {
  const close = open === "{" ? "}" : "]";
  for (let depth = 1; depth > 0;) {
    const word = tokens.take();
    if (word === open) depth++;
    else if (word === close) depth--;
  }
}
