import { assertNever } from "@orrery/sim/host";
import type { Handling } from "./handling.ts";
import { axesOf, type Axis } from "./handle.ts";
import { decimalsOf, fineness, UNIT_OF, type SnapSteps } from "../snapping.ts";

/** One line of the label beside the pointer. */
export interface ReadoutLine {
  readonly axis: Axis | undefined;
  /** For example "+0.25 m". */
  readonly text: string;
  /** Where the change leads, such as "1.25 m"; empty where that says nothing more. */
  readonly result: string;
}

export interface Readout {
  readonly lines: readonly ReadoutLine[];
  /** The typed text, and what is wrong with it. */
  readonly typed: string | undefined;
  readonly problem: string | undefined;
  readonly note: string | undefined;
}

/** Returns the label of the handle in use. `pixel` is in metres. */
export function readoutOf(handling: Handling, steps: SnapSteps, pixel: number): Readout {
  const { tool, handle, values, from, isSnapping, text, typed, start } = handling;
  const names = axesOf(tool, handle);
  const isPlain = handle === "all" || handle === "view";
  const lines = values.map((value, i): ReadoutLine => {
    const axis = tool !== "translate" && isPlain ? undefined : names[i];
    switch (tool) {
      case "translate": {
        const least = isSnapping ? Math.max(2, decimalsOf(steps.translate)) : decimalsOf(fineness(pixel));
        const isWorld = start.axes === "world" && start.things.length === 1;
        return {
          axis,
          text: `${signed(value, least)} m`,
          result: isWorld ? `${fixed((from[i] ?? 0) + value, least)} m` : "",
        };
      }
      case "rotate":
        return { axis, text: `${signed(value, isSnapping ? decimalsOf(steps.rotate) : 1)}°`, result: "" };
      case "scale":
        return { axis, text: `× ${fixed(value, isSnapping ? Math.max(1, decimalsOf(steps.scale)) : 2)}`, result: "" };
      default:
        return assertNever(tool);
    }
  });
  const unit = UNIT_OF[tool];
  return {
    lines,
    typed: text === "" ? undefined : `${text}${unit === "" || text.endsWith(unit) ? "" : ` ${unit}`}`,
    problem: typed?.ok === false ? typed.reason : undefined,
    note: handling.isOnSurface ? "on the surface" : undefined,
  };
}

/** Formats with at least this many digits, and more where they are needed and visible. */
function fixed(value: number, least: number): string {
  let digits = least;
  while (digits < MOST && Math.abs(Number(value.toFixed(digits)) - value) > 1e-9) digits++;
  return value
    .toFixed(digits)
    .replace(/^-(0(\.0*)?)$/, "$1")
    .replace("-", "−");
}

function signed(value: number, least: number): string {
  const text = fixed(value, least);
  return value > 0 && !/^0(\.0*)?$/.test(text) ? `+${text}` : text;
}

/** Digits after the point: tenths of a millimetre. */
const MOST = 4;
