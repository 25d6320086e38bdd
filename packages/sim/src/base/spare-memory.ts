/**
 * Lends large buffers, and lends them again: a page of memory that is fresh costs more than to fill it, on some virtual machines
 * ten times as much. What was lent may hold anything. One buffer waits at most, so that little is kept for nothing.
 *
 * Bytes that were given back are empty from then on, for everybody who still has them: nobody can read what is written there next.
 */
export class SpareMemory {
  #spare: ArrayBuffer | undefined;
  readonly #lent = new WeakSet<ArrayBuffer>();

  /** Bytes, with whatever stood there before. */
  borrow(length: number): Uint8Array<ArrayBuffer> {
    if (length < LEAST) return new Uint8Array(length);
    const fits =
      this.#spare !== undefined && this.#spare.byteLength >= length && this.#spare.byteLength < length * MOST;
    const buffer = fits ? this.#spare! : new ArrayBuffer(Math.ceil(length * ROOM));
    this.#spare = undefined;
    this.#lent.add(buffer);
    return new Uint8Array(buffer, 0, length);
  }

  /** Empties the bytes. Those that were not borrowed, or are to stay, are left alone. */
  giveBack({ buffer }: Uint8Array): void {
    if (!(buffer instanceof ArrayBuffer) || !this.#lent.delete(buffer)) return;
    this.#spare = buffer.transfer();
  }

  /** More than one has these bytes: they cannot be given back any more. */
  stay({ buffer }: Uint8Array): void {
    if (buffer instanceof ArrayBuffer) this.#lent.delete(buffer);
  }
}

/** The spare memory of this thread. */
export const spareMemory = new SpareMemory();

/** Smaller ones cost next to nothing. */
const LEAST = 16 * 1024;
/** The next state may be a little larger. Pages that are not used cost nothing. */
const ROOM = 1.03;
const MOST = 1.1;
