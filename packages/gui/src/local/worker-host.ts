import type { Host } from "@orrery/sim/host";

/** The environment of a world in a Web Worker. Messages arrive as events, between bursts of steps. */
export class WorkerHost implements Host {
  readonly stopped = false;
  /** Called between passes. */
  onPoll: (() => void) | undefined;
  readonly #channel = new MessageChannel();
  #wake: (() => void) | undefined;

  constructor() {
    this.#channel.port1.start();
  }

  nowMs(): number {
    return performance.now();
  }

  poll(): void {
    // Events have delivered their messages already.
    this.onPoll?.();
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Lets events run, by sending a message to itself: browsers delay a timer by at least 4 ms. */
  breathe(): Promise<void> {
    const { port1, port2 } = this.#channel;
    return new Promise((resolve) => {
      port1.addEventListener("message", () => resolve(), { once: true });
      port2.postMessage(undefined);
    });
  }

  /** Wakes the host after something has arrived. */
  arrived(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
