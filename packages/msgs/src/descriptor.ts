import { decodeMessage } from "./decode.ts";
import { encodeMessage } from "./encode.ts";
import { linkTypes } from "./link.ts";
import { parseProto } from "./proto-text.ts";
import { resolveNames } from "./resolve.ts";
import type { MessageType } from "./schema.ts";

/** The parts of google.protobuf.FileDescriptorProto that determine the form of a message on the wire. */
export interface FileDescriptor {
  readonly name: string;
  readonly package?: string;
  readonly dependency?: readonly string[];
  readonly message_type?: readonly MessageDescriptor[];
  readonly enum_type?: readonly EnumDescriptor[];
  readonly syntax?: string;
}

export interface MessageDescriptor {
  readonly name: string;
  readonly field?: readonly FieldDescriptor[];
  readonly nested_type?: readonly MessageDescriptor[];
  readonly enum_type?: readonly EnumDescriptor[];
  readonly oneof_decl?: readonly { readonly name: string }[];
  readonly options?: { readonly map_entry?: boolean };
}

export interface FieldDescriptor {
  readonly name: string;
  readonly number: number;
  readonly label: "LABEL_OPTIONAL" | "LABEL_REQUIRED" | "LABEL_REPEATED";
  /** `TYPE_DOUBLE` and so on; absent until `type_name` is resolved. */
  readonly type?: string;
  /** As in the text, or with a leading dot once it is resolved. */
  readonly type_name?: string;
  readonly oneof_index?: number;
  readonly proto3_optional?: boolean;
  readonly options?: { readonly packed?: boolean };
  /** Its line in the text; never written. */
  readonly line?: number;
}

export interface EnumDescriptor {
  readonly name: string;
  readonly value?: readonly { readonly name: string; readonly number?: number }[];
}

export function encodeDescriptorSet(files: readonly FileDescriptor[]): Uint8Array<ArrayBuffer> {
  return encodeMessage(descriptorSetType(), { file: files });
}

export function decodeDescriptorSet(bytes: Uint8Array): readonly FileDescriptor[] {
  return (decodeMessage(descriptorSetType(), bytes) as { file?: readonly FileDescriptor[] }).file ?? [];
}

let cached: MessageType | undefined;

function descriptorSetType(): MessageType {
  if (cached === undefined) {
    const file = resolveNames(parseProto(descriptorProto, { file: "google/protobuf/descriptor.proto" }), []);
    cached = linkTypes([file], { messages: new Map(), enums: new Map() }).messages.get(
      "google.protobuf.FileDescriptorSet",
    )!;
  }
  return cached;
}

/** Numbers as protobuf defines them. `oneof_index` is optional because its 0 has a meaning. */
const descriptorProto = `
syntax = "proto3";
package google.protobuf;
message FileDescriptorSet { repeated FileDescriptorProto file = 1; }
message FileDescriptorProto {
  string name = 1;
  string package = 2;
  repeated string dependency = 3;
  repeated DescriptorProto message_type = 4;
  repeated EnumDescriptorProto enum_type = 5;
  string syntax = 12;
}
message DescriptorProto {
  string name = 1;
  repeated FieldDescriptorProto field = 2;
  repeated DescriptorProto nested_type = 3;
  repeated EnumDescriptorProto enum_type = 4;
  MessageOptions options = 7;
  repeated OneofDescriptorProto oneof_decl = 8;
}
message MessageOptions { bool map_entry = 7; }
message OneofDescriptorProto { string name = 1; }
message FieldDescriptorProto {
  enum Type {
    TYPE_UNKNOWN = 0; TYPE_DOUBLE = 1; TYPE_FLOAT = 2; TYPE_INT64 = 3; TYPE_UINT64 = 4; TYPE_INT32 = 5;
    TYPE_FIXED64 = 6; TYPE_FIXED32 = 7; TYPE_BOOL = 8; TYPE_STRING = 9; TYPE_GROUP = 10; TYPE_MESSAGE = 11;
    TYPE_BYTES = 12; TYPE_UINT32 = 13; TYPE_ENUM = 14; TYPE_SFIXED32 = 15; TYPE_SFIXED64 = 16; TYPE_SINT32 = 17;
    TYPE_SINT64 = 18;
  }
  enum Label { LABEL_UNKNOWN = 0; LABEL_OPTIONAL = 1; LABEL_REQUIRED = 2; LABEL_REPEATED = 3; }
  string name = 1;
  int32 number = 3;
  Label label = 4;
  Type type = 5;
  string type_name = 6;
  FieldOptions options = 8;
  optional int32 oneof_index = 9;
  bool proto3_optional = 17;
}
message FieldOptions { optional bool packed = 2; }
message EnumDescriptorProto {
  string name = 1;
  repeated EnumValueDescriptorProto value = 2;
}
message EnumValueDescriptorProto {
  string name = 1;
  int32 number = 2;
}
`;
