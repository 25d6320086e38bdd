import { assertNever } from "../packages/sim/src/base/assert-never.ts";
/** Counts the steps that a backtracking matcher, such as that of every JavaScript engine, takes for an expression. */
export class RegExpSteps {
  readonly root: Part;
  readonly #isSticky: boolean;
  /** Whether callers ask for one match after the other. */
  readonly #isRepeated: boolean;
  #text = "";
  #steps = 0;
  #most = 0;
  #groups: string[] = [];

  constructor(source: string, flags: string) {
    this.root = new Parser(source, flags).read();
    this.#isSticky = flags.includes("y");
    this.#isRepeated = this.#isSticky || flags.includes("g");
  }

  /**
   * Counts the steps of a search through a text, up to a limit: for the first match, or for all if callers ask for all.
   */
  count(text: string, most: number): number {
    this.#text = text;
    this.#steps = 0;
    this.#most = most;
    try {
      for (let start = 0; start <= text.length;) {
        const end = this.#endFrom(start);
        // A caller of a sticky expression continues from the end of a match; without progress there, it continues in
        // some other way.
        if (end === undefined ? this.#isSticky : !this.#isRepeated || (this.#isSticky && end === start)) break;
        start = Math.max(end ?? 0, start + 1);
      }
    } catch (error) {
      if (error !== tooMany) throw error;
    }
    return this.#steps;
  }

  /** Returns the end of a match that begins at a place; `undefined` if there is none. */
  #endFrom(start: number): number | undefined {
    let end: number | undefined;
    this.#groups = [];
    this.#match(this.root, start, (at) => {
      end = at;
      return true;
    });
    return end;
  }

  #match(part: Part, at: number, next: (at: number) => boolean): boolean {
    if (++this.#steps >= this.#most) throw tooMany;
    switch (part.kind) {
      case "character":
        return at < this.#text.length && part.fits(this.#text[at]!) && next(at + 1);
      case "place":
        return part.fits(this.#text, at) && next(at);
      case "sequence":
        return this.#sequence(part.parts, 0, at, next);
      case "choice":
        return part.parts.some((each) => this.#match(each, at, next));
      case "group":
        return this.#match(part.part, at, (end) => {
          if (part.number > 0) this.#groups[part.number] = this.#text.slice(at, end);
          return next(end);
        });
      case "again": {
        const before = this.#groups[part.number] ?? "";
        return this.#text.startsWith(before, at) && next(at + before.length);
      }
      case "look":
        return this.#look(part, at) !== part.isNegative && next(at);
      case "repeat":
        return this.#repeat(part, 0, at, next);
      default:
        return assertNever(part);
    }
  }

  /** Looking back counts as one step: no expression in this repository has repetitions there. */
  #look(part: Look, at: number): boolean {
    return part.behind?.test(this.#text.slice(0, at)) ?? this.#match(part.part, at, () => true);
  }

  #sequence(parts: readonly Part[], first: number, at: number, next: (at: number) => boolean): boolean {
    const part = parts[first];
    return part === undefined ? next(at) : this.#match(part, at, (end) => this.#sequence(parts, first + 1, end, next));
  }

  #repeat(part: Repeat, done: number, at: number, next: (at: number) => boolean): boolean {
    if (++this.#steps >= this.#most) throw tooMany;
    const more = (): boolean =>
      done < part.most &&
      this.#match(part.part, at, (end) => (end > at || done < part.least) && this.#repeat(part, done + 1, end, next));
    const enough = (): boolean => done >= part.least && next(at);
    return part.isLazy ? enough() || more() : more() || enough();
  }
}

const tooMany = new Error("too many steps");

export type Part =
  | { readonly kind: "character"; readonly source: string; readonly fits: (character: string) => boolean }
  | { readonly kind: "place"; readonly fits: (text: string, at: number) => boolean }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Part[] }
  | { readonly kind: "group"; readonly part: Part; readonly number: number }
  | { readonly kind: "again"; readonly number: number }
  | Look
  | Repeat;

