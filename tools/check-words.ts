import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { comments, type Comment } from "./source-facts.ts";

/** A habit that costs readers a second reading, and what to write instead. */
interface Rule {
  readonly habit: RegExp;
  readonly instead: string;
  /** Applies only to the doc comments of functions and methods. */
  readonly functionsOnly?: boolean;
}

const COUNTED =
  "axis|body|client|connection|entity|file|frame|joint|link|message|model|pair|session|shape|step|thread|triangle|viewer|world";
/** Finds "one a world" and "one solid a triangle", but not "one of a pair". */
const ONE_PER = new RegExp(
  String.raw`\bone(?: (?!and\b|as\b|at\b|by\b|for\b|from\b|in\b|is\b|of\b|on\b|or\b|that\b|to\b|with\b)[a-z]+)? an? (?:${COUNTED})\b`,
  "i",
);

const RULES: readonly Rule[] = [
  {
    habit:
      /(?<!\bthere )\b(?:is|are|was|were) (?:another(?= one\b| now\b| since\b| than\b|[.,;:)]|$)|others(?= now\b| since\b|[.,;:)]|$))/i,
    instead: 'say "differs", "has changed" or "is a different one"',
  },
  {
    habit: /\b(?<!\b(?:not|ever|every|are|were) )so (?:many|long|often)\b(?! as\b| ago\b|[^.;:]{0,80} that\b)/i,
    instead: 'say "this many", "this long" or "this often", or give the number',
  },
  {
    habit: /^Tells (?:how|if|the time|what|when|where|whether|which)\b/,
    instead: 'say "Returns …"',
    functionsOnly: true,
  },
  {
    habit: /^Of /,
    instead: "begin with what the function does",
    functionsOnly: true,
  },
  {
    habit: /(?<=^|[.!?:] )Whether (?:it|that|there|they) (?:are|can|did|does|had|has|is|was|were|will)\./,
    instead: 'make it a sentence: "Returns whether it was done."',
  },
  {
    habit:
      /\b(?:begin|beginning|begins|build|builds|built|compiled|made|make|makes|start|started|starts|worked out) (?:[a-z]+ )?anew\b/i,
    instead: 'say "rebuilt", "recreated", "starts again" or "recompiled"',
  },
  {
    habit: /\b(?<!\bthere )(?:are|be|follow|follows|has|have|is|there|to|was|were) no more(?=[.,;:)]|$)/i,
    instead: 'say "no longer" or "not any more"',
  },
  { habit: ONE_PER, instead: 'say "per"' },
  { habit: /\bshall\b/i, instead: 'say "will", "must" or "should"' },
];

/** Continuous text, with the line of the file for each part of it. */
interface Prose {
  readonly text: string;
  /** Where each line begins in the text, with its number in the file. */
  readonly lines: readonly { readonly start: number; readonly number: number }[];
}

/** Returns the bad habits in comments and docs of a repository, one per line. */
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

/** Returns the habits in one file: in a Markdown file everywhere except in code, in a source file in comments. */
export function wordsIn(file: string, source: string): Habit[] {
  if (file.endsWith(".md")) return RULES.flatMap((rule) => (rule.functionsOnly ? [] : matches(rule, markdown(source))));
  // Parsing takes longer than everything else, and most files contain nothing that could match.
  const rough = source.replaceAll(/\n\s*(?:\*(?!\/)|\/\/)?\s*/g, " ").replaceAll(/ *\/\*\* *| *\*\/|"/g, "\n");
  if (!RULES.some(({ habit }) => new RegExp(habit.source, `${habit.flags}m`).test(rough))) return [];
  return comments(file, source).flatMap((comment) =>
    RULES.flatMap((rule) => (rule.functionsOnly && !comment.isOnFunction ? [] : matches(rule, commentProse(comment)))),
  );
}

function matches({ habit, instead }: Rule, { text, lines }: Prose): Habit[] {
  return [...text.matchAll(new RegExp(habit.source, `${habit.flags}g`))].map((match) => ({
    line: lines.findLast(({ start }) => start <= match.index)?.number ?? 1,
    text: match[0],
    instead,
  }));
}

function commentProse({ text, line }: Comment): Prose {
  return proseOf(text.split("\n"), line);
}

/** Joins lines to sentences, without comment marks and quotations. An empty line remains a break. */
function proseOf(lines: readonly string[], first: number): Prose {
  const starts: { start: number; number: number }[] = [];
  let text = "";
  for (const [index, line] of lines.entries()) {
    const words = line.replace(/^\s*(?:\/\*\*?|\*\/|\*|\/\/)?\s*/, "").replace(/\s*\*\/$/, "");
    if (words === "") text = text === "" ? "" : `${text.trimEnd()}\n`;
    starts.push({ start: text.length, number: first + index });
    if (words !== "") text += `${words} `;
  }
  return {
    text: text.trimEnd().replaceAll(/"[^"\n]*"|`[^`\n]*`/g, (quoted) => "_".repeat(quoted.length)),
    lines: starts,
  };
}

/** Blanks code, and keeps the lines. */
function markdown(source: string): Prose {
  let isCode = false;
  const lines = source.split("\n").map((line) => {
    const isFence = /^\s*```/.test(line);
    if (isFence) isCode = !isCode;
    return isCode || isFence ? "" : line;
  });
  return proseOf(lines, 1);
}

const FOLDERS = ["bench", "docs", "examples", "packages", "tests", "tools"];

/** Returns paths relative to the root, without generated files. */
function filesIn(root: string): string[] {
  const nested = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  const own = readdirSync(root).filter((file) => /\.(?:md|ts)$/.test(file));
  return [...own, ...nested]
    .map((file) => relative(root, join(root, file)).replaceAll("\\", "/"))
    .filter((file) => /\.(?:md|mjs|tsx?)$/.test(file) && !/(?:^|\/)(?:node_modules|dist|gen|\.tsbuild)\//.test(file))
    .toSorted();
}

if (import.meta.main) {
  const found = checkWords(resolve(import.meta.dirname, ".."));
  for (const line of found) console.log(line);
  if (found.length > 0) process.exitCode = 1;
}
