import { McapIndexedReader } from "@mcap/core";
import { foundIndex } from "./found-index.ts";
import { LogError } from "./log-error.ts";
import { ABOUT } from "./log-writer.ts";
import type { LogIndex, LogSource } from "./log-source.ts";

/**
 * Reads the index at the end of the file. If there is none because the recording was cut off, reads the whole file to
 * find its contents.
 */
export async function indexOf(source: LogSource): Promise<LogIndex> {
  const magic = source.size < MAGIC.length ? undefined : source.read(0, MAGIC.length);
  if (!MAGIC.every((byte, i) => magic?.[i] === byte))
    throw new LogError(`${source.name}: error: this is not an MCAP file`);
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
