import { MessageError } from "./message-error.ts";

/** The words of a .proto text, one after another, without comments. */
export class ProtoTokens {
  readonly #text: string;
  readonly #file: string;
  #pos = 0;
  #nextLine = 1;
  #next = "";
  /** Line of the token taken last. */
  line = 1;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
    this.#advance();
  }

  /** The next token; empty at the end. Strings keep their quotes. */
  get next(): string {
    return this.#next;
  }

  take(): string {
    const token = this.#next;
    this.line = this.#nextLine;
    if (token === "") throw this.error("the text ends too early");
    this.#advance();
    return token;
  }

  /** Takes the next token if it is this one. Returns whether it was. */
  accept(token: string): boolean {
    if (this.#next !== token) return false;
    this.take();
    return true;
  }

  expect(token: string): void {
    const found = this.take();
    if (found !== token) throw this.error(`expected "${token}", got "${found}"`);
  }

  /** Takes a name, which may contain dots if `dotted`. */
  name(what: string, { dotted = false } = {}): string {
    const token = this.take();
    const pattern = dotted ? /^\.?[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/ : /^[A-Za-z_]\w*$/;
    if (!pattern.test(token)) throw this.error(`expected ${what}, got "${token}"`);
    return token;
  }

  integer(what: string): number {
    const sign = this.accept("-") ? -1 : 1;
    const token = this.take();
    if (!/^(0x[\da-f]+|\d+)$/i.test(token)) throw this.error(`expected ${what}, got "${token}"`);
    return sign * Number(/^0\d/.test(token) ? `0o${token.slice(1)}` : token) || 0;
  }

  string(): string {
    const token = this.take();
    if (!/^["']/.test(token)) throw this.error(`expected a string, got "${token}"`);
    return token.slice(1, -1);
  }

  error(reason: string): MessageError {
    return new MessageError(reason, { file: this.#file, line: this.line });
  }

  #advance(): void {
    blanks.lastIndex = this.#pos;
    const skipped = blanks.exec(this.#text)![0];
    for (let i = skipped.indexOf("\n"); i >= 0; i = skipped.indexOf("\n", i + 1)) this.#nextLine++;
    words.lastIndex = this.#pos + skipped.length;
    const found = words.exec(this.#text)?.[0] ?? "";
    this.#pos = words.lastIndex = this.#pos + skipped.length + found.length;
    this.#next = found;
    if (found === "" && this.#pos < this.#text.length) {
      this.line = this.#nextLine;
      throw this.error(`unexpected ${JSON.stringify(this.#text[this.#pos])}`);
    }
  }
}

const blanks = /(?:[\s\uFEFF]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const words =
  /\.?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|[\d.][\w.]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[{}[\]()<>=;,:+-]/y;
