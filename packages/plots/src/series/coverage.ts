/** How much is known of a range of time: every sample, or only some of them. */
export type Grain = "complete" | "coarse";

/** A range of time about which something is known. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly grain: Grain;
}

/** A range of time. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

interface KnownSpan {
  from: number;
  to: number;
  grain: Grain;
}

/** Which ranges of time a series knows. What lies between its spans is missing: a reader shows a gap there. */
export class Coverage {
  /** In order of time. Two neighbours of the same grain never touch. */
  #spans: KnownSpan[] = [];

  get spans(): readonly Span[] {
    return this.#spans;
  }

  /** Records how much is known of a range, in place of what was recorded for it before. */
  mark(from: number, to: number, grain: Grain): void {
    const last = this.#spans.at(-1);
    // The fast path for samples that are appended one after the other.
    if (last?.grain === grain && from >= last.from && from <= last.to) {
      last.to = Math.max(last.to, to);
      return;
    }
    this.clear(from, to);
    const at = this.#spans.findIndex((span) => span.from >= to);
    this.#spans.splice(at < 0 ? this.#spans.length : at, 0, { from, to, grain });
    this.#join();
  }

  /** Forgets a range. */
  clear(from: number, to: number): void {
    this.#spans = this.#spans.flatMap((span) => {
      if (span.to < from || span.from > to) return [span];
      const left = span.from < from ? [{ ...span, to: from }] : [];
      return span.to > to ? [...left, { ...span, from: to }] : left;
    });
  }

  /** Forgets everything before a time. */
  clearBefore(time: number): void {
    while (this.#spans.length > 0 && this.#spans[0]!.to < time) this.#spans.shift();
    const [first] = this.#spans;
    if (first !== undefined && first.from < time) first.from = time;
  }

  /** Returns until when everything from a time on is known, coarse or not; the time itself if nothing is known. */
  knownUntil(time: number): number {
    let until = time;
    for (const span of this.#spans) {
      if (span.from > until) break;
      if (span.to > until) until = span.to;
    }
    return until;
  }

  /** Returns what is missing in a range. If complete samples are wanted, coarse ranges count as missing. */
  missing(from: number, to: number, wanted: Grain = "coarse"): TimeRange[] {
    const missing: TimeRange[] = [];
    let known = from;
    for (const span of this.#spans) {
      if (span.to < known || (wanted === "complete" && span.grain !== "complete")) continue;
      if (span.from >= to) break;
      if (span.from > known) missing.push({ from: known, to: span.from });
      known = span.to;
    }
    if (known < to) missing.push({ from: known, to });
    return missing;
  }

  /** Moves what is known up to a time into a new `Coverage`, and returns that. */
  split(at: number): Coverage {
    const earlier = new Coverage();
    for (const { from, to, grain } of this.#spans) if (from <= at) earlier.mark(from, Math.min(to, at), grain);
    this.clear(-Infinity, at);
    return earlier;
  }

  /** Adds what another `Coverage` knows. */
  add(other: Coverage): void {
    for (const { from, to, grain } of other.spans) this.mark(from, to, grain);
  }

  #join(): void {
    const joined: KnownSpan[] = [];
    for (const span of this.#spans) {
      const last = joined.at(-1);
      if (last?.grain === span.grain && span.from <= last.to) last.to = Math.max(last.to, span.to);
      else joined.push(span);
    }
    this.#spans = joined;
  }
}
