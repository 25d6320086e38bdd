/** The sides around the middle, whose panels fold. */
export type Side = "left" | "right" | "bottom";

export const SIDES: readonly Side[] = ["left", "right", "bottom"];

/** Edges in pixels of the window. */
export interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Returns the side of `middle` on which something is. Anything below the middle counts as below, even if it is wider.
 */
export function sideOf(edges: Edges, middle: Edges): Side | undefined {
  if (edges.top >= middle.bottom - SLACK) return "bottom";
  if (edges.right <= middle.left + SLACK) return "left";
  if (edges.left >= middle.right - SLACK) return "right";
  return undefined;
}

/** Returns the edges of the smallest rectangle around all of them. */
export function aroundAll(all: readonly Edges[]): Edges {
  return {
    left: Math.min(...all.map(({ left }) => left)),
    right: Math.max(...all.map(({ right }) => right)),
    top: Math.min(...all.map(({ top }) => top)),
    bottom: Math.max(...all.map(({ bottom }) => bottom)),
  };
}

/** Returns the sizes of the first arrangement: in a window of 1280 × 720 the middle keeps 60 %. */
export function firstSizes(windowWidth: number): Readonly<Record<Side, { width: number } | { height: number }>> {
  return {
    left: { width: within(196, 0.15 * windowWidth, 232) },
    right: { width: within(236, 0.184 * windowWidth, 288) },
    bottom: { height: 176 },
  };
}

function within(least: number, wanted: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, wanted)));
}

/** Neighbours share a border. */
const SLACK = 2;
