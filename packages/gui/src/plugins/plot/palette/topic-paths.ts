import { fieldNodes, formatPath, type FieldPath, type FieldTypes } from "@orrery/plots";

/** Deeper fields, and those in lists, are found in the tree of their topic. */
const MAX_DEPTH = 4;
const MAX_PATHS = 200;

/** Lists the ways to the numbers of a type, without those in lists. */
export function numberPaths(types: FieldTypes, type: string): readonly FieldPath[] {
  const found: FieldPath[] = [];
  let level: FieldPath[] = [[]];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: FieldPath[] = [];
    for (const path of level) {
      for (const { kind, path: below } of fieldNodes(types, type, path)) {
        if (found.length >= MAX_PATHS) return found;
        if (kind === "number") found.push(below);
        else if (kind === "message" && below.at(-1) !== "header") next.push(below);
      }
    }
    level = next;
  }
  return found;
}

/** Returns whether the name of a topic and a path in its messages have all words. */
export function hasWords(topic: string, path: FieldPath, words: readonly string[]): boolean {
  const name = `${topic} ${formatPath(path)}`.toLowerCase();
  return words.every((word) => name.includes(word));
}
