import { McapIndexedReader, type Channel, type Schema } from "@mcap/core";
import type { ByteSource } from "../byte-source.ts";
import { TableError } from "../table-error.ts";

/** A part of a file that can be read by itself: a chunk, or messages outside of chunks. */
export interface McapPart {
  readonly offset: number;
  readonly length: number;
  /** Ids of the channels of its messages; undefined if that is not known. */
  readonly channels: ReadonlySet<number> | undefined;
}

/** Where the messages of a file are. */
export interface McapIndex {
  readonly schemas: ReadonlyMap<number, Schema>;
  readonly channels: ReadonlyMap<number, Channel>;
  /** Number of messages of each channel. */
  readonly counts: ReadonlyMap<number, number>;
  /** In the order of the file. */
  readonly parts: readonly McapPart[];
  readonly problems: readonly string[];
}

/** Larger indexes are damaged. */
const MAX_INDEX_BYTES = 256 * 1024 * 1024;

/** Reads the index at the end of a file. Returns undefined when there is none, or when it cannot be right. */
export async function writtenIndex(source: ByteSource): Promise<McapIndex | undefined> {
  let reader: McapIndexedReader;
  try {
    reader = await McapIndexedReader.Initialize({
      readable: {
        size: async () => BigInt(source.size),
        read: async (offset, size) => {
          if (size > MAX_INDEX_BYTES) throw new TableError("the index is too large");
          return source.read(Number(offset), Number(size));
        },
      },
    });
  } catch {
    return undefined;
  }
  const { statistics, channelsById: channels, schemasById: schemas, chunkIndexes } = reader;
  if (statistics === undefined || chunkIndexes.length !== statistics.chunkCount) return undefined;
  const counts = new Map([...statistics.channelMessageCounts].map(([id, count]) => [id, Number(count)]));
  const parts = chunkIndexes
    .map(({ chunkStartOffset, chunkLength, messageIndexOffsets }) => ({
      offset: Number(chunkStartOffset),
      length: Number(chunkLength),
      channels: messageIndexOffsets.size === 0 ? undefined : new Set(messageIndexOffsets.keys()),
    }))
    .sort((a, b) => a.offset - b.offset);
  const isWhole =
    (parts.length > 0 || statistics.messageCount === 0n) &&
    [...counts.keys()].every((id) => channels.has(id)) &&
    [...channels.values()].every(({ schemaId }) => schemaId === 0 || schemas.has(schemaId)) &&
    // Parts that overlap would have a file read over and over.
    parts.every(({ offset, length }, i) => offset + length <= (parts[i + 1]?.offset ?? source.size));
  return isWhole ? { schemas, channels, counts, parts, problems: [] } : undefined;
}
