import { McapWriter } from "@mcap/core";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Unpackers } from "@orrery/plots";

/** A topic with its messages. */
export interface WrittenTopic {
  readonly topic: string;
  readonly encoding: string;
  readonly schema?: { readonly name: string; readonly encoding: string; readonly data: Uint8Array };
  /** Log times in nanoseconds, and messages. */
  readonly messages: readonly (readonly [number, Uint8Array])[];
}

/** How a file is laid out: without chunks, or with chunks that are packed or not. */
export type Layout = "plain" | "chunks" | "zstd" | "lz4" | "without index" | "chunks without index";

export const unpackers: Unpackers = {
  zstd: (bytes, size) => zstdDecompressSync(bytes, { maxOutputLength: Number(size) }),
};

/** Writes an MCAP file with the library of its inventors. */
export async function mcapFile(topics: readonly WrittenTopic[], layout: Layout = "zstd"): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const writable = {
    position: () => BigInt(size),
    write: async (bytes: Uint8Array) => {
      parts.push(bytes.slice());
      size += bytes.length;
    },
  };
  const isIndexed = !layout.endsWith("without index");
  const writer = new McapWriter({
    writable,
    useChunks: layout !== "plain" && layout !== "without index",
    chunkSize: 2000,
    useChunkIndex: isIndexed,
    useStatistics: isIndexed,
    useMessageIndex: isIndexed,
    repeatChannels: isIndexed,
    repeatSchemas: isIndexed,
    ...(layout === "lz4" && { compressChunk: (bytes) => ({ compression: "lz4", compressedData: lz4Frame(bytes) }) }),
    ...(layout === "zstd" && {
      compressChunk: (bytes) => ({ compression: "zstd", compressedData: zstdCompressSync(bytes) }),
    }),
  });
  await writer.start({ profile: "", library: "test" });
  const all: { readonly channelId: number; readonly time: number; readonly data: Uint8Array }[] = [];
  for (const { topic, encoding, schema, messages } of topics) {
    const schemaId = schema === undefined ? 0 : await writer.registerSchema(schema);
    const channelId = await writer.registerChannel({ topic, messageEncoding: encoding, schemaId, metadata: new Map() });
    all.push(...messages.map(([time, data]) => ({ channelId, time, data })));
  }
  all.sort((a, b) => a.time - b.time);
  for (const [sequence, { channelId, time, data }] of all.entries()) {
    const [logTime, publishTime] = [BigInt(time), BigInt(time)];
    await writer.addMessage({ channelId, sequence, logTime, publishTime, data });
  }
  await writer.end();
  return Buffer.concat(parts);
}

/** Puts bytes into a frame of LZ4 without making them smaller. */
function lz4Frame(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from("04224d18604000", "hex");
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length + 0x8000_0000);
  return Buffer.concat([head, length, bytes, Buffer.alloc(4)]);
}

const utf8 = new TextEncoder();

export function json(value: unknown): Uint8Array {
  return utf8.encode(JSON.stringify(value));
}

export function text(value: string): Uint8Array {
  return utf8.encode(value);
}

/** Lays values out as CDR has them in its first version, or as ROS 1 has them. */
export class CdrBytes {
  readonly #bytes: number[];
  readonly #isLittle: boolean;
  readonly #start: number;
  readonly #isPadded: boolean;

  constructor(order: "little" | "big" | "ros1" = "little") {
    this.#bytes = order === "ros1" ? [] : [0, order === "big" ? 0 : 1, 0, 0];
    this.#start = this.#bytes.length;
    this.#isLittle = order !== "big";
    this.#isPadded = order !== "ros1";
  }

  get bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }

  number(type: "Int8" | "Uint8" | "Int16" | "Uint32" | "Int32" | "Float32" | "Float64", ...values: number[]): this {
    const size = Number(/\d+/.exec(type)![0]) / 8;
    for (const value of values) {
      while (this.#isPadded && (this.#bytes.length - this.#start) % size !== 0) this.#bytes.push(0);
      const view = new DataView(new ArrayBuffer(size));
      view[`set${type}`](0, value, this.#isLittle);
      this.#bytes.push(...new Uint8Array(view.buffer));
    }
    return this;
  }

  big(value: bigint): this {
    while (this.#isPadded && (this.#bytes.length - this.#start) % 8 !== 0) this.#bytes.push(0);
    const view = new DataView(new ArrayBuffer(8));
    view.setBigInt64(0, value, this.#isLittle);
    this.#bytes.push(...new Uint8Array(view.buffer));
    return this;
  }

  text(value: string): this {
    const bytes = [...utf8.encode(value), ...(this.#isPadded ? [0] : [])];
    this.number("Uint32", bytes.length);
    this.#bytes.push(...bytes);
    return this;
  }
}
