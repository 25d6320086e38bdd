import type { Limits } from "./limits.ts";

/** A connection that uses memory. */
export interface MemoryUser {
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
  readonly #users = new Map<MemoryUser, number>();
  readonly #bySession = new Map<object, number>();
  #inAll = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get unfinishedBytes(): number {
    return sum(this.#users.keys(), ({ unfinishedBytes }) => unfinishedBytes);
  }

  get unsentBytes(): number {
    return sum(this.#users.keys(), ({ unsentBytes }) => unsentBytes);
  }

  add(user: MemoryUser): void {
    this.#users.set(user, 0);
    this.#note(user);
  }

  remove(user: MemoryUser): void {
    this.#count(user, 0);
    this.#users.delete(user);
  }

  /** Must be called when more is held for a connection than before. */
  grown(user: MemoryUser): void {
    if (!this.#users.has(user)) return;
    const { unsentBytes, heldBytes } = this.#limits;
    this.#note(user);
    if (this.#isWithinLimits(user)) return;
    // Nobody reports when less is held, so the recorded bytes may be too many.
    for (const one of this.#users.keys()) this.#note(one);
    if ((this.#bySession.get(user.session) ?? 0) > unsentBytes) return this.#end(user, tooSlow(unsentBytes));
    if (this.#inAll <= heldBytes) return;
    const most = Math.max(...this.#bySession.values());
    const [session] = [...this.#bySession].find(([, bytes]) => bytes === most)!;
    const held = [...this.#users.keys()].filter((one) => one.session === session);
    const largest = held.reduce((a, b) => (heldFor(b) > heldFor(a) ? b : a));
    this.#end(largest, `the server holds ${megabytes(heldBytes)} for its clients, and most of it for this one`);
  }

  #isWithinLimits({ session }: MemoryUser): boolean {
    const { unsentBytes, heldBytes } = this.#limits;
    return this.#inAll <= heldBytes && (this.#bySession.get(session) ?? 0) <= unsentBytes;
  }

  #note(user: MemoryUser): void {
    this.#count(user, heldFor(user));
  }

  #count(user: MemoryUser, bytes: number): void {
    const before = this.#users.get(user);
    if (before === undefined || before === bytes) return;
    this.#users.set(user, bytes);
    this.#inAll += bytes - before;
    const ofSession = (this.#bySession.get(user.session) ?? 0) + bytes - before;
    if (ofSession === 0) this.#bySession.delete(user.session);
    else this.#bySession.set(user.session, ofSession);
  }

  #end(user: MemoryUser, reason: string): void {
    this.remove(user);
    user.cutOff(reason);
  }
}

function heldFor({ unfinishedBytes, unsentBytes }: MemoryUser): number {
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
