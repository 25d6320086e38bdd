import { MeshError } from "./mesh-error.ts";
import type { SourcePlace } from "../../scene/scene.ts";

/** A line of a text file, split into words. */
export interface TextLine {
  readonly words: readonly string[];
  /** The whole line, for names that contain spaces. */
  readonly text: string;
  readonly where: SourcePlace;
}

/** Yields the lines that are not empty, without comments (`#`); a `\` at the end joins a line to the next. */
export function* textLines(text: string, file: string): Generator<TextLine> {
  let line = 0;
  for (let at = 0; at < text.length;) {
    const first = ++line;
    let whole = "";
    for (;;) {
      const found = text.indexOf("\n", at);
      const end = found < 0 ? text.length : found;
      const part = text.slice(at, end).replace(/\r$/, "");
      at = end + 1;
      if (!part.endsWith("\\") || at >= text.length) {
        whole += part;
        break;
      }
      whole += `${part.slice(0, -1)} `;
      line++;
    }
    const comment = whole.indexOf("#");
    const content = (comment < 0 ? whole : whole.slice(0, comment)).trim();
    if (content !== "") yield { words: content.split(/\s+/), text: content, where: { file, line: first, column: 1 } };
  }
}

/** Returns word `index` as a number; throws a MeshError with the line if it is not one. */
export function numberAt({ words, where }: TextLine, index: number): number {
  const word = words[index];
  if (word === undefined) throw new MeshError(`"${words[0]}" has too few numbers`, where);
  const value = Number(word);
  if (!Number.isFinite(value)) throw new MeshError(`"${word.slice(0, 40)}" is not a number`, where);
  return value;
}
