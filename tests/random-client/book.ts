/** What a client saw of a world at one moment. */
export interface Sight {
  readonly hash: string;
  readonly timeNs: number;
}

/** What a client has seen, by the name of the place: "before t:1", "end of s2", "s2 at 12000000". */
export class Book {
  readonly #sights = new Map<string, Sight>();

  get(place: string): Sight | undefined {
    return this.#sights.get(place);
  }

  set(place: string, sight: Sight): void {
    this.#sights.set(place, sight);
  }

  /** Forgets a place that has changed, because some of it was forgotten. */
  erase(place: string): void {
    this.#sights.delete(place);
  }

  /** Checks that a place is as it was when it was last seen; the first time, records it. */
  check(place: string, { hash, timeNs }: Sight): void {
    const before = this.#sights.get(place);
    if (before === undefined) return void this.#sights.set(place, { hash, timeNs });
    if (before.hash === hash && before.timeNs === timeNs) return;
    throw new Error(
      `${place}: it is ${timeNs / 1e9} s, ${hash.slice(0, 8)}; it was ${before.timeNs / 1e9} s, ${before.hash.slice(0, 8)}`,
    );
  }

  /** Returns the times of a stretch that were seen. */
  timesOf(stretch: string): number[] {
    const prefix = `${stretch} at `;
    return [...this.#sights.keys()].flatMap((place) =>
      place.startsWith(prefix) ? [Number(place.slice(prefix.length))] : [],
    );
  }
}
