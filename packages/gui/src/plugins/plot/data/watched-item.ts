import type { orrery } from "@orrery/msgs";
import type { Keep, Stretches, Track } from "@orrery/plots";
import { keyOf, type Described, type SourceState } from "../sources/source.ts";
import { describeItem } from "./describe-item.ts";

/** What a page learns about an item over time. */
interface Facts {
  readonly described: Described | undefined;
  /** How much of its past has been simulated again, 0 to 1. */
  readonly progress: number;
  /** Why its past is missing; empty when it is not. */
  readonly pastError: string;
  /** Why it has no value now; empty when it has one. */
  readonly absence: string;
}

/** An item that somebody plots: what is known of it, and its samples. */
export class WatchedItem {
  readonly key: string;
  /** How many users it has. */
  users = 0;
  /** By column. */
  readonly tracks: Track[] = [];
  #facts: Facts = { described: undefined, progress: 0, pastError: "", absence: "" };
  #state: SourceState;

  constructor(name: string) {
    this.key = keyOf("item", name);
    this.#state = { key: this.key, described: undefined, progress: 0, error: "" };
  }

  /** The same object until something changes. */
  get state(): SourceState {
    return this.#state;
  }

  note(news: Partial<Facts>): void {
    this.#facts = { ...this.#facts, ...news };
    const { described, progress, pastError, absence } = this.#facts;
    this.#state = { key: this.key, described, progress, error: absence === "" ? pastError : absence };
  }

  /** Records what an item is now. An item that has gone keeps its description. One that never existed gets none. */
  describe(item: orrery.IntrospectionItem): void {
    const { unavailable: absence = "" } = item;
    this.note({ absence, ...(absence === "" ? { described: describeItem(item) } : {}) });
  }

  /** Records what an item was in the past, if it does not exist now. */
  describePast(item: orrery.IntrospectionItem): void {
    if ((item.unavailable ?? "") === "" && this.#facts.absence !== "") this.note({ described: describeItem(item) });
  }

  set keep(keep: Keep) {
    for (const track of this.tracks) track.keep = keep;
  }

  follow(stretches: Stretches): void {
    for (const track of this.tracks) track.follow(stretches);
  }
}
