import { HELVETICA, HELVETICA_BOLD, SYMBOL, WIN_ANSI_128 } from "./font-widths.ts";

export type StandardFont = "helvetica" | "helvetica-bold" | "symbol";

/** Consecutive characters of one standard font of PDF. */
export interface FontRun {
  readonly font: StandardFont;
  readonly codes: readonly number[];
  /** Raised or lowered digits are smaller: share of the font's size. */
  readonly size: number;
  /** Upwards, as a share of the font's size. */
  readonly rise: number;
  /** As a share of the font's size. */
  readonly width: number;
}

/**
 * Returns a text in the fonts that every reader of PDF has. Greek letters and mathematical signs come from Symbol,
 * superscripts that Helvetica lacks are raised digits, other letters lose their accents, and the rest is "?".
 */
export function fontRuns(text: string, isBold: boolean): readonly FontRun[] {
  const plain: StandardFont = isBold ? "helvetica-bold" : "helvetica";
  const runs: GrowingRun[] = [];
  for (const [part] of text.replaceAll(/\p{Cf}/gu, "").matchAll(/[⁰¹²³⁴-⁹⁺⁻]+|[₀-₉]+|[^⁰¹²³⁴-⁹⁺⁻₀-₉]+/gu)) {
    const isRaised = /^[⁰¹²³⁴-⁹⁺⁻]/u.test(part) && /[^¹²³]/u.test(part);
    const isLowered = /^[₀-₉]/u.test(part);
    // Normal forms turn raised digits into plain ones.
    const letters = isRaised || isLowered ? part.normalize("NFKC") : part;
    const style = isRaised
      ? { size: 0.65, rise: 0.36 }
      : isLowered
        ? { size: 0.65, rise: -0.12 }
        : { size: 1, rise: 0 };
    for (const letter of letters) for (const glyph of glyphs(letter)) append(runs, glyph, plain, style);
  }
  return runs;
}

/** Returns how long a text in Helvetica is, in the unit of the size. */
export function helveticaWidth(text: string, size: number, isBold = false): number {
  return fontRuns(text, isBold).reduce((sum, run) => sum + run.width, 0) * size;
}

type RunStyle = Pick<FontRun, "size" | "rise">;

interface Glyph {
  readonly isSymbol: boolean;
  readonly code: number;
}

function glyphs(letter: string): readonly Glyph[] {
  const found = glyph(letter);
  if (found !== undefined) return [found];
  const parts = Array.from(letter.normalize("NFKD"))
    .filter((part) => !/\p{M}/u.test(part))
    .map(glyph);
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? known : [{ isSymbol: false, code: QUESTION_MARK }];
}

function glyph(letter: string): Glyph | undefined {
  const same = ALIKE[letter] ?? letter;
  const code = same.codePointAt(0)!;
  if ((code >= 32 && code < 127) || (code >= 160 && code < 256)) return { isSymbol: false, code };
  const high = same === " " ? -1 : WIN_ANSI_128.indexOf(same);
  if (high >= 0) return { isSymbol: false, code: 128 + high };
  return Object.hasOwn(SYMBOL, same) ? { isSymbol: true, code: SYMBOL[same]![0] } : undefined;
}

interface GrowingRun extends FontRun {
  readonly codes: number[];
  width: number;
}

function append(runs: GrowingRun[], { isSymbol, code }: Glyph, plain: StandardFont, style: RunStyle): void {
  const font = isSymbol ? "symbol" : plain;
  let run = runs.at(-1);
  if (run?.font !== font || run.rise !== style.rise) runs.push((run = { font, codes: [], ...style, width: 0 }));
  run.codes.push(code);
  run.width += (widthOf(font, code) / 1000) * style.size;
}

function widthOf(font: StandardFont, code: number): number {
  if (font === "symbol") return SYMBOL_WIDTHS.get(code)!;
  return (font === "helvetica" ? HELVETICA : HELVETICA_BOLD)[code - 32]!;
}

const SYMBOL_WIDTHS: ReadonlyMap<number, number> = new Map(Object.values(SYMBOL));

/** What looks the same, or nearly so. An en dash is as wide as a digit, which suits a minus. */
const ALIKE: Readonly<Record<string, string>> = {
  "\u2212": "–",
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "–",
  // The letter mu, the ohm sign, the increment sign.
  "\u03bc": "\u00b5",
  "\u2126": "\u03a9",
  "\u2206": "\u0394",
  "\u22c5": "·",
  "\u2219": "·",
  "\u2218": "°",
  "\u2217": "*",
  "\u223c": "~",
  "\u2215": "/",
};

const QUESTION_MARK = 63;
