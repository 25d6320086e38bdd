/** Red, green, blue and opacity, 0 to 1. */
export type Colour = readonly [r: number, g: number, b: number, a: number];

/**
 * Formats a colour as `#ff8040`, with two more digits unless it is opaque. The result is the nearest such colour,
 * because the components are doubles.
 */
export function colourToHex([r, g, b, a]: Colour): string {
  const channels = a === 1 ? [r, g, b] : [r, g, b, a];
  return `#${channels.map(hexByte).join("")}`;
}

/** Formats a colour for the browser's own colour field. */
export function colourToPicker([r, g, b]: Colour): string {
  return colourToHex([r, g, b, 1]);
}

export type ReadColour =
  | { readonly ok: true; readonly value: Readonly<Record<string, number>> }
  | { readonly ok: false; readonly reason: string };

/**
 * Parses a typed colour: `#f84`, `#ff8040`, `#ff8040cc`, or three or four numbers from 0 to 1. If no opacity is given,
 * the current one stays.
 */
export function readColour(text: string): ReadColour {
  const hex = /^#?([\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i.exec(text.trim())?.[1];
  if (hex !== undefined) return { ok: true, value: named(channelsOf(hex)) };
  const numbers = text
    .trim()
    .split(/[\s,;]+/)
    .map(Number);
  if ((numbers.length !== 3 && numbers.length !== 4) || numbers.some(Number.isNaN))
    return { ok: false, reason: "A colour is #rrggbb, or red, green and blue from 0 to 1" };
  if (numbers.some((channel) => channel < 0 || channel > 1))
    return { ok: false, reason: "Red, green, blue and opacity are from 0 to 1" };
  return { ok: true, value: named(numbers) };
}

function channelsOf(hex: string): readonly number[] {
  const digits = hex.length < 6 ? hex.replaceAll(/./g, "$&$&") : hex;
  return (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16) / 255);
}

function named(channels: readonly number[]): Readonly<Record<string, number>> {
  return Object.fromEntries(channels.map((channel, i) => ["rgba"[i]!, channel]));
}

function hexByte(channel: number): string {
  return Math.round(Math.min(Math.max(channel, 0), 1) * 255)
    .toString(16)
    .padStart(2, "0");
}
