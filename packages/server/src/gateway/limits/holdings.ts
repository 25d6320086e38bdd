import type { Limits } from "./limits.ts";

/** A connection that uses memory. */
export interface Holder {
  readonly session: object;
  /** Bytes of incomplete messages, and of messages that wait for their turn. */
  readonly unfinishedBytes: number;
  /** Bytes that it has not read. */
  readonly unsentBytes: number;
  /** Ends the connection and frees the memory held for it. */
  cutOff(reason: string): void;
}

/**
 * The memory that the server holds for its clients: incomplete messages, and answers that nobody reads. Limited per
 * session and in total; when the total is exceeded, the session that holds the most is cut off.
 */
export class Holdings {
  readonly #limits: Limits;
  /** Bytes held for each at its last check. */
  readonly #holders = new Map<Holder, number>();
  readonly #bySession = new Map<object, number>();
  #inAll = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get unfinishedBytes(): number {
    return sum(this.#holders.keys(), ({ unfinishedBytes }) => unfinishedBytes);
  }

  get unsentBytes(): number {
    return sum(this.#holders.keys(), ({ unsentBytes }) => unsentBytes);
  }

  add(holder: Holder): void {
    this.#holders.set(holder, 0);
    this.#note(holder);
  }

  remove(holder: Holder): void {
    this.#count(holder, 0);
    this.#holders.delete(holder);
  }

  /** Must be called when more is held for a connection than before. */
  grown(holder: Holder): void {
    if (!this.#holders.has(holder)) return;
    const { unsentBytes, heldBytes } = this.#limits;
    this.#note(holder);
    if (this.#isWithinLimits(holder)) return;
    // Nobody reports when less is held, so the recorded bytes may be too many.
    for (const one of this.#holders.keys()) this.#note(one);
    if ((this.#bySession.get(holder.session) ?? 0) > unsentBytes) return this.#end(holder, tooSlow(unsentBytes));
    if (this.#inAll <= heldBytes) return;
    const most = Math.max(...this.#bySession.values());
    const [session] = [...this.#bySession].find(([, bytes]) => bytes === most)!;
    const held = [...this.#holders.keys()].filter((one) => one.session === session);
    const largest = held.reduce((a, b) => (heldFor(b) > heldFor(a) ? b : a));
    this.#end(largest, `the server holds ${megabytes(heldBytes)} for its clients, and most of it for this one`);
  }

  #isWithinLimits({ session }: Holder): boolean {
    const { unsentBytes, heldBytes } = this.#limits;
    return this.#inAll <= heldBytes && (this.#bySession.get(session) ?? 0) <= unsentBytes;
  }

  #note(holder: Holder): void {
    this.#count(holder, heldFor(holder));
  }

  #count(holder: Holder, bytes: number): void {
    const before = this.#holders.get(holder);
    if (before === undefined || before === bytes) return;
    this.#holders.set(holder, bytes);
    this.#inAll += bytes - before;
    const ofSession = (this.#bySession.get(holder.session) ?? 0) + bytes - before;
    if (ofSession === 0) this.#bySession.delete(holder.session);
    else this.#bySession.set(holder.session, ofSession);
  }

  #end(holder: Holder, reason: string): void {
    this.remove(holder);
    holder.cutOff(reason);
  }
}

function heldFor({ unfinishedBytes, unsentBytes }: Holder): number {
  return unfinishedBytes + unsentBytes;
}

function tooSlow(bytes: number): string {
  return `more than ${megabytes(bytes)} wait, because it does not read or does not finish what it sends`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toPrecision(3)} MB`;
}

function sum<T>(items: Iterable<T>, of: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += of(item);
  return total;
}
