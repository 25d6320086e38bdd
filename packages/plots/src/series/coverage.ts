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
  /** In their order. Two of one grain never touch. */
  #spans: KnownSpan[] = [];

  get spans(): readonly Span[] {
    return this.#spans;
  }

  /** Notes that a range is known from now on, instead of what was noted about it before. */
  mark(from: number, to: number, grain: Grain): void {
    const last = this.#spans.at(-1);
    // What is appended all the time.
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

  /** Forgets all before a time. */
  clearBefore(time: number): void {
    while (this.#spans.length > 0 && this.#spans[0]!.to < time) this.#spans.shift();
    const [first] = this.#spans;
    if (first !== undefined && first.from < time) first.from = time;
  }

  /** Returns until when all is known, at least coarsely, from a time on; the time itself when nothing is known there. */
  knownUntil(time: number): number {
    let until = time;
    for (const span of this.#spans) {
      if (span.from > until) break;
      if (span.to > until) until = span.to;
    }
    return until;
  }

  /** Returns what is missing in a range, or, when asked for complete samples, also what is only coarse. */
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

  /** Moves what is known up to a time to another one, which knew nothing, and returns that. */
  split(at: number): Coverage {
    const earlier = new Coverage();
    for (const { from, to, grain } of this.#spans) if (from <= at) earlier.mark(from, Math.min(to, at), grain);
    this.clear(-Infinity, at);
    return earlier;
  }

  /** Adds what another one knows. */
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
