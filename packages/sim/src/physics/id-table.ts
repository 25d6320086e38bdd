const PAGE_BITS = 10;
const PAGE = 1 << PAGE_BITS;

/**
 * Small integers by id, an integer below 2³². Consecutive ids are next to each other, so that visiting all of them is
 * fast.
 */
export class IdTable {
  /** The value plus one, by the low bits of the id; the last number of a page counts its ids in use. */
  readonly #pages = new Map<number, Int32Array<ArrayBuffer>>();
  #size = 0;
  /** Number of the last used page. */
  #number = -1;
  #page = new Int32Array(PAGE + 1);

  get size(): number {
    return this.#size;
  }

  has(id: number): boolean {
    return this.get(id) >= 0;
  }

  /** Returns −1 if there is no value. */
  get(id: number): number {
    return this.#open(id >>> PAGE_BITS) ? this.#page[id & (PAGE - 1)]! - 1 : -1;
  }

  set(id: number, value: number): void {
    const number = id >>> PAGE_BITS;
    if (!this.#open(number)) {
      this.#pages.set(number, new Int32Array(PAGE + 1));
      this.#open(number);
    }
    const at = id & (PAGE - 1);
    if (this.#page[at] === 0) {
      this.#page[PAGE]!++;
      this.#size++;
    }
    this.#page[at] = value + 1;
  }

  delete(id: number): void {
    const number = id >>> PAGE_BITS;
    const at = id & (PAGE - 1);
    if (!this.#open(number) || this.#page[at] === 0) return;
    this.#page[at] = 0;
    this.#size--;
    if (--this.#page[PAGE]! > 0) return;
    this.#pages.delete(number);
    this.#number = -1;
  }

  sortedIds(): number[] {
    return [...this.#pages]
      .sort(([a], [b]) => a - b)
      .flatMap(([number, page]) => {
        const ids: number[] = [];
        for (let at = 0; at < PAGE; at++) if (page[at] !== 0) ids.push(number * PAGE + at);
        return ids;
      });
  }

  /** Makes a page the current one. Returns false if no page has that number. */
  #open(number: number): boolean {
    if (number === this.#number) return true;
    const page = this.#pages.get(number);
    if (page === undefined) return false;
    this.#number = number;
    this.#page = page;
    return true;
  }
}
