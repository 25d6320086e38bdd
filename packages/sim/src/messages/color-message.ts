import type { gz } from "@orrery/msgs";
import type { Color } from "../scene/color.ts";

/** Messages carry such numbers in 32 bits: what a page does to its copy must be what the server does with what it gets. */
export function single(value = 0): number {
  return Math.fround(value);
}

/** Returns the colour in a message. A part that is left out is zero; without a message, the colour stays as it was. */
export function colorOf(color: gz.Color | undefined, before: Color): Color {
  return color === undefined
    ? before
    : { r: single(color.r), g: single(color.g), b: single(color.b), a: single(color.a) };
}
