import { ITEM_TYPES } from "@orrery/sim";

/** What somebody searches for. */
export interface SearchWords {
  /** Each must occur in the name, in lower case. */
  readonly words: readonly string[];
  /** Names of columns: of a value with several numbers, only these are wanted; all, if there are none. */
  readonly columns: readonly string[];
}

const COLUMNS: ReadonlySet<string> = new Set(Object.values(ITEM_TYPES).flat().filter(Boolean));

/** Reads a text that somebody searches for: `ball pose z` and `ball::pose.z` are column z of `ball::pose`. */
export function readSearch(text: string): SearchWords {
  const words: string[] = [];
  const columns: string[] = [];
  for (const word of text.toLowerCase().split(/\s+/)) {
    const [rest, last] = splitLast(word);
    if (COLUMNS.has(last)) columns.push(last);
    const name = COLUMNS.has(last) ? rest : word;
    if (name !== "") words.push(name);
  }
  return { words, columns };
}

/** Returns whether one number of a thing is wanted, whose name has the words. The column of a single number is empty. */
export function isWanted({ columns }: SearchWords, name: string, column: string): boolean {
  if (columns.length === 0) return true;
  return column === "" ? columns.some((each) => name.toLowerCase().endsWith(`.${each}`)) : columns.includes(column);
}

function splitLast(word: string): readonly [string, string] {
  const at = word.lastIndexOf(".");
  return at < 0 ? ["", word] : [word.slice(0, at), word.slice(at + 1)];
}
