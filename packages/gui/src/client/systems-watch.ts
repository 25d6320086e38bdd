import type { orrery } from "@orrery/msgs";
import { Value } from "./value.ts";
import type { WorldView } from "./world-view.ts";

/** The systems of a world, requested once per second while anything shows them; one request serves all users. */
export class SystemsWatch implements Disposable {
  /** `undefined` before the first answer. */
  readonly list = new Value<readonly orrery.SystemInfo[] | undefined>(undefined);
  readonly #client: WorldView["client"];
  readonly #listening: Disposable;
  #holders = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isAsking = false;

  constructor({ client }: Pick<WorldView, "client">) {
    this.#client = client;
    this.#listening = client.changes.on(() => this.#holders > 0 && this.ask());
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
    clearInterval(this.#timer);
  }

  hold(): Disposable {
    if (++this.#holders === 1) {
      this.#timer = setInterval(() => this.ask(), PERIOD_MS);
      this.ask();
    }
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        if (--this.#holders === 0) clearInterval(this.#timer);
      },
    };
  }

  /** Requests the list now, after something was added or removed. */
  ask(): void {
    const world = this.#client.current;
    if (world === undefined || this.#isAsking) return;
    this.#isAsking = true;
    world
      .systems()
      .then((systems) => this.list.set(systems))
      // A lost connection is reported elsewhere.
      .catch(() => undefined)
      .finally(() => {
        this.#isAsking = false;
      });
  }
}

/** Adds up the microseconds per step of all systems. */
export function stepMicros(systems: readonly orrery.SystemInfo[]): number {
  return systems.reduce((sum, { micros_per_step = 0 }) => sum + micros_per_step, 0);
}

const PERIOD_MS = 1000;
