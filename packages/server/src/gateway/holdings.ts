import type { Limits } from "./limits.ts";

/** A connection, as far as memory is concerned. */
export interface Holder {
  readonly session: object;
  /** What of its messages has come without the rest, or waits for its turn. */
  readonly unfinishedBytes: number;
  /** What it has not read. */
  readonly unsentBytes: number;
  /** Ends the connection and frees what is held for it. */
  cutOff(reason: string): void;
}

/**
 * What the server holds in memory for its clients: messages of which a part has come, and answers that nobody reads. Limited for
 * each session and in all; in all, whoever has most has to go.
 */
export class Holdings {
  readonly #limits: Limits;
  readonly #holders = new Set<Holder>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get unfinishedBytes(): number {
    return sum(this.#holders, ({ unfinishedBytes }) => unfinishedBytes);
  }

  get unsentBytes(): number {
    return sum(this.#holders, ({ unsentBytes }) => unsentBytes);
  }

  add(holder: Holder): void {
    this.#holders.add(holder);
  }

  remove(holder: Holder): void {
    this.#holders.delete(holder);
  }

  /** To be called when a holder has more than before. */
  grown(holder: Holder): void {
    const { unsentBytes, heldBytes } = this.#limits;
    const own = heldFor(holder);
    // Summing up takes longer than most packets: what is small cannot be what is too much.
    if (own < SMALL_BYTES) return;
    const bySession = new Map<object, number>();
    for (const one of this.#holders) bySession.set(one.session, (bySession.get(one.session) ?? 0) + heldFor(one));
    if ((bySession.get(holder.session) ?? 0) > unsentBytes) return this.#end(holder, tooSlow(unsentBytes));
    const inAll = sum(bySession.values(), (bytes) => bytes);
    if (inAll <= heldBytes) return;
    const most = Math.max(...bySession.values());
    const [session] = [...bySession].find(([, bytes]) => bytes === most)!;
    const held = [...this.#holders].filter((one) => one.session === session);
    const largest = held.reduce((a, b) => (heldFor(b) > heldFor(a) ? b : a));
    this.#end(largest, `the server holds ${megabytes(heldBytes)} for its clients, and most of it for this one`);
  }

  #end(holder: Holder, reason: string): void {
    this.remove(holder);
    holder.cutOff(reason);
  }
}

const SMALL_BYTES = 256 * 1024;

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
