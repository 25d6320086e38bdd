/** Recent values over time, with gaps where nobody was looking. */
export class TimeSeries {
  readonly windowMs: number;
  readonly #timesMs: number[] = [];
  readonly #values: number[] = [];

  constructor(windowMs: number) {
    this.windowMs = windowMs;
  }

  get length(): number {
    return this.#values.length;
  }

  get last(): number | undefined {
    return this.#values.at(-1);
  }

  /** The largest value still in the window. */
  get max(): number {
    return this.#values.reduce((a, b) => Math.max(a, b), 0);
  }

  add(timeMs: number, value: number): void {
    const start = this.#timesMs.findIndex((one) => one >= timeMs - this.windowMs);
    const old = start < 0 ? this.#timesMs.length : start;
    if (old > 0) {
      this.#timesMs.splice(0, old);
      this.#values.splice(0, old);
    }
    this.#timesMs.push(timeMs);
    this.#values.push(value);
  }

  /** Returns lines from left to right in a box whose right edge is now and whose top is `top`; y grows downwards. */
  lines({ nowMs, top, width, height }: GraphBox): [x: number, y: number][][] {
    const lines: [number, number][][] = [];
    let before = -Infinity;
    for (const [i, timeMs] of this.#timesMs.entries()) {
      const x = width * (1 - (nowMs - timeMs) / this.windowMs);
      const y = height * (1 - Math.min(1, this.#values[i]! / top));
      if (timeMs - before > GAP_MS) lines.push([]);
      lines.at(-1)!.push([x, y]);
      before = timeMs;
    }
    return lines;
  }
}

export interface GraphBox {
  readonly nowMs: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Returns 1, 2 or 5 times a power of ten: a round number that the value fits below. */
export function roundTop(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return (ROUND.find((factor) => factor * power >= value * (1 - 1e-9)) ?? 10) * power;
}

const ROUND = [1, 2, 5, 10];
/** The slowest of the shown values arrives once per second, and later from a busy machine. */
const GAP_MS = 6000;
