import type { orrery } from "@orrery/msgs";
import type { Source } from "./source.ts";
import { Value } from "./value.ts";

/** The systems of a source's world, asked for once a second as long as somebody looks; one asking for all who do. */
export class SystemsWatch {
  /** `undefined` before the first answer. */
  readonly list = new Value<readonly orrery.SystemInfo[] | undefined>(undefined);
  readonly #source: Source;
  #holders = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isAsking = false;

  static of(source: Source): SystemsWatch {
    let watch = watches.get(source);
    if (watch === undefined) watches.set(source, (watch = new SystemsWatch(source)));
    return watch;
  }

  private constructor(source: Source) {
    this.#source = source;
    source.world.changes.on(() => this.#holders > 0 && this.ask());
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

  /** Now, after something was added or removed. */
  ask(): void {
    const world = this.#source.world.current;
    if (world === undefined || this.#isAsking) return;
    this.#isAsking = true;
    world
      .systems()
      .then((systems) => this.list.set(systems))
      // The connection is lost, which is told elsewhere.
      .catch(() => undefined)
      .finally(() => {
        this.#isAsking = false;
      });
  }
}

/** Adds up the microseconds that all systems together take per step. */
export function stepMicros(systems: readonly orrery.SystemInfo[]): number {
  return systems.reduce((sum, { micros_per_step = 0 }) => sum + micros_per_step, 0);
}

const watches = new WeakMap<Source, SystemsWatch>();
const PERIOD_MS = 1000;
