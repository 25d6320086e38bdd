import { McapIndexedReader, type Channel, type DecompressHandlers } from "@mcap/core";
import { foundIndex } from "./found-index.ts";
import { LogError } from "./log-error.ts";
import { ABOUT } from "./log-writer.ts";

/** Where the bytes of a log are. */
export interface LogSource {
  /** For messages: a path. */
  readonly name: string;
  readonly size: number;
  read(offset: number, length: number): Uint8Array;
  /** Unpacks zstd; never more than `size` bytes. */
  unpack(bytes: Uint8Array, size: number): Uint8Array;
}

/** Larger ones no writer makes: memory that a damaged file asks for is not given. */
const MAX_CHUNK_BYTES = 256 * 1024 * 1024;

/** Returns how a log's chunks are unpacked. */
export function unpackers(source: LogSource): DecompressHandlers {
  return {
    zstd: (bytes, size) => {
      if (size > MAX_CHUNK_BYTES) throw new Error("a piece of it is too large");
      return source.unpack(bytes, Number(size));
    },
  };
}

/** A run of messages that lies in the file as one packed piece. */
export interface IndexedChunk {
  /** Log times of its first and its last message. */
  readonly startNs: number;
  readonly endNs: number;
  readonly offset: number;
  readonly length: number;
  /** Ids of the channels it has messages of. */
  readonly channels: ReadonlySet<number>;
}

export interface LogIndex {
  readonly chunks: readonly IndexedChunk[];
  readonly channels: readonly Channel[];
  /** What the log says of itself; nothing when it is none of Orrery. */
  readonly about: ReadonlyMap<string, string> | undefined;
  /** It was ended in order: otherwise the last moments may be missing. */
  readonly isWhole: boolean;
}

/** Reads the index that the file ends with. Where there is none, because the recording was cut off, reads all of the file to find what it holds. */
export async function indexOf(source: LogSource): Promise<LogIndex> {
  const magic = source.size < MAGIC.length ? undefined : source.read(0, MAGIC.length);
  if (!MAGIC.every((byte, i) => magic?.[i] === byte)) throw new LogError(`${source.name}: error: this is no MCAP file`);
  try {
    return await writtenIndex(source);
  } catch {
    return foundIndex(source, MAGIC.length);
  }
}

const MAGIC = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a];

async function writtenIndex(source: LogSource): Promise<LogIndex> {
  const reader = await McapIndexedReader.Initialize({
    readable: {
      size: async () => BigInt(source.size),
      read: async (offset, size) => source.read(Number(offset), Number(size)),
    },
  });
  let about: ReadonlyMap<string, string> | undefined;
  for await (const { metadata } of reader.readMetadata({ name: ABOUT })) about = metadata;
  const chunks = reader.chunkIndexes.map((chunk) => ({
    startNs: Number(chunk.messageStartTime),
    endNs: Number(chunk.messageEndTime),
    offset: Number(chunk.chunkStartOffset),
    length: Number(chunk.chunkLength),
    channels: new Set(chunk.messageIndexOffsets.keys()),
  }));
  return {
    chunks: chunks.toSorted((a, b) => a.startNs - b.startNs || a.offset - b.offset),
    channels: [...reader.channelsById.values()],
    about,
    isWhole: true,
  };
}
