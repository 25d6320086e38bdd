import type { Channel, DecompressHandlers } from "@mcap/core";

/** Where the bytes of a log are. */
export interface LogSource {
  /** For messages: a path. */
  readonly name: string;
  readonly size: number;
  read(offset: number, length: number): Uint8Array;
  /** Unpacks zstd; never more than `size` bytes. */
  unpack(bytes: Uint8Array, size: number): Uint8Array;
}

/** No writer makes larger ones: a damaged file must not make us allocate too much memory. */
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
  /** Ids of the channels that it has messages of. */
  readonly channels: ReadonlySet<number>;
}

export interface LogIndex {
  readonly chunks: readonly IndexedChunk[];
  readonly channels: readonly Channel[];
  /** The log's description; undefined when it is not a log of Orrery. */
  readonly about: ReadonlyMap<string, string> | undefined;
  /** Whether it was ended properly; otherwise the last moments may be missing. */
  readonly isWhole: boolean;
}
