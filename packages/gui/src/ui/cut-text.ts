/** A text in two: its end is kept where there is no room for all of it, as it is what tells …_1 from …_2. */
export function cutText(text: string): readonly [start: string, end: string] {
  const letters = Array.from(text);
  if (letters.length <= SHORT) return [text, ""];
  return [letters.slice(0, -KEPT).join(""), letters.slice(-KEPT).join("")];
}

/** Fits nearly everywhere, and would leave too little of its start otherwise. */
const SHORT = 14;
const KEPT = 6;
