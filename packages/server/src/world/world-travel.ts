import type { orrery } from "@orrery/msgs";
import { Node, offerBoolean, type Bus, type Publisher } from "@orrery/sim/front";
import type { WorldThread } from "./world-thread.ts";

/** Interval between checks of the progress. */
const PROGRESS_MS = 100;
/** A jump that takes longer than this is reported. */
const SHOWN_MS = 300;
/** After this time, requests are refused instead of waiting for the end of the jump. */
const REFUSED_MS = 2000;

/**
 * Publishes the progress of a long jump in time, and lets clients cancel it. Runs in the main thread, because the
 * world's own thread is busy with the jump.
 */
export class WorldTravel implements Disposable {
  readonly #thread: WorldThread;
  readonly #node: Node;
  readonly #progress: Publisher<orrery.TravelProgress>;
  readonly #timer: NodeJS.Timeout;
  #sinceMs: number | undefined;
  #isShown = false;

  /** `prefix` is that of the world's names. */
  constructor(bus: Bus, thread: WorldThread, prefix: string) {
    this.#thread = thread;
    this.#node = new Node(bus, { owner: "travel" });
    this.#progress = this.#node.advertise(`${prefix}/history/progress`, "orrery.msgs.TravelProgress");
    offerBoolean(this.#node, `${prefix}/history/cancel`, { request: "gz.msgs.Empty" }, () => {
      if (thread.travel === undefined) throw new Error("the world is on no way to another time");
      thread.callOffTravel();
    });
    this.#timer = setInterval(() => this.#publishProgress(), PROGRESS_MS).unref();
  }

  /** Returns why the world does not answer now; `undefined` if it does. */
  refusal(): string | undefined {
    const { travel } = this.#thread;
    if (travel === undefined || this.#sinceMs === undefined || performance.now() - this.#sinceMs < REFUSED_MS)
      return undefined;
    return `the world is going to another time, ${Math.floor(travel.fraction * 100)} % of the way; try again later`;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#node[Symbol.dispose]();
  }

  #publishProgress(): void {
    const { travel } = this.#thread;
    if (travel === undefined) {
      if (this.#isShown) this.#progress.publish({ fraction: 1, ended: true });
      this.#isShown = false;
      this.#sinceMs = undefined;
      return;
    }
    this.#sinceMs ??= performance.now();
    if (performance.now() - this.#sinceMs < SHOWN_MS) return;
    this.#isShown = true;
    this.#progress.publish(travel);
  }
}
