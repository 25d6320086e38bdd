import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { proseIn, roughly, type Prose } from "./prose.ts";
import { WORD_RULES, type WordRule } from "./word-rules.ts";

/** Returns the bad habits in docs, comments, texts for users and test titles of a repository, one per line. */
export function checkWords(root: string): string[] {
  return filesIn(root).flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    return wordsIn(file, source).map(({ line, text, instead }) => `${file}:${line}: "${text}": ${instead}`);
  });
}

export interface Habit {
  readonly line: number;
  readonly text: string;
  readonly instead: string;
}

/** Returns the habits in one file. Its path, relative to the repository, decides what of it is prose. */
export function wordsIn(file: string, source: string): Habit[] {
  if (/\.(?:mjs|tsx?)$/.test(file) && !mayHaveHabits(source)) return [];
  return proseIn(file, source).flatMap((prose) =>
    WORD_RULES.flatMap((rule) => (rule.functionsOnly && !prose.isOnFunction ? [] : matches(rule, prose))),
  );
}

function mayHaveHabits(source: string): boolean {
  const texts = roughly(source);
  return WORD_RULES.some(({ habit }) => {
    const pattern = new RegExp(habit.source, `${habit.flags}m`);
    return texts.some((text) => pattern.test(text));
  });
}

function matches({ habit, instead }: WordRule, { text, lines }: Prose): Habit[] {
  return [...text.matchAll(new RegExp(habit.source, `${habit.flags}g`))].map((match) => ({
    line: lines.findLast(({ start }) => start <= match.index)?.number ?? 1,
    text: match[0],
    instead,
  }));
}

const FOLDERS = ["bench", "docs", "examples", "packages", "tests", "tools"];
/** Gazebo's own messages, and what is generated. */
const OTHERS = /(?:^|\/)(?:node_modules|dist|gen|\.tsbuild|proto\/gz|proto\/ignition)\//;

/** Returns paths relative to the root, without generated files. */
function filesIn(root: string): string[] {
  const nested = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  const own = readdirSync(root).filter((file) => /\.(?:md|ts)$/.test(file));
  return [...own, ...nested]
    .map((file) => relative(root, join(root, file)).replaceAll("\\", "/"))
    .filter((file) => /\.(?:css|md|mjs|proto|py|tsx?)$/.test(file) && !OTHERS.test(file))
    .toSorted();
}

if (import.meta.main) {
  const found = checkWords(resolve(import.meta.dirname, ".."));
  for (const line of found) console.log(line);
  if (found.length > 0) process.exitCode = 1;
}
