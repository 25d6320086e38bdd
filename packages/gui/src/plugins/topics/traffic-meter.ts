import { rateText } from "../../ui/numbers/figures.ts";

/**
 * Returns text such as "60 Hz". Near the rate that this page has requested, adds that more may be published than
 * arrives here.
 */
export function heardText(hertz: number, maxRateHz: number): string {
  const isLimited = maxRateHz > 0 && hertz > 0.8 * maxRateHz;
  return isLimited ? `${rateText(hertz)}, at most ${maxRateHz} Hz here` : rateText(hertz);
}

/** Messages and bytes per second, over the last few seconds. */
export class TrafficMeter {
  readonly #timesMs: number[] = [];
  readonly #bytes: number[] = [];
  count = 0;

  note(bytes: number, nowMs: number): void {
    this.count++;
    this.#forget(nowMs);
    this.#timesMs.push(nowMs);
    this.#bytes.push(bytes);
  }

  /**
   * Returns the rate between the first and the last message: exact for a steady topic. A single message has no rate
   * yet.
   */
  hertz(nowMs: number): number {
    this.#forget(nowMs);
    const { length } = this.#timesMs;
    const spanMs = length < 2 ? 0 : this.#timesMs.at(-1)! - this.#timesMs[0]!;
    return spanMs === 0 ? 0 : ((length - 1) / spanMs) * 1000;
  }

  bytesPerSecond(nowMs: number): number {
    const hertz = this.hertz(nowMs);
    const total = this.#bytes.reduce((sum, bytes) => sum + bytes, 0);
    return this.#bytes.length === 0 ? 0 : (total / this.#bytes.length) * hertz;
  }

  #forget(nowMs: number): void {
    const start = this.#timesMs.findIndex((timeMs) => timeMs > nowMs - WINDOW_MS);
    const old = start < 0 ? this.#timesMs.length : start;
    this.#timesMs.splice(0, old);
    this.#bytes.splice(0, old);
  }
}

const WINDOW_MS = 5000;
