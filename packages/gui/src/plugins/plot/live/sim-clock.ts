import { fromSecNsec, toSeconds } from "@orrery/sim";
import { Emitter } from "@orrery/sim/host";
import { logError } from "../../../base/log-error.ts";
import type { WorldClient } from "../../../client/world-client.ts";
import type { WorldView } from "../../../client/world-view.ts";

/** How many clock messages may be queued: a thousand come per second, and a page may be busy for a while. */
const QUEUE = 10_000;

/**
 * Tells when what arrived without a time was published. The world publishes its clock at the end of each step, after
 * everything that was published in that step.
 */
export class SimClock implements Disposable {
  /** Fires with a simulated time in seconds: all that arrived since the last one was published then. */
  readonly ticks = new Emitter<number>(logError);
  readonly #view: WorldView;
  readonly #parts = new DisposableStack();
  #users = 0;
  #subscription: Disposable | undefined;

  constructor(view: WorldView) {
    this.#view = view;
    this.#parts.use(view.client.changes.on(() => this.#follow()));
    // A paused world makes no steps. What is published meanwhile has the time at which it stands.
    this.#parts.use(
      view.status.changes.on((status) => {
        if (this.#users > 0 && status?.paused === true) this.ticks.emit(toSeconds(status.timeNs));
      }),
    );
  }

  /** Follows the clock until the returned object is disposed of. */
  want(): Disposable {
    this.#users++;
    if (this.#users === 1) this.#follow();
    const parts = new DisposableStack();
    parts.defer(() => {
      this.#users--;
      if (this.#users === 0) this.#follow();
    });
    return parts;
  }

  /** Listens after everybody else again: a message of the clock itself must have arrived before it ticks. */
  listenLast(): void {
    this.#follow();
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
    this.#subscription?.[Symbol.dispose]();
  }

  #follow(): void {
    const before = this.#subscription;
    const client = this.#users > 0 ? this.#view.client.current : undefined;
    // Subscribed first, so that the world does not stop sending in between.
    this.#subscription = client && this.#subscribe(client);
    before?.[Symbol.dispose]();
  }

  #subscribe({ node, prefix }: WorldClient): Disposable {
    return node.subscribe(
      `${prefix}/clock`,
      "gz.msgs.Clock",
      ({ value: { sim = {} } }) => this.ticks.emit(toSeconds(fromSecNsec(sim))),
      { queue: QUEUE, hostOnly: true },
    );
  }
}
