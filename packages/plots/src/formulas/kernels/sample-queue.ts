/** Samples that come in at the end and go out at the beginning, with room for a sum next to each. */
export class SampleQueue {
  times = new Float64Array(64);
  values = new Float64Array(64);
  sums = new Float64Array(64);
  /** The first sample, and the end of the last one. Both move back together when room is made. */
  head = 0;
  tail = 0;

  push(time: number, value: number): void {
    if (this.tail === this.times.length) this.#makeRoom();
    this.times[this.tail] = time;
    this.values[this.tail] = value;
    this.tail++;
  }

  clear(): void {
    this.head = this.tail = 0;
  }

  /** Moves the samples to the front, or into twice the memory when they fill more than half of it. */
  #makeRoom(): void {
    const size = this.times.length;
    const grown = this.tail - this.head > size / 2 ? 2 * size : size;
    this.times = this.#moved(this.times, grown);
    this.values = this.#moved(this.values, grown);
    this.sums = this.#moved(this.sums, grown);
    this.tail -= this.head;
    this.head = 0;
  }

  #moved(column: Float64Array<ArrayBuffer>, size: number): Float64Array<ArrayBuffer> {
    if (size === column.length) return column.copyWithin(0, this.head, this.tail);
    const moved = new Float64Array(size);
    moved.set(column.subarray(this.head, this.tail));
    return moved;
  }
}
