import type { orrery } from "@orrery/msgs";
import { applyHistoryChange } from "@orrery/sim/host";
import { Paced } from "./paced.ts";
import type { WorldClient } from "./world-client.ts";

/** How often the page shows the history while programs send many commands per second. */
const SHOWN_MS = 100;
/** Up to this many changes per second are shown at once: people do not act faster. */
const AT_ONCE = 20;
const RETRY_MS = 1000;
/** How many changes to keep while the whole history is being fetched. */
const MAX_EARLY = 1000;

/**
 * Follows a world's history by its changes. Requests the whole history at first, and again after it has missed a
 * change.
 */
export class HistoryFollower implements Disposable {
  readonly #world: WorldClient;
  readonly #subscription: Disposable;
  readonly #show: () => void;
  readonly #paced: Paced;
  /** Number of changes within the present second. */
  #count = 0;
  #secondMs = 0;
  #history: orrery.History | undefined;
  /** Commands that have left the lists since the last update was shown. */
  #forgotten: orrery.HistoryMark[] = [];
  /** Changes that arrived while the whole history was being fetched. */
  #early: orrery.HistoryChange[] = [];
  #isDisposed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(world: WorldClient, show: (history: orrery.History) => void) {
    this.#world = world;
    this.#show = () => {
      if (this.#history !== undefined) show({ ...this.#history, forgotten: this.#forgotten.splice(0) });
    };
    this.#paced = new Paced(this.#show, SHOWN_MS);
    const { node, prefix } = world;
    this.#subscription = node.subscribe(
      `${prefix}/history/changes`,
      "orrery.msgs.HistoryChange",
      ({ value }) => this.#take(value),
      { hostOnly: true },
    );
    void this.#askForWhole();
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    clearTimeout(this.#retry);
    this.#subscription[Symbol.dispose]();
    this.#paced[Symbol.dispose]();
  }

  #take(change: orrery.HistoryChange): void {
    // Collected here rather than where changes are applied: the whole history may already include this change, and does
    // not list commands forgotten before.
    this.#forgotten.push(...(change.now?.forgotten ?? []));
    if (this.#history !== undefined) return this.#apply(change);
    this.#early.push(change);
    // The gap that this leaves causes a new request for the whole history.
    if (this.#early.length > MAX_EARLY) this.#early.shift();
  }

  #apply(change: orrery.HistoryChange): void {
    if (this.#history === undefined) return void this.#early.push(change);
    if ((change.revision ?? 0) <= (this.#history.revision ?? 0)) return;
    const next = applyHistoryChange(this.#history, change);
    if (next === undefined) {
      this.#history = undefined;
      this.#early = [change];
      void this.#askForWhole();
      return;
    }
    this.#history = next;
    if (this.#isCalm()) this.#show();
    else this.#paced.ask();
  }

  #isCalm(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.#secondMs > 1000) {
      this.#secondMs = nowMs;
      this.#count = 0;
    }
    return ++this.#count <= AT_ONCE;
  }

  async #askForWhole(): Promise<void> {
    const { node, prefix } = this.#world;
    try {
      const whole = await node.request(`${prefix}/history/info`, {}, { response: "orrery.msgs.History" });
      if (this.#isDisposed) return;
      this.#history = whole;
      for (const change of this.#early.splice(0)) this.#apply(change);
      this.#show();
    } catch {
      // The world is busy, or the connection is lost; a lost connection disposes of this.
      if (!this.#isDisposed) this.#retry = setTimeout(() => void this.#askForWhole(), RETRY_MS);
    }
  }
}
