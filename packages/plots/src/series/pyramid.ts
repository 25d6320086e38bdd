import { BLOCK, type Chunk } from "./chunk.ts";

/** Brings the summaries up to date after samples were written from an index to the end. Only full blocks have one. */
export function summarise(chunk: Chunk, from: number): void {
  const { values, least, greatest, capacity, end } = chunk;
  const stop = end >> 4;
  for (let block = from >> 4; block < stop; block++) {
    let low = Infinity;
    let high = -Infinity;
    const first = block << 4;
    for (let i = first; i < first + BLOCK; i++) {
      const value = values[i]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    least[block] = low;
    greatest[block] = high;
  }
  const second = capacity >> 4;
  for (let block = from >> 8; block < end >> 8; block++) sumUp(chunk, block << 4, second + block);
  const third = second + (capacity >> 8);
  for (let block = from >> 12; block < end >> 12; block++) sumUp(chunk, second + (block << 4), third + block);
}

/** Writes the summary of a block from those of the blocks in it. */
function sumUp({ least, greatest }: Chunk, first: number, block: number): void {
  let low = Infinity;
  let high = -Infinity;
  for (let i = first; i < first + BLOCK; i++) {
    if (least[i]! < low) low = least[i]!;
    if (greatest[i]! > high) high = greatest[i]!;
  }
  least[block] = low;
  greatest[block] = high;
}

/**
 * Widens a range, `least[at]` to `greatest[at]`, by the samples from one index up to another. What is no number (NaN)
 * leaves it as it is. Reads at most 30 samples and 45 summaries.
 */
export function widen(
  chunk: Chunk,
  from: number,
  to: number,
  least: Float64Array,
  greatest: Float64Array,
  at: number,
): void {
  const { values } = chunk;
  let low = least[at]!;
  let high = greatest[at]!;
  const head = Math.min(to, (from + BLOCK - 1) & -BLOCK);
  for (let i = from; i < head; i++) {
    const value = values[i]!;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const tail = Math.max(head, to & -BLOCK);
  for (let i = head; i < tail;) {
    let block = i >> 4;
    if ((i & 255) !== 0 || i + 256 > tail) i += 16;
    else if ((i & 4095) !== 0 || i + 4096 > tail) {
      block = (chunk.capacity >> 4) + (i >> 8);
      i += 256;
    } else {
      block = (chunk.capacity >> 4) + (chunk.capacity >> 8) + (i >> 12);
      i += 4096;
    }
    if (chunk.least[block]! < low) low = chunk.least[block]!;
    if (chunk.greatest[block]! > high) high = chunk.greatest[block]!;
  }
  for (let i = tail; i < to; i++) {
    const value = values[i]!;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  least[at] = low;
  greatest[at] = high;
}
