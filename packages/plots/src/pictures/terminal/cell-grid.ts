import { plainText } from "../pens/plain-text.ts";

/** Characters of a terminal in rows and columns, each with a style. What is put outside is left out. */
export class CellGrid {
  readonly columns: number;
  readonly rows: number;
  /** Empty in the second cell of a wide character. */
  readonly #letters: string[];
  readonly #styles: string[];

  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
    this.#letters = Array.from({ length: columns * rows }, () => " ");
    this.#styles = Array.from({ length: columns * rows }, () => "");
  }

  /** Writes a text from a cell on, to the right. A style is the numbers of a control sequence, such as "2;31". */
  put(column: number, row: number, text: string, style = ""): void {
    let at = column;
    for (const letter of plainText(text)) {
      const width = letterWidth(letter);
      const isInside = at >= 0 && at + width <= this.columns && row >= 0 && row < this.rows;
      const cell = row * this.columns + at;
      // A mark belongs to the letter before.
      if (width === 0 && at > 0 && at <= this.columns && isInside) this.#letters[cell - 1] += letter;
      if (width > 0 && isInside) {
        this.#letters[cell] = letter;
        this.#styles[cell] = style;
        if (width === 2) this.#letters[cell + 1] = "";
      }
      at += width;
    }
  }

  /** Returns a line per row, without spaces at its end. */
  lines({ hasColours }: { readonly hasColours: boolean }): string[] {
    return Array.from({ length: this.rows }, (_, row) => this.#line(row, hasColours));
  }

  #line(row: number, hasColours: boolean): string {
    let last = this.columns - 1;
    while (last >= 0 && this.#letters[row * this.columns + last] === " ") last--;
    let line = "";
    let style = "";
    for (let cell = row * this.columns; cell <= row * this.columns + last; cell++) {
      if (hasColours && this.#styles[cell] !== style) {
        style = this.#styles[cell]!;
        line += style === "" ? RESET : `${RESET}\u001b[${style}m`;
      }
      line += this.#letters[cell]!;
    }
    return style === "" ? line : line + RESET;
  }
}

/** Returns how many cells of a terminal a text takes. */
export function cellWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += letterWidth(letter);
  return width;
}

const RESET = "\u001b[0m";

function letterWidth(letter: string): 0 | 1 | 2 {
  if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(letter)) return 0;
  const code = letter.codePointAt(0)!;
  return WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}

/** Chinese, Japanese and Korean writing, full-width forms, pictograms. */
const WIDE: readonly (readonly [from: number, to: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe4f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];
