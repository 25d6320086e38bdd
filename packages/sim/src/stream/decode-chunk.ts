import type { ComponentWrites, Delta } from "../ecs/delta.ts";
import { decodeDelta } from "./delta-codec.ts";
import { decodePoses, type PoseScratch } from "./pose-codec.ts";
import type { Chunk } from "./state-feed.ts";

type ChunkParts = Readonly<Record<"changes" | "poses" | "watched", Uint8Array>>;

/**
 * Decodes what a chunk changes, as one change: values that come twice count in their order. With a scratch, the change holds until
 * the next one is decoded with it. Throws a PackError.
 */
export function decodeChunk({ changes, poses, watched }: ChunkParts, scratch?: PoseScratch): Delta {
  const { removed, placed, unset, set } = changes.length === 0 ? empty : decodeDelta(changes);
  const moved: ComponentWrites[] = poses.length === 0 ? [] : [decodePoses(poses, scratch)];
  const exact = watched.length === 0 ? [] : decodeDelta(watched).set;
  return { removed, placed, unset, set: [...set, ...moved, ...exact] };
}

/** Returns the size of a chunk in bytes, without what its message adds. */
export function chunkBytes({ changes, poses, watched }: Chunk): number {
  return changes.length + poses.length + watched.length;
}

const empty: Delta = { removed: [], placed: [], unset: [], set: [] };
