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
