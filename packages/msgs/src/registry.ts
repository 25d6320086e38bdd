import { builtinFiles } from "./builtin.ts";
import { decodeMessage } from "./decode.ts";
import { type MessageDescription, describeMessage, sameType } from "./describe.ts";
import { decodeDescriptorSet, encodeDescriptorSet, type FileDescriptor } from "./descriptor.ts";
import { encodeMessage } from "./encode.ts";
import type { MessageTypes } from "./gen/message-types.ts";
import { messageFromJson, messageToJson } from "./json.ts";
import { linkTypes, type TypeSet } from "./link.ts";
import { MessageError, show } from "./message-error.ts";
import { nearest } from "./nearest.ts";
import { printProto } from "./print-proto.ts";
import { parseProto } from "./proto-text.ts";
import { aliased, resolveNames } from "./resolve.ts";
import type { EnumType, MessageType } from "./schema.ts";

/** The interface of a message by its full name; types that are not built in are records of unknown values. */
export type MessageOf<Name extends string> = Name extends keyof MessageTypes
  ? MessageTypes[Name]
  : Name extends `ignition.msgs.${infer Rest}`
    ? `gz.msgs.${Rest}` extends keyof MessageTypes
      ? MessageTypes[`gz.msgs.${Rest}`]
      : UnknownMessage
    : UnknownMessage;

export type UnknownMessage = { readonly [field: string]: unknown };

/**
 * Message types by full name, and operations on them. Contains all built-in types; more can be added as .proto text or
 * as descriptors. `ignition.msgs.X` is an alias of `gz.msgs.X`. Every failure is a MessageError.
 */
export class MessageRegistry {
  readonly #messages = new Map<string, MessageType>();
  readonly #enums = new Map<string, EnumType>();
  readonly #files = new Map<string, FileDescriptor>();
  readonly #texts = new Map<string, string>();

  constructor({ builtin = true }: { builtin?: boolean } = {}) {
    if (builtin) this.#commit(builtinFiles().files, builtinFiles().types);
  }

