import { assertNever } from "@orrery/sim/host";
import type { GizmoTool } from "./gizmo/handle.ts";

/** Step sizes: metres for offsets, degrees for angles, a fraction for factors. */
export type SnapSteps = Readonly<Record<GizmoTool, number>>;

export const firstSteps: SnapSteps = { translate: 0.25, rotate: 15, scale: 0.1 };

/** Returns the values that a handle is dragged to, snapped if wanted. */
export function settledValues(
  tool: GizmoTool,
  values: readonly number[],
  { steps, snaps, from, pixel }: SnapContext,
): readonly number[] {
  const step = snaps ? steps[tool] : 0;
  switch (tool) {
    case "translate":
      return values.map((value, i) => (step > 0 ? toGrid(from[i] ?? 0, value, step) : toPixel(value, pixel)));
    case "rotate":
      return values.map((value) => toStep(value, step > 0 ? step : FINE_TURN));
    case "scale":
      return values.map((value) => {
        const least = step > 0 ? step : FINE_FACTOR;
        return Math.max(least, toStep(value, least));
      });
    default:
      return assertNever(tool);
  }
}

export interface SnapContext {
  readonly steps: SnapSteps;
  readonly snaps: boolean;
  /** Where the gizmo was along the handle's axes, if these are the grid's; 0 otherwise. */
  readonly from: readonly number[];
  /** Width of a pixel, in metres. */
  readonly pixel: number;
}

/** Returns the nearest multiple of a step, without floating-point noise: 0.3 and not 0.30000000000000004. */
function toStep(value: number, step: number): number {
  if (!(step > 0)) return value;
  return tidy(Math.round(value / step) * step);
}

/** Returns the offset along an axis that takes `from` to the nearest line of the grid. */
function toGrid(from: number, offset: number, step: number): number {
  return step > 0 ? tidy(toStep(from + offset, step) - from) : offset;
}

/** Rounds a value to the power of ten below the size of a pixel: a hand is not more exact than what can be seen. */
export function toPixel(value: number, pixel: number): number {
  return toStep(value, fineness(pixel));
}

/** Returns the power of ten at or below a size, 1 at most. */
export function fineness(size: number): number {
  return 10 ** Math.min(0, Math.floor(Math.log10(size)));
}

/** Returns how many decimals it takes to show a step or a fineness, 6 at most. */
export function decimalsOf(step: number): number {
  for (let digits = 0; digits < 6; digits++)
    if (Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) < 1e-9) return digits;
  return 6;
}

/**
 * Returns the offsets of marks around `at` along an axis seen with `pixel` metres per pixel: one for each step, or for
 * every few steps.
 */
export function marksAround(from: number, at: number, step: number, pixel: number): readonly number[] {
  if (!(step > 0)) return [];
  let spacing = step;
  for (let i = 0; spacing / pixel < CLOSEST_PX && i < 12; i++) spacing *= i % 3 === 1 ? 2.5 : 2;
  const middle = Math.round((from + at) / spacing);
  return Array.from({ length: 2 * MARKS + 1 }, (_, i) => (middle + i - MARKS) * spacing - from);
}

/** Returns the angles of a ring's marks, in radians. */
export function ringMarks(stepDegrees: number): readonly number[] {
  let step = stepDegrees;
  if (!(step > 0)) return [];
  while (step < 5) step *= 2;
  return Array.from({ length: Math.floor(360 / step + 1e-9) }, (_, i) => (i * step * Math.PI) / 180);
}

export const UNIT_OF: Readonly<Record<GizmoTool, string>> = { translate: "m", rotate: "deg", scale: "" };

/** Degrees, and a factor: finer than a hand can drag. */
const FINE_TURN = 0.1;
const FINE_FACTOR = 0.01;
/** Marks on either side. */
const MARKS = 8;
const CLOSEST_PX = 7;

function tidy(value: number): number {
  const rounded = Number(value.toPrecision(12));
  return rounded === 0 ? 0 : rounded;
}
