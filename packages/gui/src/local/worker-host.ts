import type { Host } from "@orrery/sim/host";

/** What a Web Worker lends to its world. Messages come as events, between two bursts of steps. */
export class WorkerHost implements Host {
  readonly stopped = false;
  /** Between any two passes. */
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
    // What came as events has been handed over already.
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

  /** By a message to itself: a timer would be held back to 4 ms. */
  breathe(): Promise<void> {
    const { port1, port2 } = this.#channel;
    return new Promise((resolve) => {
      port1.addEventListener("message", () => resolve(), { once: true });
      port2.postMessage(undefined);
    });
  }

  /** Something has arrived: whoever sleeps wakes. */
  arrived(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