  encode<Name extends string>(type: Name, value: MessageOf<Name>): Uint8Array<ArrayBuffer> {
    return encodeMessage(this.#type(type), value);
  }

  /** Decodes a message. Absent fields stay absent: read them with a default, as in `pose.position?.x ?? 0`. */
  decode<Name extends string>(type: Name, bytes: Uint8Array): MessageOf<Name> {
    return decodeMessage(this.#type(type), bytes) as MessageOf<Name>;
  }

  toJson<Name extends string>(type: Name, value: MessageOf<Name>): unknown {
    return messageToJson(this.#type(type), value);
  }

  fromJson<Name extends string>(type: Name, json: unknown): MessageOf<Name> {
    return messageFromJson(this.#type(type), json) as MessageOf<Name>;
  }

  /** Number of message types; it only increases. */
  get size(): number {
    return this.#messages.size;
  }

  has(type: string): boolean {
    return aliased(type, this.#messages) !== undefined;
  }

  /** Returns the name that a type has here, if the given one is an alias; the given one if the type is not known. */
  nameOf(type: string): string {
    return aliased(type, this.#messages) ?? type;
  }

  /** Lists full names in alphabetical order, without aliases and map entries. */
  types(): string[] {
    const entries = new Set<MessageType>();
    for (const { fields } of this.#messages.values())
      for (const field of fields) if (field.map) entries.add(field.message!);
    return [...this.#messages.values()]
      .filter((type) => !entries.has(type))
      .map((type) => type.name)
      .sort();
  }

  describe(type: string): MessageDescription {
    return describeMessage(this.#type(type));
  }

  /**
   * Adds the types of a .proto text. Adding the same text twice is allowed; a different one under the same name is an
   * error.
   */
  addProto(text: string, { file }: { file: string }): void {
    if (this.#texts.get(file) === text) return;
    const parsed = parseProto(text, { file });
    for (const name of parsed.dependency ?? []) {
      // Gazebo has one file per message, this package one per family, so any of Gazebo's names stands for all of them.
      const known = this.#files.has(name) || /^(gz|ignition|orrery)\/msgs\/\w+\.proto$/.test(name);
      if (!known) throw new MessageError(`imports "${name}", which was not added before`, { file });
    }
    this.#add([resolveNames(parsed, this.#files.values())]);
    this.#texts.set(file, text);
  }

  /** Adds the types of a binary google.protobuf.FileDescriptorSet: all of them, or none if one does not fit. */
  addDescriptorSet(bytes: Uint8Array): void {
    this.#add(decodeDescriptorSet(bytes));
  }

  /**
   * Returns a binary google.protobuf.FileDescriptorSet, imports first, of all types or of one with everything it needs.
   */
  descriptorSet(type?: string): Uint8Array<ArrayBuffer> {
    const wanted = type === undefined ? [...this.#files.keys()] : [this.#type(type).file];
    const ordered = new Map<string, FileDescriptor>();
    const visit = (name: string): void => {
      const file = this.#files.get(name);
      if (file === undefined || ordered.has(name)) return;
      for (const other of file.dependency ?? []) visit(other);
      ordered.set(name, file);
    };
    wanted.forEach(visit);
    return encodeDescriptorSet([...ordered.values()]);
  }

  /**
   * Returns a binary google.protobuf.FileDescriptorSet of the types that are not built in, which may import built-in
   * ones.
   */
  addedDescriptorSet(): Uint8Array<ArrayBuffer> {
    const builtin = new Set(builtinFiles().files.map(({ name }) => name));
    return encodeDescriptorSet([...this.#files.values()].filter(({ name }) => !builtin.has(name)));
  }

  /**
   * Returns all types of gz.msgs as one .proto text without imports. gzweb requests this text from a server, under the
   * package `ignition.msgs`.
   */
  protoText({ package: name = "gz.msgs" }: { package?: "gz.msgs" | "ignition.msgs" } = {}): string {
    return printProto(this.#files.values(), name);
  }

  #type(name: string): MessageType {
    const type = this.#messages.get(name) ?? this.#messages.get(aliased(name, this.#messages) ?? "");
    if (type !== undefined) return type;
    const guess = nearest(name, this.#messages.keys());
    throw new MessageError(`unknown message type ${show(name)}${guess ? `; did you mean "${guess}"?` : ""}`);
  }

  #add(files: readonly FileDescriptor[]): void {
    const known = { messages: this.#messages, enums: this.#enums };
    const types = linkTypes(files, known);
    const byFile = Map.groupBy([...types.messages.values(), ...types.enums.values()], (type) => type.file);
    const added = files.filter(({ name }) => this.#isNew(byFile.get(name) ?? [], name));
    // Resolved again without the files already known, whose declarations stay in place.
    const resolved = added.map((file) => resolveNames(file, [...added, ...this.#files.values()]));
    this.#commit(resolved, linkTypes(resolved, known));
  }

  /** Returns true if none of a file's types is known, false if all are known and equal. Throws otherwise. */
  #isNew(types: readonly (MessageType | EnumType)[], file: string): boolean {
    const fresh = types.filter((type) => {
      const present = this.#messages.get(type.name) ?? this.#enums.get(type.name);
      if (present !== undefined && !sameType(present, type)) {
        throw new MessageError(`"${type.name}" differs from the one in ${present.file}`, { file });
      }
      return present === undefined;
    });
    if (fresh.length === 0) return types.length === 0;
    if (fresh.length === types.length) return true;
    throw new MessageError(`"${fresh[0]!.name}" is new, but other types in its file are already known`, { file });
  }

  #commit(files: readonly FileDescriptor[], types: TypeSet): void {
    for (const file of files) this.#files.set(file.name, file);
    for (const [name, type] of types.messages) this.#messages.set(name, type);
    for (const [name, type] of types.enums) this.#enums.set(name, type);
  }
}

/** The registry that this process shares. Types added to it are visible to all its users. */
export const messages = new MessageRegistry();
