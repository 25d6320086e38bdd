import type { WorldView } from "../../../client/world-view.ts";
import { PresentStretch } from "./present-stretch.ts";
import { SimClock } from "./sim-clock.ts";

/** Takes the samples of one thing. */
export interface RowTaker {
  /** `values` has a number for each column. */
  take(stretch: string, time: number, values: Float64Array): void;
  /** Records that samples are missing before the next one. */
  miss(): void;
}

interface Row {
  readonly taker: RowTaker;
  /** NaN until the clock tells it. */
  time: number;
  readonly values: Float64Array;
}

/** Curves are drawn about this often. */
const PLACE_MS = 33;
/** How many rows may wait for the history. */
const MAX_ROWS = 100_000;

/**
 * Samples of what is published now. They wait until it is known when they were published, and which stretch of history
 * they belong to.
 */
export class LiveRows implements Disposable {
  readonly clock: SimClock;
  readonly #present: PresentStretch;
  readonly #parts = new DisposableStack();
  readonly #onPlaced: () => void;
  #rows: Row[] = [];
  /** Index of the first row without a time. */
  #untimed = 0;
  #time = NaN;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Calls `onPlaced` after takers were given samples. */
  constructor(view: WorldView, onPlaced: () => void) {
    this.#onPlaced = onPlaced;
    this.clock = this.#parts.use(new SimClock(view));
    this.#present = this.#parts.use(new PresentStretch(view));
    this.#parts.use(this.clock.ticks.on((time) => this.#tell(time)));
    this.#parts.use(
      this.#present.leaving.on(() => {
        // The clock of the step before the jump has arrived, so the rest belongs to the moment of that clock.
        if (!Number.isNaN(this.#time)) this.#tell(this.#time);
        this.#place();
      }),
    );
    this.#parts.use(view.mirror.restarts.on(() => this.clear()));
    this.#parts.defer(() => clearTimeout(this.#timer));
  }

  /** Adds a sample. Without a time, it has that of the next tick of the clock. */
  add(taker: RowTaker, values: Float64Array, time = NaN): void {
    this.#rows.push({ taker, time, values });
    if (this.#rows.length > MAX_ROWS) this.#dropOldest();
    this.#timer ??= setTimeout(() => this.#place(), PLACE_MS);
  }

  /** Drops what waits. */
  clear(): void {
    this.#rows = [];
    this.#untimed = 0;
    this.#time = NaN;
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
  }

  #tell(time: number): void {
    this.#time = time;
    for (; this.#untimed < this.#rows.length; this.#untimed++) {
      const row = this.#rows[this.#untimed]!;
      if (Number.isNaN(row.time)) row.time = time;
    }
  }

  #place(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const stretch = this.#present.id;
    let placed = 0;
    if (stretch !== undefined) {
      for (const { taker, time, values } of this.#rows) {
        if (Number.isNaN(time)) break;
        taker.take(stretch, time, values);
        placed++;
      }
      this.#rows.splice(0, placed);
      this.#untimed = Math.max(0, this.#untimed - placed);
    }
    if (this.#rows.length > 0) this.#timer = setTimeout(() => this.#place(), PLACE_MS);
    if (placed > 0) this.#onPlaced();
  }

  #dropOldest(): void {
    const dropped = this.#rows.splice(0, MAX_ROWS / 2);
    this.#untimed = Math.max(0, this.#untimed - dropped.length);
    for (const taker of new Set(dropped.map((row) => row.taker))) taker.miss();
  }
}
