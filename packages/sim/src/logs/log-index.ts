import { McapIndexedReader } from "@mcap/core";
import { foundIndex } from "./found-index.ts";
import { ASSET } from "./log-assets.ts";
import { EVENTS } from "./log-events.ts";
import { LogError } from "./log-error.ts";
import { ABOUT, DROPPED } from "./log-writer.ts";
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
  const dropped = new Map<string, string>();
  for await (const { metadata } of reader.readMetadata({ name: DROPPED })) {
    for (const [topic, count] of metadata) dropped.set(topic, count);
  }
  const counts = reader.statistics?.channelMessageCounts;
  const channels = [...reader.channelsById.values()];
  const chunks = reader.chunkIndexes.map((chunk) => ({
    startNs: Number(chunk.messageStartTime),
    endNs: Number(chunk.messageEndTime),
    offset: Number(chunk.chunkStartOffset),
    length: Number(chunk.chunkLength),
    channels: new Set(chunk.messageIndexOffsets.keys()),
  }));
  const parts = reader.attachmentIndexes.filter(({ name }) => name === EVENTS);
  const assets = reader.attachmentIndexes.filter(({ name }) => name.startsWith(ASSET));
  return {
    assets: new Map(
      assets.map(({ name, offset, length }) => [
        name.slice(ASSET.length),
        { offset: Number(offset), length: Number(length) },
      ]),
    ),
    events: parts.map(({ offset, length }) => ({ offset: Number(offset), length: Number(length) })),
    chunks: chunks.toSorted((a, b) => a.startNs - b.startNs || a.offset - b.offset),
    channels,
    topics: channels.map(({ id, topic, schemaId, messageEncoding: encoding }) => ({
      id,
      name: topic,
      encoding,
      schema: reader.schemasById.get(schemaId)?.data,
      type: reader.schemasById.get(schemaId)?.name ?? "",
      count: counts === undefined ? undefined : Number(counts.get(id) ?? 0n),
      dropped: Number(dropped.get(topic) ?? 0),
    })),
    about,
    isWhole: true,
  };
}
