/**
 * Names of curves and formulas as they are written in formulas. Bare names are words that are joined by `::` and `.`,
 * with numbers in brackets: `vehicle::chassis::pose.x`, `joint[0].position`. All others stand between backticks.
 */

/** Names that mean something else unless they stand between backticks. */
const RESERVED = new Set(["t", "pi", "e"]);

/** Returns the end of the bare name that begins at a place; the place itself when none begins there. */
export function nameEnd(text: string, at: number): number {
  if (!isLetter(text.charCodeAt(at))) return at;
  let end = at + 1;
  for (;;) {
    const next = isWordPart(text.charCodeAt(end)) ? end + 1 : jointEnd(text, end);
    if (next === end) return end;
    end = next;
  }
}

/** Returns the end of what joins two words, or of a number in brackets; the place itself when there is neither. */
function jointEnd(text: string, at: number): number {
  switch (text[at]) {
    case ".":
      return isWordPart(text.charCodeAt(at + 1)) ? at + 1 : at;
    case ":":
      return text[at + 1] === ":" && isWordPart(text.charCodeAt(at + 2)) ? at + 2 : at;
    case "[": {
      let end = at + 1;
      while (isDigit(text.charCodeAt(end))) end++;
      return end > at + 1 && text[end] === "]" ? end + 1 : at;
    }
    default:
      return at;
  }
}

/** Returns a name as it is written in a formula: between backticks where it must be. A backtick in it is doubled. */
export function quoteName(name: string): string {
  const isBare = name !== "" && nameEnd(name, 0) === name.length && !RESERVED.has(name);
  return isBare ? name : `\`${name.replaceAll("`", "``")}\``;
}

/** Returns what is wrong with a name for a formula; `undefined` when it can be used without backticks. */
export function formulaNameProblem(name: string): string | undefined {
  if (name === "") return "a formula needs a name";
  if (name.length > 100) return "the name of a formula has at most 100 characters";
  if (RESERVED.has(name)) return `"${name}" has a meaning already: choose another name`;
  let end = 0;
  while (end < name.length && (end === 0 ? isLetter(name.charCodeAt(0)) : isWordPart(name.charCodeAt(end)))) end++;
  if (end === name.length) return undefined;
  return "the name of a formula consists of letters, digits and _, and begins with a letter";
}

const LETTER = /^\p{L}$/u;

export function isLetter(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
  return LETTER.test(String.fromCharCode(code));
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isWordPart(code: number): boolean {
  return isDigit(code) || isLetter(code);
}
