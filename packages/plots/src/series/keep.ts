import { BLOCK, LONGEST_CHUNK, chunkBytes } from "./chunk.ts";

/** How much a series holds at most; what is oldest goes first. */
export type Keep = { readonly samples: number } | { readonly seconds: number } | { readonly bytes: number };

/** What a limit is compared with. */
export interface Amount {
  readonly count: number;
  /** Seconds from the first sample to the last. */
  readonly seconds: number;
  /** In memory. */
  readonly bytes: number;
}

/** Returns the part of an amount that a limit is about. */
export function amountOf(keep: Keep, { count, seconds, bytes }: Amount): number {
  if ("samples" in keep) return count;
  return "seconds" in keep ? seconds : bytes;
}

export function limitOf(keep: Keep): number {
  if ("samples" in keep) return keep.samples;
  return "seconds" in keep ? keep.seconds : keep.bytes;
}

/** Returns the same kind of limit with another number. */
export function keepOf(keep: Keep, limit: number): Keep {
  if ("samples" in keep) return { samples: limit };
  return "seconds" in keep ? { seconds: limit } : { bytes: limit };
}

const SHORT_CHUNK = BLOCK * BLOCK;

/** Returns how long the chunks of a series should be: a quarter of it or less, because memory goes chunk by chunk. */
export function chunkCapacity(keep: Keep): number {
  for (let capacity = LONGEST_CHUNK; capacity > SHORT_CHUNK; capacity /= 4) {
    if ("samples" in keep && 4 * capacity > keep.samples) continue;
    if ("bytes" in keep && 4 * chunkBytes(capacity) > keep.bytes) continue;
    return capacity;
  }
  return SHORT_CHUNK;
}
