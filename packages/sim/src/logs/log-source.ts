import type { Channel, DecompressHandlers } from "@mcap/core";

/** The source of a log's bytes. */
export interface LogSource {
  /** The name for messages: a path. */
  readonly name: string;
  readonly size: number;
  read(offset: number, length: number): Uint8Array;
  /** Unpacks zstd, to at most `size` bytes. */
  unpack(bytes: Uint8Array, size: number): Uint8Array;
}

/** No writer makes larger chunks; a damaged file must not cause too much memory to be allocated. */
const MAX_CHUNK_BYTES = 256 * 1024 * 1024;

/** Returns the functions that unpack a log's chunks. */
export function unpackers(source: LogSource): DecompressHandlers {
  return {
    zstd: (bytes, size) => {
      if (size > MAX_CHUNK_BYTES) throw new Error("a part of it is too large");
      return source.unpack(bytes, Number(size));
    },
  };
}

/** A run of messages that the file stores as one packed part. */
export interface IndexedChunk {
  /** Log times of its first and its last message. */
  readonly startNs: number;
  readonly endNs: number;
  readonly offset: number;
  readonly length: number;
  /** Ids of the channels of its messages. */
  readonly channels: ReadonlySet<number>;
}

/** A recorded topic of a log. */
export interface LoggedTopic {
  /** The id of its channel. */
  readonly id: number;
  readonly name: string;
  /** Empty if it is not known, because the log was cut off. */
  readonly type: string;
  /** The description of the type; undefined if it is not known. */
  readonly schema: Uint8Array | undefined;
  readonly encoding: string;
  /** Number of its messages; undefined if it is not known. */
  readonly count: number | undefined;
  /** Number of messages that are missing. */
  readonly dropped: number;
}

/** A range of bytes in the file. */
export interface FilePart {
  readonly offset: number;
  readonly length: number;
}

export interface LogIndex {
  readonly chunks: readonly IndexedChunk[];
  readonly channels: readonly Channel[];
  /** All its topics, Orrery's own included. */
  readonly topics: readonly LoggedTopic[];
  /** Meshes and pictures of the world, by their addresses: records of attachments. */
  readonly assets: ReadonlyMap<string, FilePart>;
  /** The parts of the list of commands and jumps: records of attachments, in the order of the file. */
  readonly events: readonly FilePart[];
  /** The log's description; undefined if this is not a log of Orrery. */
  readonly about: ReadonlyMap<string, string> | undefined;
  /** Whether recording ended properly; otherwise the last moments may be missing. */
  readonly isWhole: boolean;
}
