import type { FastCodec } from "./fast-codec.ts";

/** A message type, with its fields in ascending order of their numbers, linked to the types that they refer to. */
export interface MessageType {
  readonly name: string;
  /** The .proto file it comes from. */
  readonly file: string;
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  /** Fields by number; a Map if numbers are too sparse for an array. */
  readonly dense: readonly (Field | undefined)[];
  readonly sparse: ReadonlyMap<number, Field>;
  /** Tried first, if there is one. */
  readonly fast: FastCodec | undefined;
}

export interface EnumType {
  readonly name: string;
  readonly file: string;
  readonly numbers: ReadonlyMap<string, number>;
  /** The first name of each number: a number may have several names. */
  readonly names: ReadonlyMap<number, string>;
}

export interface Field {
  readonly name: string;
  readonly number: number;
  readonly kind: FieldKind;
  readonly code: Code;
  readonly repeated: boolean;
  readonly packed: boolean;
  /** On the wire, a map is a repeated message with the fields `key` and `value`. */
  readonly map: boolean;
  readonly oneof: string | undefined;
  /** The other members of its oneof, which setting this one clears. */
  readonly rivals: readonly Field[] | undefined;
  /** Whether a default is written if it was set: for members of a oneof and `optional` fields. */
  readonly presence: boolean;
  /** Number and wire type of one value. */
  readonly elementTag: number;
  /**
   * Tag of a packed list, which is accepted whether or not `packed` is set; `elementTag` if the list cannot be packed.
   */
  readonly packedTag: number;
  readonly message: MessageType | undefined;
  readonly enum: EnumType | undefined;
}

export const kinds = [
  "double",
  "float",
  "int32",
  "uint32",
  "sint32",
  "fixed32",
  "sfixed32",
  "int64",
  "uint64",
  "sint64",
  "fixed64",
  "sfixed64",
  "bool",
  "string",
  "bytes",
  "enum",
  "message",
] as const;

export type FieldKind = (typeof kinds)[number];

/**
 * The position of a kind in `kinds`. A switch over literal numbers becomes a jump table; one over strings, or over
 * constants with names, does not. So cases are written `13 satisfies Code<"string">`, and the compiler checks them.
 */
export type Code<Kind extends FieldKind = FieldKind> = Positions[Kind];

type Positions = {
  readonly [P in Extract<keyof typeof kinds, `${number}`> as (typeof kinds)[P]]: P extends `${infer N extends number}`
    ? N
    : never;
};

export function codeOf(kind: FieldKind): Code {
  return kinds.indexOf(kind) as Code;
}

/** Wire types in the order of `kinds`: 0 varint, 1 eight bytes, 2 length and bytes, 5 four bytes. */
const wireTypes = [1, 5, 0, 0, 0, 5, 5, 0, 0, 0, 1, 1, 0, 2, 2, 0, 2];

export function wireTypeOf(kind: FieldKind): number {
  return wireTypes[codeOf(kind)]!;
}

/** Field numbers below this are looked up by index, the rest in a Map. */
export const denseLimit = 256;

/** Deeper nesting is refused in both directions: deeper bytes are hostile, deeper objects are cyclic. */
export const maxDepth = 100;
