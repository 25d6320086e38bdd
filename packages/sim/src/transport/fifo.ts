/** A queue with operations of constant time: an array would move all items whenever one is taken. */
export class Fifo<T> {
  readonly #items: (T | undefined)[] = [];
  /** Places before this one are empty. */
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  /** The item that has waited longest. */
  get first(): T | undefined {
    return this.#items[this.#head];
  }

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#head];
    this.#items[this.#head++] = undefined;
    if (this.#head > ROOM && this.#head * 2 > this.#items.length) {
      this.#items.splice(0, this.#head);
      this.#head = 0;
    }
    return item;
  }
}

/** With fewer empty places, moving items is not worthwhile. */
const ROOM = 64;
