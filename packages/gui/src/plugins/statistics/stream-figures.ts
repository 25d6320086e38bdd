import type { Mirror } from "../../client/mirror.ts";

/** What comes to keep the page's copy of the world up to date; totals since the page was opened. */
export interface StreamFigures {
  readonly chunks: number;
  readonly bytes: number;
  /** Versions of the world between what is shown and what the server has. */
  readonly lag: number;
}

/** `undefined` for a mirror that does not count. */
export function figuresOf(mirror: Mirror): StreamFigures | undefined {
  const { figures } = mirror as Mirror & { readonly figures?: StreamFigures };
  return figures;
}

/** How fast a total grows, over the time between two looks at it. */
export class Rate {
  #total = 0;
  #atMs: number | undefined;
  perSecond = 0;

  look(total: number, nowMs: number): number {
    if (this.#atMs !== undefined && nowMs > this.#atMs) {
      // A total that fell was started anew.
      this.perSecond = (Math.max(0, total - this.#total) / (nowMs - this.#atMs)) * 1000;
    }
    this.#total = total;
    this.#atMs = nowMs;
    return this.perSecond;
  }
}
