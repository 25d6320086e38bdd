/** Returns the name that begins at an offset; empty if there is none. */
export function nameAt(text: string, at: number): string {
  // Most names are plain, and there is one per element: a regular expression for each would take a third of the time.
  if (isPlainStart(text.charCodeAt(at))) {
    let end = at + 1;
    while (isPlain(text.charCodeAt(end))) end++;
    if (!(text.charCodeAt(end) > 127)) return text.slice(at, end);
  }
  NAME.lastIndex = at;
  return NAME.exec(text)?.[0] ?? "";
}

/** Returns the end of the whitespace that begins at an offset. */
export function blanksEnd(text: string, from: number): number {
  let at = from;
  let code = text.charCodeAt(at);
  while (code === 32 || (code >= 9 && code <= 13)) code = text.charCodeAt(++at);
  if (!(code > 127)) return at;
  BLANKS.lastIndex = at;
  BLANKS.exec(text);
  return BLANKS.lastIndex;
}

const NAME = /[\p{L}_:][\p{L}\p{N}_:.\-·]*/uy;
const BLANKS = /\s*/y;

/** Returns whether a NAME may begin with a character below 128: letters, `_` and `:`. */
function isPlainStart(code: number): boolean {
  const small = code | 32;
  return (small >= 97 && small <= 122) || code === 95 || code === 58;
}

/** Returns whether a NAME may contain such a character: also digits, `.` and `-`. */
function isPlain(code: number): boolean {
  return isPlainStart(code) || (code >= 48 && code <= 57) || code === 46 || code === 45;
}
