import { comments, shownTexts, testTitles, type Comment } from "./source-facts.ts";

/** Continuous text, with the line of the file for each part of it. */
export interface Prose {
  readonly text: string;
  /** Where each line begins in the text, with its number in the file. */
  readonly lines: readonly { readonly start: number; readonly number: number }[];
  /** Whether it is the doc comment of a function or a method. */
  readonly isOnFunction: boolean;
}

/**
 * Returns what people read of a file: a Markdown file without its code, and comments. Of modules also the texts that
 * are shown to users, and of their tests the titles.
 */
export function proseIn(file: string, source: string): Prose[] {
  const extension = file.slice(file.lastIndexOf("."));
  if (extension === ".md") return [markdown(source)];
  if (extension === ".css") return blockComments(source);
  if (extension === ".proto") return paragraphs(source, /\/\/(?<text>.*)$/);
  if (extension === ".py") return paragraphs(source, /(?:^|\s)#(?<text>.*)$/, '"""');
  const texts = /\.(?:test|contract)\.tsx?$/.test(file)
    ? testTitles(file, source)
    : file.startsWith("packages/")
      ? shownTexts(file, source)
      : [];
  return [
    ...comments(file, source).map((comment) => commentProse(comment)),
    ...texts.map(({ text, line }) => proseOf(text.replaceAll("${}", "_").split("\n"), line)),
  ];
}

/**
 * Returns texts in which every habit occurs that the prose of a module contains. Parsing takes longer than everything
 * else, and most modules contain nothing that could match.
 */
export function roughly(source: string): string[] {
  const comments = source.replaceAll(/\n\s*(?:\*(?!\/)|\/\/)?\s*/g, " ").replaceAll(/ *\/\*\* *| *\*\//g, "\n");
  return [comments.replaceAll('"', "\n"), comments.replaceAll(/["`<>{}]/g, "\n"), source.replaceAll(/["`<>{}]/g, "\n")];
}

function commentProse({ text, line, isOnFunction }: Comment): Prose {
  return { ...proseOf(text.split("\n"), line), isOnFunction };
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
    isOnFunction: false,
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

function blockComments(source: string): Prose[] {
  return [...source.matchAll(/\/\*.*?\*\//gs)].map(({ 0: text, index }) =>
    proseOf(text.split("\n"), source.slice(0, index).split("\n").length),
  );
}

/** Reads comments that end with their lines, and the lines between two marks of a long text. */
function paragraphs(source: string, comment: RegExp, mark?: string): Prose[] {
  const found: { lines: string[]; first: number }[] = [];
  let isOpen = false;
  let isLong = false;
  source.split("\n").forEach((line, i) => {
    const marks = mark === undefined ? 0 : line.split(mark).length - 1;
    const match = comment.exec(line);
    const text = isLong || marks > 0 ? line.replaceAll(mark!, "") : match?.groups!["text"];
    const isBeside = !isLong && marks === 0 && match !== null && line.slice(0, match.index).trim() !== "";
    if (marks === 1) isLong = !isLong;
    if (text !== undefined && (!isOpen || isBeside)) found.push({ lines: [], first: i + 1 });
    isOpen = text !== undefined;
    if (text !== undefined) found.at(-1)!.lines.push(text);
  });
  return found.map(({ lines, first }) => proseOf(lines, first));
}
