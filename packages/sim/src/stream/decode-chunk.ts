import type { ComponentWrites, Delta } from "../ecs/delta.ts";
import { decodeDelta } from "./delta-codec.ts";
import { decodePoses, type PoseScratch } from "./pose-codec.ts";

type ChunkParts = Readonly<Record<"changes" | "poses" | "watched", Uint8Array>>;

/**
 * Decodes a chunk as one change; a value given twice is applied in order. With a scratch, the change is valid until the
 * next one is decoded with it. Throws a PackError.
 */
export function decodeChunk({ changes, poses, watched }: ChunkParts, scratch?: PoseScratch): Delta {
  const { removed, placed, unset, set } = changes.length === 0 ? empty : decodeDelta(changes);
  const moved: ComponentWrites[] = poses.length === 0 ? [] : [decodePoses(poses, scratch)];
  const exact = watched.length === 0 ? [] : decodeDelta(watched).set;
  return { removed, placed, unset, set: [...set, ...moved, ...exact] };
}

const empty: Delta = { removed: [], placed: [], unset: [], set: [] };
