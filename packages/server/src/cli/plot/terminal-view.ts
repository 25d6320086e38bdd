import { terminalPicture, type ThemeName } from "@orrery/plots";
import { safe } from "../terminal.ts";
import type { CollectedCurves } from "./collected-curves.ts";
import { pictureOf } from "./plot-picture.ts";

/** Time between two pictures, in milliseconds. */
const REDRAW_MS = 100;
/** Of an output that is no terminal. */
const PLAIN_SIZE = { columns: 100, rows: 30 };
const MAX_ROWS = 40;

export interface TerminalViewOptions {
  readonly title: string;
  readonly timeTitle: string;
  readonly theme: ThemeName;
  /** Seconds that are shown. */
  readonly window: number;
}

/** Prints a picture of characters. */
export function printPicture(curves: CollectedCurves, options: TerminalViewOptions): void {
  process.stdout.write(`${linesOf(curves, options).join("\n")}\n`);
}

/** Shows curves as they come, in the same place of a terminal. The last picture stays when it is disposed of. */
export class TerminalView implements Disposable {
  readonly #curves: CollectedCurves;
  readonly #options: TerminalViewOptions;
  readonly #timer: NodeJS.Timeout;
  /** Rows of the picture that is shown. */
  #rows = 0;

  constructor(curves: CollectedCurves, options: TerminalViewOptions) {
    this.#curves = curves;
    this.#options = options;
    process.stdout.write(HIDE_CURSOR);
    this.#timer = setInterval(() => this.#draw(), REDRAW_MS);
    process.stdout.on("resize", this.#clear);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    process.stdout.off("resize", this.#clear);
    this.#draw();
    process.stdout.write(SHOW_CURSOR);
  }

  #draw(): void {
    const lines = linesOf(this.#curves, this.#options);
    const up = this.#rows > 0 ? `\u001b[${this.#rows}A\r` : "";
    process.stdout.write(`${up}${lines.map((line) => `${line}\u001b[K\n`).join("")}`);
    this.#rows = lines.length;
  }

  /** The lines may have been wrapped: begins again at the top. */
  readonly #clear = (): void => {
    process.stdout.write("\u001b[2J\u001b[H");
    this.#rows = 0;
  };
}

const HIDE_CURSOR = "\u001b[?25l";
const SHOW_CURSOR = "\u001b[?25h";

function linesOf(curves: CollectedCurves, { title, timeTitle, theme, window }: TerminalViewOptions): string[] {
  const { isTTY } = process.stdout;
  const size = isTTY
    ? { columns: process.stdout.columns, rows: Math.min(MAX_ROWS, process.stdout.rows - 1) }
    : PLAIN_SIZE;
  const hasColours = isTTY && (process.env["NO_COLOR"] ?? "") === "";
  const { description, data } = pictureOf(curves.curves, {
    title: safe(title),
    timeTitle,
    theme,
    window,
    columns: 2 * size.columns,
  });
  return terminalPicture(description, data, { ...size, hasColours });
}
