/**
 * Returns a text on one line, without what could act on the reader's side: control characters (a terminal obeys them,
 * XML forbids them), marks that turn the direction of writing round, halves of pairs.
 */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\s/gu, " ")
    .replaceAll(/[\p{Cc}\p{Bidi_Control}\uFFFE\uFFFF]/gu, "");
}

/** Returns a text that is no wider than a width: whole, or with its middle left out. */
export function shortened(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  return longestFitting(Array.from(text), width, measure, withoutMiddle);
}

/** Returns a text that is no wider than a width: whole, or without its end. For sentences, which begin with what matters. */
export function cutShort(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  return longestFitting(
    Array.from(text),
    width,
    measure,
    (letters, kept) => `${letters.slice(0, kept).join("").trimEnd()}…`,
  );
}

function longestFitting(
  letters: readonly string[],
  width: number,
  measure: (text: string) => number,
  cut: (letters: readonly string[], kept: number) => string,
): string {
  // Names of a million letters come from people who try what happens.
  let [least, most] = [0, Math.min(letters.length - 1, 500)];
  while (least < most) {
    const kept = (least + most + 1) >> 1;
    if (measure(cut(letters, kept)) <= width) least = kept;
    else most = kept - 1;
  }
  return least < 2 ? "" : cut(letters, least);
}

/** Keeps more of the end than of the beginning: names of items begin alike. */
function withoutMiddle(letters: readonly string[], kept: number): string {
  const before = Math.floor(kept * 0.4);
  return `${letters.slice(0, before).join("")}…${letters.slice(letters.length - (kept - before)).join("")}`;
}
