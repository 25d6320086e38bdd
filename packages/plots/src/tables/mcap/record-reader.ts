import {
  McapRecordBuilder,
  McapStreamReader,
  type Channel,
  type DecompressHandlers,
  type TypedMcapRecords,
} from "@mcap/core";
import { type Unpackers, unpackPart } from "../byte-source.ts";
import { reasonOf, TableError } from "../table-error.ts";

/** What is wanted of a file: the others are skipped. */
export type WantedRecord = TypedMcapRecords["Schema"] | TypedMcapRecords["Channel"] | TypedMcapRecords["Message"];

/** No recording of numbers is packed better than this, and no small file may keep us busy for long. */
const MAX_RATIO = 1000;
const FREE_BYTES = 512 * 1024 * 1024;

/** Reads records from parts of an MCAP file, unpacking its chunks. After a damaged part it can read the next one. */
export class RecordReader {
  readonly #handlers: DecompressHandlers;
  readonly #channels = new Map<number, Channel>();
  #reader: McapStreamReader | undefined;
  /** Bytes that may still be unpacked. */
  #left = FREE_BYTES;

  constructor(unpackers: Unpackers) {
    const handlers = new Proxy<DecompressHandlers>({}, { get: (_, name) => this.#unpacker(unpackers, String(name)) });
    this.#handlers = handlers;
  }

  /** Makes channels known whose records are elsewhere in the file. */
  learn(channels: Iterable<Channel>): void {
    for (const channel of channels) this.#channels.set(channel.id, channel);
    this.#reader = undefined;
  }

  /** Reads whole records. Throws a TableError if they are damaged; those before the damage were taken. */
  read(bytes: Uint8Array, take: (record: WantedRecord) => void): void {
    this.#left += bytes.length * MAX_RATIO;
    const reader = (this.#reader ??= this.#open());
    // A reader that has thrown cannot be used any more.
    this.#reader = undefined;
    try {
      reader.append(bytes);
      for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) {
        if (record.type === "Channel") this.#channels.set(record.id, record);
        if (record.type === "Schema" || record.type === "Channel" || record.type === "Message") take(record);
      }
      if (reader.bytesRemaining() > 0) throw new Error("a record ends too early");
    } catch (error) {
      throw new TableError(reasonOf(error));
    }
    this.#reader = reader;
  }

  #open(): McapStreamReader {
    const reader = new McapStreamReader({ noMagicPrefix: true, decompressHandlers: this.#handlers });
    const builder = new McapRecordBuilder();
    for (const channel of this.#channels.values()) builder.writeChannel(channel);
    reader.append(builder.buffer.slice());
    while (reader.nextRecord() !== undefined);
    return reader;
  }

  #unpacker(unpackers: Unpackers, packing: string) {
    return (bytes: Uint8Array, size: bigint): Uint8Array => {
      this.#left -= Number(size);
      if (this.#left < 0) throw new TableError("the file unpacks to more than can be read");
      return unpackPart(unpackers, packing, bytes, Number(size));
    };
  }
}
