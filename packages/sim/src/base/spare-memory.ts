/**
 * Lends and reuses large buffers: a fresh page of memory costs more than filling it, on some virtual machines ten times
 * as much. The contents of a borrowed buffer are arbitrary. At most one spare buffer is kept, to waste little.
 *
 * Bytes that were given back are empty for everybody who still refers to them, so nobody can read what is written there
 * next.
 */
export class SpareMemory {
  #spare: ArrayBuffer | undefined;
  readonly #lent = new WeakSet<ArrayBuffer>();

  /** Lends bytes with unspecified contents. */
  borrow(length: number): Uint8Array<ArrayBuffer> {
    if (length < LEAST) return new Uint8Array(length);
    const fits =
      this.#spare !== undefined && this.#spare.byteLength >= length && this.#spare.byteLength < length * MOST;
    const buffer = fits ? this.#spare! : new ArrayBuffer(Math.ceil(length * ROOM));
    this.#spare = undefined;
    this.#lent.add(buffer);
    return new Uint8Array(buffer, 0, length);
  }

  /** Takes the bytes back and empties them. Ignores bytes that were not borrowed, or that must stay. */
  giveBack({ buffer }: Uint8Array): void {
    if (!(buffer instanceof ArrayBuffer) || !this.#lent.delete(buffer)) return;
    this.#spare = buffer.transfer();
  }

  /** Marks bytes that have several users, so that they can no longer be given back. */
  stay({ buffer }: Uint8Array): void {
    if (buffer instanceof ArrayBuffer) this.#lent.delete(buffer);
  }
}

/** The spare memory of this thread. */
export const spareMemory = new SpareMemory();

/** Smaller buffers cost next to nothing. */
const LEAST = 16 * 1024;
/** The next state may be slightly larger. Unused pages cost nothing. */
const ROOM = 1.03;
const MOST = 1.1;
