/** What is wrong with a line. */
export class LineError extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

/** Takes a row: its cells, and the number of the line that it begins on. Blank lines have one empty cell. */
export type OnRow = (cells: readonly string[], line: number) => void;

/** Characters of one cell: a quote that is never closed must not collect the rest of the file. */
const MAX_CELL = 64 * 1024;
const MAX_CELLS = 20_000;

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const HASH = 0x23;
const BLANK = 0x20;

/** Where in a row the next character is. */
type Place = "at a cell's start" | "in a plain cell" | "in quotes" | "after quotes" | "in a comment";

/**
 * Splits text that comes in pieces into rows, in time in proportion to its length. Cells are as RFC 4180 says, without
 * blanks around those that are not quoted. Lines that begin with # are comments.
 */
export class CsvRows {
  /** The number of the line that the next character is on. */
  line: number;
  /** The text of the last comment. */
  comment = "";
  readonly #separator: number;
  readonly #onRow: OnRow;
  #place: Place = "at a cell's start";
  #cells: string[] = [];
  /** What has been taken of the present cell. */
  #before = "";
  #rowLine: number;
  #isAfterReturn = false;

  constructor(separator: string, onRow: OnRow, firstLine = 1) {
    this.#separator = separator.charCodeAt(0);
    this.#onRow = onRow;
    this.line = this.#rowLine = firstLine;
  }

  /** Whether the last row has ended, so that nothing would be lost without another piece. */
  get isAtRowStart(): boolean {
    return this.#place === "at a cell's start" && this.#cells.length === 0;
  }

  push(text: string): void {
    for (let at = 0; at < text.length;) {
      switch (this.#place) {
        case "at a cell's start":
          at = this.#start(text, at);
          break;
        case "in a plain cell":
          at = this.#takePlain(text, at);
          break;
        case "in quotes":
          at = this.#takeQuoted(text, at);
          break;
        case "after quotes":
          at = this.#takeAfterQuotes(text, at);
          break;
        case "in a comment":
          at = this.#takeComment(text, at);
          break;
      }
    }
  }

  end(): void {
    if (this.#place === "in quotes") {
      throw new LineError(this.#rowLine, "the quotes of a cell are opened here and never closed");
    }
    if (!this.isAtRowStart) this.#endCell(LINE_FEED, 0);
  }

  /** Decides what kind of cell begins. Like those below, returns the position of what has not been taken yet. */
  #start(text: string, at: number): number {
    const code = text.charCodeAt(at);
    const isSecondOfTwo = code === LINE_FEED && this.#isAfterReturn;
    this.#isAfterReturn = false;
    if (isSecondOfTwo) return at + 1;
    if (code === this.#separator || code === LINE_FEED || code === RETURN) return this.#endCell(code, at);
    if (code <= BLANK) return at + 1;
    if (code === HASH && this.#cells.length === 0) this.#place = "in a comment";
    else this.#place = code === QUOTE ? "in quotes" : "in a plain cell";
    return code === QUOTE ? at + 1 : at;
  }

  #takePlain(text: string, start: number): number {
    let at = start;
    let code = 0;
    for (; at < text.length; at++) {
      code = text.charCodeAt(at);
      if (code === this.#separator || code === LINE_FEED || code === RETURN) break;
    }
    this.#add(text.slice(start, at));
    if (at === text.length) return at;
    this.#before = this.#before.trimEnd();
    return this.#endCell(code, at);
  }

  #takeQuoted(text: string, start: number): number {
    const quote = text.indexOf('"', start);
    const end = quote < 0 ? text.length : quote;
    const part = text.slice(start, end);
    this.#add(part);
    for (let at = part.indexOf("\n"); at >= 0; at = part.indexOf("\n", at + 1)) this.line++;
    if (quote < 0) return end;
    this.#place = "after quotes";
    return end + 1;
  }

  #takeAfterQuotes(text: string, at: number): number {
    const code = text.charCodeAt(at);
    if (code === this.#separator || code === LINE_FEED || code === RETURN) return this.#endCell(code, at);
    // Two quotes within quotes mean one; anything else does not belong here.
    if (code === QUOTE) {
      this.#add('"');
      this.#place = "in quotes";
    }
    return at + 1;
  }

  #takeComment(text: string, start: number): number {
    let at = start;
    while (at < text.length && text.charCodeAt(at) !== LINE_FEED && text.charCodeAt(at) !== RETURN) at++;
    this.#before += text.slice(start, Math.min(at, start + MAX_CELL - this.#before.length));
    return at === text.length ? at : this.#endCell(text.charCodeAt(at), at);
  }

  #add(part: string): void {
    if (this.#before.length + part.length > MAX_CELL) {
      throw new LineError(this.#rowLine, `a cell is longer than ${MAX_CELL} characters: is a closing quote missing?`);
    }
    this.#before += part;
  }

  /** Ends a cell, at the character after it, and also the row if that is the end of the line. */
  #endCell(code: number, at: number): number {
    if (this.#place === "in a comment") this.comment = this.#before;
    else {
      if (this.#cells.length >= MAX_CELLS) throw new LineError(this.#rowLine, `more than ${MAX_CELLS} cells`);
      this.#cells.push(this.#before);
    }
    this.#before = "";
    if (code !== this.#separator || this.#place === "in a comment") this.#endRow(code);
    this.#place = "at a cell's start";
    return at + 1;
  }

  #endRow(code: number): void {
    this.#isAfterReturn = code === RETURN;
    const cells = this.#cells;
    this.#cells = [];
    const line = this.#rowLine;
    this.#rowLine = ++this.line;
    if (this.#place !== "in a comment") this.#onRow(cells, line);
  }
}
