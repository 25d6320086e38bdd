import type { gz } from "@orrery/msgs";
import type { Color } from "../scene/color.ts";

/**
 * Rounds a number to single precision, as messages carry it: a page must do to its copy the same as the server does
 * with the message.
 */
export function single(value = 0): number {
  return Math.fround(value);
}

/** Returns the colour in a message. Missing parts are zero; without a message, the colour stays unchanged. */
export function colorOf(color: gz.Color | undefined, before: Color): Color {
  return color === undefined
    ? before
    : { r: single(color.r), g: single(color.g), b: single(color.b), a: single(color.a) };
}
