import { type CurveDescription, type Dash, type MarkerShape } from "../plot-description.ts";

export const DASHES: readonly [Dash, ...Dash[]] = ["solid", "dashed", "dotted", "dash-dot", "long-dashed"];
export const MARKERS: readonly MarkerShape[] = [
  "circle",
  "square",
  "triangle",
  "diamond",
  "cross",
  "plus",
  "down-triangle",
  "bar",
];

/** Lengths of lines and gaps, as multiples of the line's width. */
const PATTERNS: Readonly<Record<Dash, readonly number[]>> = {
  solid: [],
  dashed: [4, 2.5],
  dotted: [1, 2],
  "dash-dot": [5, 2, 1, 2],
  "long-dashed": [9, 3],
};

/** Returns lengths of lines and gaps in px for a line of this width. */
export function dashLengths(dash: Dash, width: number): readonly number[] {
  return PATTERNS[dash].map((length) => length * Math.max(1, width));
}

/**
 * Describes the next curve of a plot that has this many. The first eight differ in colour and in marker, further ones
 * also in their dashes: 40 curves can be told apart, without colour too.
 */
export function describeCurve(
  name: string,
  unit: string,
  index: number,
  more: Partial<CurveDescription> = {},
): CurveDescription {
  return {
    name,
    unit,
    run: "",
    colour: index % MARKERS.length,
    width: 1.5,
    style: "lines",
    dash: DASHES[Math.floor(index / MARKERS.length) % DASHES.length]!,
    marker: MARKERS[index % MARKERS.length]!,
    isVisible: true,
    isDimmed: false,
    side: "auto",
    ...more,
  };
}
