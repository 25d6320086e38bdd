/** Splits a text in two. The end, which distinguishes …_1 from …_2, is kept when the text is shortened. */
export function cutText(text: string): readonly [start: string, end: string] {
  if (text.length <= SHORT) return [text, ""];
  const letters = Array.from(LETTERS.segment(text), ({ segment }) => segment);
  return [letters.slice(0, -KEPT).join(""), letters.slice(-KEPT).join("")];
}

const LETTERS = new Intl.Segmenter();
/** A name of this length fits nearly everywhere; if it were split, too little of its start would remain. */
const SHORT = 12;
const KEPT = 6;
