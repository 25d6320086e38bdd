/** The size of the smallest blocks with a summary. Each further level has blocks that are this many times as long. */
export const BLOCK = 16;
/** Samples in a chunk of a long series. */
export const LONGEST_CHUNK = BLOCK * BLOCK * BLOCK;

/**
 * Consecutive samples of a series, with the least and greatest number of each block of 16, 256 and 4096 of them. The
 * columns are longer than what they hold: samples are those from `start` up to `end`.
 */
export class Chunk {
  readonly capacity: number;
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** By block, the levels one after the other; Infinity where a block has no number. See pyramid.ts. */
  readonly least: Float64Array;
  /** Likewise, but −Infinity. */
  readonly greatest: Float64Array;
  start = 0;
  end = 0;

  constructor(capacity: number) {
    const blocks = (capacity >> 4) + (capacity >> 8) + (capacity >> 12);
    this.capacity = capacity;
    this.times = new Float64Array(capacity);
    this.values = new Float64Array(capacity);
    this.least = new Float64Array(blocks);
    this.greatest = new Float64Array(blocks);
  }

  get count(): number {
    return this.end - this.start;
  }

  get firstTime(): number {
    return this.times[this.start]!;
  }

  get lastTime(): number {
    return this.times[this.end - 1]!;
  }

  /** In memory. */
  get bytes(): number {
    return chunkBytes(this.capacity);
  }
}

/** Returns the memory that a chunk for this many samples takes. */
export function chunkBytes(capacity: number): number {
  return 16 * (capacity + (capacity >> 4) + (capacity >> 8) + (capacity >> 12));
}

/** Hands out chunks, again and again the same ones: fresh memory costs more than filling it. */
export class ChunkPool {
  /** How many were created so far. */
  made = 0;
  /** By capacity. */
  readonly #spare = new Map<number, Chunk[]>();
  #inUse = 0;

  /** Returns an empty chunk. */
  take(capacity: number): Chunk {
    this.#inUse++;
    const spare = this.#spare.get(capacity)?.pop();
    if (spare === undefined) this.made++;
    return spare ?? new Chunk(capacity);
  }

  /** Takes back a chunk that nobody reads any more. */
  give(chunk: Chunk): void {
    this.#inUse--;
    chunk.start = chunk.end = 0;
    let spare = this.#spare.get(chunk.capacity);
    if (spare === undefined) this.#spare.set(chunk.capacity, (spare = []));
    spare.push(chunk);
    // Series that are written to together also drop their oldest chunks together.
    while (spare.length > MIN_SPARE + this.#inUse * SPARE_SHARE) spare.pop();
  }
}

/** A pool holds this many chunks of each capacity that nobody uses, or this share of those in use. */
const MIN_SPARE = 4;
const SPARE_SHARE = 0.25;
