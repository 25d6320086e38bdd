/**
 * Returns whether a name fits a pattern, in which * stands for any letters, or for none. Takes time in proportion to the
 * product of their lengths at most.
 */
export function fitsPattern(name: string, pattern: string): boolean {
  let [at, from] = [0, 0];
  /** Positions after the last star in the pattern, and in the name of what comes after what it stands for. */
  let [star, next] = [-1, 0];
  while (at < name.length) {
    if (pattern[from] === "*") [star, next] = [++from, at];
    else if (pattern[from] === name[at]) [from, at] = [from + 1, at + 1];
    else if (star >= 0) [from, at] = [star, ++next];
    else return false;
  }
  while (pattern[from] === "*") from++;
  return from === pattern.length;
}

export function isPattern(text: string): boolean {
  return text.includes("*");
}

/** Returns the words that each name must have which fits a pattern. */
export function wordsOf(pattern: string): string[] {
  return pattern.split("*").filter((word) => word !== "");
}

/** Returns the names of the things that an item of this name may belong to, the innermost first. */
export function thingsOf(name: string): string[] {
  const parts = name.split("::");
  return parts.map((_, i) => parts.slice(0, parts.length - 1 - i).join("::"));
}
