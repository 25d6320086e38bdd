import { chunkBytes, type Chunk, type ChunkPool } from "./chunk.ts";
import type { Keep } from "./keep.ts";
import { summarise } from "./pyramid.ts";
import { indexAfter, indexAt, type Samples } from "./samples.ts";

/** A new series begins with a chunk of this many samples: most branches of a history are short. */
const FIRST_CHUNK = 256;

/** Which samples to write: indices of times; `offset` is the index of the value that belongs to the first time of all. */
interface Selection {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

/** Samples in the order of their times, in chunks. No chunk is empty. */
export class ChunkList {
  capacity: number;
  readonly chunks: Chunk[] = [];
  readonly #pool: ChunkPool;
  #count = 0;
  #bytes = 0;

  constructor(capacity: number, pool: ChunkPool) {
    this.capacity = capacity;
    this.#pool = pool;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Writes samples before the chunk with an index, beginning in the one before that as long as there is room. */
  write(before: number, times: ArrayLike<number>, values: ArrayLike<number>, { from, to, offset }: Selection): void {
    let at = before;
    for (let i = from; i < to;) {
      const chunk = this.#chunkWithRoom(at);
      if (this.chunks[at] === chunk) at++;
      const first = chunk.end;
      const count = Math.min(to - i, chunk.capacity - first);
      for (let k = 0; k < count; k++) chunk.times[first + k] = times[i + k]!;
      for (let k = 0; k < count; k++) chunk.values[first + k] = values[offset + i + k]!;
      chunk.end = first + count;
      this.#count += count;
      i += count;
      summarise(chunk, first);
    }
  }

  /** Puts samples in place of those that are later than `from` and not later than `to`; other samples are left out. */
  replace(from: number, to: number, { times, values }: Samples): void {
    const first = this.#cut(from);
    const end = this.#cut(to);
    for (const chunk of this.chunks.splice(first, end - first)) this.#release(chunk);
    const behind = this.chunks.length - first;
    this.write(first, times, values, { from: indexAfter(times, from), to: indexAfter(times, to), offset: 0 });
    this.#merge(this.chunks.length - behind);
  }

  /** Drops the oldest samples. Returns the time of the latest one that was dropped; −Infinity if there was none. */
  trim(keep: Keep): number {
    let dropped = -Infinity;
    for (let [first] = this.chunks; first !== undefined; [first] = this.chunks) {
      const excess = this.#excess(first, keep);
      if (excess <= 0) break;
      dropped = first.times[first.start + excess - 1]!;
      if (excess < first.count) {
        first.start += excess;
        this.#count -= excess;
        break;
      }
      this.chunks.shift();
      this.#release(first);
    }
    return dropped;
  }

  /** Moves the samples up to a time to a list that is empty. */
  moveTo(earlier: ChunkList, at: number): void {
    const end = this.#cut(at);
    for (const chunk of this.chunks.splice(0, end)) earlier.#add(this.#remove(chunk));
  }

  /** Takes over the samples of an earlier list. */
  takeIn(earlier: ChunkList): void {
    const { length } = earlier.chunks;
    const chunks = earlier.chunks.splice(0);
    for (const chunk of chunks) {
      earlier.#remove(chunk);
      this.#count += chunk.count;
      this.#bytes += chunk.bytes;
    }
    this.chunks.unshift(...chunks);
    this.#merge(length);
  }

  /** Returns the number of samples of the first chunk that are too many. */
  #excess(first: Chunk, keep: Keep): number {
    if ("samples" in keep) return Math.min(first.count, Math.ceil(this.#count - keep.samples));
    if ("seconds" in keep) {
      const time = this.chunks.at(-1)!.lastTime - keep.seconds;
      return indexAt(first.times, time, first.start, first.end) - first.start;
    }
    // One chunk may be waiting in the pool; the one that is being written stays.
    const limit = keep.bytes - chunkBytes(this.capacity);
    return this.#bytes > limit && this.chunks.length > 1 ? first.count : 0;
  }

  /** Makes a chunk end at a time. Returns the index of the first one that is later. */
  #cut(time: number): number {
    let low = 0;
    let high = this.chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.chunks[middle]!.lastTime <= time) low = middle + 1;
      else high = middle;
    }
    const chunk = this.chunks[low];
    if (chunk === undefined || chunk.firstTime > time) return low;
    const at = indexAfter(chunk.times, time, chunk.start, chunk.end);
    const { times, values, end } = chunk;
    chunk.end = at;
    this.#count -= end - at;
    const later = this.#pool.take(chunk.capacity);
    this.#bytes += later.bytes;
    this.chunks.splice(low + 1, 0, later);
    copy(times, values, { from: at, to: end }, later);
    this.#count += later.count;
    return low + 1;
  }

  /** Joins the chunk with an index and the one before, if both fit into that. */
  #merge(at: number): void {
    const [before, chunk] = [this.chunks[at - 1], this.chunks[at]];
    if (before === undefined || chunk === undefined || before.end + chunk.count > before.capacity) return;
    copy(chunk.times, chunk.values, { from: chunk.start, to: chunk.end }, before);
    this.#count += chunk.count;
    this.chunks.splice(at, 1);
    this.#release(chunk);
  }

  /** Returns the chunk before an index if it has room or can get some, otherwise a new one at the index. */
  #chunkWithRoom(at: number): Chunk {
    const before = this.chunks[at - 1];
    if (before !== undefined && before.end < before.capacity) return before;
    const isFirst = this.chunks.length === 0;
    if (before !== undefined && before.capacity < this.capacity) return this.#grown(at - 1);
    const chunk = this.#pool.take(isFirst ? Math.min(FIRST_CHUNK, this.capacity) : this.capacity);
    this.chunks.splice(at, 0, chunk);
    this.#bytes += chunk.bytes;
    return chunk;
  }

  /** Puts a larger chunk in place of one. */
  #grown(at: number): Chunk {
    const chunk = this.chunks[at]!;
    const larger = this.#pool.take(Math.min(this.capacity, chunk.capacity * 4));
    copy(chunk.times, chunk.values, { from: chunk.start, to: chunk.end }, larger);
    this.#count += larger.count;
    this.#bytes += larger.bytes;
    this.chunks[at] = larger;
    this.#release(chunk);
    return larger;
  }

  #add(chunk: Chunk): void {
    this.chunks.push(chunk);
    this.#count += chunk.count;
    this.#bytes += chunk.bytes;
  }

  #remove(chunk: Chunk): Chunk {
    this.#count -= chunk.count;
    this.#bytes -= chunk.bytes;
    return chunk;
  }

  #release(chunk: Chunk): void {
    this.#pool.give(this.#remove(chunk));
  }
}

/** Appends samples of other columns to a chunk that has room for them. */
function copy(times: Float64Array, values: Float64Array, range: { from: number; to: number }, chunk: Chunk): void {
  const first = chunk.end;
  chunk.times.set(times.subarray(range.from, range.to), first);
  chunk.values.set(values.subarray(range.from, range.to), first);
  chunk.end = first + range.to - range.from;
  summarise(chunk, first);
}