interface Look {
  readonly kind: "look";
  readonly part: Part;
  readonly isNegative: boolean;
  /** What must precede, for a look-behind. */
  readonly behind: RegExp | undefined;
}

interface Repeat {
  readonly kind: "repeat";
  readonly part: Part;
  readonly least: number;
  readonly most: number;
  readonly isLazy: boolean;
}

class Parser {
  readonly #source: string;
  readonly #flags: string;
  #at = 0;
  #groups = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags.replaceAll(/[gy]/g, "");
  }

  read(): Part {
    const part = this.#choice();
    if (this.#at < this.#source.length) throw new SyntaxError(`/${this.#source}/ at ${this.#at}`);
    return part;
  }

  #choice(): Part {
    const parts = [this.#sequence()];
    while (this.#take("|")) parts.push(this.#sequence());
    return parts.length === 1 ? parts[0]! : { kind: "choice", parts };
  }

  #sequence(): Part {
    const parts: Part[] = [];
    while (this.#at < this.#source.length && !"|)".includes(this.#source[this.#at]!)) parts.push(this.#quantified());
    return parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
  }

  #quantified(): Part {
    const part = this.#atom();
    const found = this.#takeMatch(/(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/y);
    if (found === undefined) return part;
    const [, sign, least, comma, most, lazy] = found;
    const [from, to] =
      sign === undefined
        ? [Number(least), comma === "" ? Number(least) : most === "" ? Infinity : Number(most)]
        : { "*": [0, Infinity], "+": [1, Infinity], "?": [0, 1] }[sign]!;
    return { kind: "repeat", part, least: from!, most: to!, isLazy: lazy === "?" };
  }

  #atom(): Part {
    if (this.#take("(?:")) return this.#closed({ number: 0 });
    const look = this.#takeMatch(/\(\?(<?)([=!])/y);
    if (look !== undefined) {
      const start = this.#at;
      const { part } = this.#closed({ number: 0 });
      const source = this.#source.slice(start, this.#at - 1);
      const behind = look[1] === "<" ? new RegExp(`(?:${source})$`, this.#flags) : undefined;
      return { kind: "look", part, isNegative: look[2] === "!", behind };
    }
    if (this.#takeMatch(/\((?:\?<\w+>)?/y) !== undefined) return this.#closed({ number: ++this.#groups });
    const isLine = this.#flags.includes("m");
    if (this.#take("^")) return { kind: "place", fits: (text, at) => at === 0 || (isLine && text[at - 1] === "\n") };
    if (this.#take("$"))
      return { kind: "place", fits: (text, at) => at === text.length || (isLine && text[at] === "\n") };
    const boundary = this.#takeMatch(/\\[bB]/y)?.[0];
    if (boundary !== undefined)
      return { kind: "place", fits: (text, at) => isWordEdge(text, at) === (boundary === "\\b") };
    const again = this.#takeMatch(/\\([1-9])/y)?.[1];
    if (again !== undefined) return { kind: "again", number: Number(again) };
    const source = this.#takeMatch(
      /\[(?:[^\]\\]|\\.)*\]|\\[pP]\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\.|[^]/y,
    )![0];
    const expression = new RegExp(`^(?:${source})$`, this.#flags);
    return { kind: "character", source, fits: (character) => expression.test(character) };
  }

  #closed({ number }: { readonly number: number }): Part & { readonly kind: "group" } {
    const part = this.#choice();
    if (!this.#take(")")) throw new SyntaxError(`/${this.#source}/ at ${this.#at}: ) expected`);
    return { kind: "group", part, number };
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #takeMatch(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#source);
    if (found === null) return undefined;
    this.#at = expression.lastIndex;
    return found;
  }
}

function isWordEdge(text: string, at: number): boolean {
  const isWord = (character: string | undefined): boolean => character !== undefined && /\w/.test(character);
  return isWord(text[at - 1]) !== isWord(text[at]);
}
