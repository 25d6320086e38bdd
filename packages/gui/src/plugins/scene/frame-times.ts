/** How long the last frames took in JavaScript, ms. */
export class FrameTimes {
  readonly #last = new Float64Array(240);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(ms: number): void {
    this.#last[this.#count++ % this.#last.length] = ms;
  }

  /** Of the last frames; 0 before the first. */
  get median(): number {
    const sorted = this.#last.slice(0, Math.min(this.#count, this.#last.length)).sort();
    return sorted[sorted.length >> 1] ?? 0;
  }
}
