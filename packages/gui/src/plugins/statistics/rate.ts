/** The growth of a total per second, between two readings. */
export class Rate {
  #total = 0;
  #atMs: number | undefined;
  perSecond = 0;

  look(total: number, nowMs: number): number {
    if (this.#atMs !== undefined && nowMs > this.#atMs) {
      // A total that decreased has been reset.
      this.perSecond = (Math.max(0, total - this.#total) / (nowMs - this.#atMs)) * 1000;
    }
    this.#total = total;
    this.#atMs = nowMs;
    return this.perSecond;
  }
}
