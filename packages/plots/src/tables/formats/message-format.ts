import type { FieldPath } from "../fields/field-path.ts";
import type { FieldTypes } from "../fields/field-types.ts";

/**
 * Reads numbers of a message into `values`, and into `times` the stamps of the messages around them in seconds. NaN
 * where there is none. Throws where the bytes are damaged.
 */
export type ReadNumbers = (bytes: Uint8Array, values: Float64Array, times: Float64Array) => void;

/** How the messages of a channel are written. */
export interface MessageFormat {
  /** The type of its messages. */
  readonly root: string;
  /** Returns the types of its fields; a message as an example tells more where the schema does not tell all. */
  typesWith(message: unknown): FieldTypes;
  /** Decodes a message to be looked at. */
  decode(bytes: Uint8Array): unknown;
  /** Makes a function that reads one number for each path. Throws a FieldError when a path leads to none. */
  reader(paths: readonly FieldPath[]): ReadNumbers;
}

/** A schema as a log has it. */
export interface LoggedSchema {
  readonly name: string;
  readonly encoding: string;
  readonly data: Uint8Array;
}

/** Larger schemas are hostile. */
export const MAX_SCHEMA_BYTES = 4 * 1024 * 1024;
