import { MessageRegistry } from "@orrery/msgs";
import { WireReader } from "@orrery/msgs/wire-reader";
import type { FieldPath } from "../fields/field-path.ts";
import type { FieldTypes } from "../fields/field-types.ts";
import { ProtoTypes } from "../fields/proto-types.ts";
import { stampPaths } from "../fields/stamp-paths.ts";
import { decodeWire } from "../fields/wire-decode.ts";
import { wireNumberReader } from "../fields/wire-numbers.ts";
import { joinSeconds } from "../message-times.ts";
import { TableError } from "../table-error.ts";
import { MAX_SCHEMA_BYTES, type LoggedSchema, type MessageFormat, type ReadNumbers } from "./message-format.ts";

/** Messages of protobuf, by the types in the log: they may be older or newer than ours of the same name. */
export class ProtoFormat implements MessageFormat {
  readonly root: string;
  readonly #types: ProtoTypes;

  /** Throws a TableError or a MessageError when the schema is no binary FileDescriptorSet that has the type. */
  constructor({ name, data }: LoggedSchema) {
    checkSize(data);
    const registry = new MessageRegistry({ builtin: false });
    registry.addDescriptorSet(data);
    registry.describe(name);
    this.root = name;
    this.#types = new ProtoTypes(registry);
  }

  typesWith(): FieldTypes {
    return this.#types;
  }

  decode(bytes: Uint8Array): object {
    return decodeWire(this.#types, this.root, bytes);
  }

  reader(paths: readonly FieldPath[]): ReadNumbers {
    const readers = paths.map((path) => ({
      value: wireNumberReader(this.#types, this.root, path),
      stamps: stampPaths(this.#types, this.root, path).map(({ seconds, nanoseconds }) => ({
        seconds: wireNumberReader(this.#types, this.root, seconds, "nothing"),
        nanoseconds: wireNumberReader(this.#types, this.root, nanoseconds, "nothing"),
      })),
    }));
    return (bytes, values, times) => {
      for (let i = 0; i < readers.length; i++) {
        const { value, stamps } = readers[i]!;
        values[i] = value(bytes);
        times[i] = NaN;
        for (let k = 0; k < stamps.length && Number.isNaN(times[i]); k++) {
          times[i] = joinSeconds(stamps[k]!.seconds(bytes), stamps[k]!.nanoseconds(bytes));
        }
      }
    };
  }
}

/** Linking types compares the fields of a message with each other, so there must not be too many of them. */
const MAX_PAIRS = 10e6;

/** Refuses a FileDescriptorSet that would take long to link, by the sizes of its messages. */
function checkSize(data: Uint8Array): void {
  if (data.length > MAX_SCHEMA_BYTES) throw new TableError(`its schema of ${data.length} bytes is too large`);
  let pairs = 0;
  const reader = new WireReader(data);
  const visit = (end: number, inner: number, depth: number): void => {
    if (depth > 64) throw new TableError("its schema is nested too deeply");
    let fields = 0;
    reader.end = end;
    while (reader.pos < end) {
      const tag = reader.small();
      const number = Math.floor(tag / 8);
      if (depth > 1 && number === 2) fields++;
      if ((tag & 7) !== 2 || number !== inner) {
        reader.skip(tag);
        continue;
      }
      const stop = reader.size() + reader.pos;
      visit(stop, depth === 0 ? IN_FILE : IN_MESSAGE, depth + 1);
      [reader.end, reader.pos] = [end, stop];
    }
    pairs += fields * fields;
    if (pairs > MAX_PAIRS) throw new TableError("its schema has too many fields");
  };
  visit(data.length, 1, 0);
}

/** Numbers of the fields that have messages: of a file, and of a message. */
const IN_FILE = 4;
const IN_MESSAGE = 3;
