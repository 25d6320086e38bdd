import { McapWriter, type IWritable } from "@mcap/core";
import { MessageRegistry } from "@orrery/msgs";
import type { Table } from "./table.ts";
import { TableError } from "./table-error.ts";

/** The type of all messages. Its description is in the file, for tools that have never seen it. */
const TYPE = "orrery.CurveValue";
const PROTO = `syntax = "proto3"; package orrery; message CurveValue { double value = 1; }`;
/** Bytes of a chunk, which is written as one piece. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Writes a table as MCAP, in pieces that follow on each other: a channel for each column, named after it, with its unit
 * among the metadata. Each value is a message at its time. Throws a TableError if a time is negative, because MCAP has
 * no such times.
 */
export async function* mcapPieces({ times, columns }: Table): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  if (times[0]! < 0) throw new TableError(`MCAP has no times before 0, and the first one is ${times[0]} s`);
  const output = new Pieces();
  const writer = new McapWriter({ writable: output, chunkSize: CHUNK_BYTES });
  await writer.start({ profile: "", library: "orrery" });
  const messages = new MessageRegistry({ builtin: false });
  messages.addProto(PROTO, { file: "orrery/curve_value.proto" });
  const data = messages.descriptorSet(TYPE);
  const schemaId = await writer.registerSchema({ name: TYPE, encoding: "protobuf", data });
  const channels: number[] = [];
  for (const { name, unit } of columns) {
    const metadata = new Map(unit === "" ? [] : [["unit", unit]]);
    channels.push(await writer.registerChannel({ topic: name, messageEncoding: "protobuf", schemaId, metadata }));
  }
  const written = new Uint32Array(columns.length);
  for (let row = 0; row < times.length; row++) {
    const time = BigInt(Math.round(times[row]! * 1e9));
    for (let i = 0; i < columns.length; i++) {
      const { rows, values } = columns[i]!;
      const next = written[i]!;
      if (rows !== undefined && rows[next] !== row) continue;
      written[i] = next + 1;
      const data = messageOf(values[next]!);
      await writer.addMessage({ channelId: channels[i]!, sequence: next, logTime: time, publishTime: time, data });
    }
    yield* output.take();
  }
  await writer.end();
  yield* output.take();
}

/** Encodes a message: the tag of field 1 as a double, and the double. */
function messageOf(value: number): Uint8Array {
  const bytes = new Uint8Array(9);
  bytes[0] = (1 << 3) | 1;
  new DataView(bytes.buffer).setFloat64(1, value, true);
  return bytes;
}

/** Collects what was written until somebody takes it. */
class Pieces implements IWritable {
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  #position = 0n;

  position(): bigint {
    return this.#position;
  }

  write(buffer: Uint8Array): Promise<void> {
    // The writer uses its memory again.
    this.#pieces.push(buffer.slice());
    this.#position += BigInt(buffer.length);
    return Promise.resolve();
  }

  take(): Uint8Array<ArrayBuffer>[] {
    const pieces = this.#pieces;
    if (pieces.length > 0) this.#pieces = [];
    return pieces;
  }
}
