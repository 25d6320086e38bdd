import { FormulaError, type Place } from "./formula-error.ts";
import type { BinaryOperator, CallSyntax, Syntax } from "./syntax.ts";
import { missingClose, tokenize, type SymbolText, type Token } from "./token.ts";

/** Parentheses, signs and powers within each other. Each takes several frames of the stack. */
const MAX_NESTING = 100;

/** Operators with two sides, and how tightly they bind. Powers bind more tightly than signs and are read apart. */
const LEVELS: Partial<Record<SymbolText, number>> = {
  "||": 1,
  "&&": 2,
  "<": 3,
  "<=": 3,
  ">": 3,
  ">=": 3,
  "==": 3,
  "!=": 3,
  "+": 4,
  "-": 4,
  "*": 5,
  "/": 5,
};
const COMPARISONS = 3;

/** Reads a formula. Throws a FormulaError at the first place that cannot be understood. */
export function parse(text: string): Syntax {
  return new Parser(text).formula();
}

/** Returns the names in a text that are neither functions nor constants, as they are written, each once. */
export function namesIn(text: string): string[] {
  const tokens = tokenize(text);
  const names = tokens.flatMap((token, i) => {
    if (token.kind !== "name") return [];
    const [before, after] = [tokens[i - 1], tokens[i + 1]!];
    if (before?.kind === "symbol" && before.text === ".") return [];
    if (!token.isQuoted && ((after.kind === "symbol" && after.text === "(") || isConstant(token.text))) return [];
    return [token.text];
  });
  return [...new Set(names)];
}

function isConstant(name: string): boolean {
  return name === "t" || name === "pi" || name === "e";
}

/** Precedence climbing over the tokens of one text. */
class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  #nesting = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenize(text);
  }

  formula(): Syntax {
    if (this.#tokens.length === 1) {
      throw new FormulaError("write a formula, such as norm(v) or x - y", { at: 0, end: this.#text.length });
    }
    const formula = this.#binary(1);
    const rest = this.#peek();
    if (rest.kind === "end") return formula;
    if (rest.kind !== "symbol") throw new FormulaError(`missing an operator before ${this.#show(rest)}`, rest);
    throw new FormulaError(rest.text === ")" ? "there is no ( for this )" : `unexpected ${this.#show(rest)}`, rest);
  }

  #binary(least: number): Syntax {
    let left = this.#unary();
    let compared = false;
    for (;;) {
      const operator = this.#peek();
      const level = operator.kind === "symbol" ? LEVELS[operator.text] : undefined;
      if (operator.kind !== "symbol" || level === undefined || level < least) return left;
      if (level === COMPARISONS && compared) {
        throw new FormulaError("compare two values at a time, as in a < b && b < c", operator);
      }
      compared = level === COMPARISONS;
      this.#next++;
      left = binary(left, operator, this.#binary(level + 1));
    }
  }

  /** Reads signs, which bind less tightly than powers: −x² is −(x²). */
  #unary(): Syntax {
    const token = this.#peek();
    if (token.kind !== "symbol" || !(token.text === "-" || token.text === "+" || token.text === "!"))
      return this.#power();
    this.#next++;
    const of = this.#nested(token, () => this.#unary());
    return { kind: "unary", operator: token.text, of, at: token.at, end: of.end };
  }

  /** Reads a power, which is grouped from the right: 2^3^2 is 2^(3^2). */
  #power(): Syntax {
    const base = this.#postfix();
    const token = this.#peek();
    if (token.kind !== "symbol" || token.text !== "^") return base;
    this.#next++;
    return binary(
      base,
      token,
      this.#nested(token, () => this.#unary()),
    );
  }

  #postfix(): Syntax {
    let value = this.#primary();
    while (this.#skip(".")) {
      const part = this.#take();
      if (part.kind !== "name") throw new FormulaError("missing the name of a part after ., such as .x", part);
      let at = part.at;
      for (const name of part.text.split(".")) {
        value = { kind: "part", of: value, part: name, at: value.at, end: at + name.length };
        at += name.length + 1;
      }
    }
    return value;
  }

  #primary(): Syntax {
    const token = this.#take();
    switch (token.kind) {
      case "number":
        return token;
      case "name": {
        const { text: name, isQuoted, at, end } = token;
        const next = this.#peek();
        const isCall = !isQuoted && next.kind === "symbol" && next.text === "(";
        return isCall ? this.#nested(next, () => this.#call(name, token)) : { kind: "name", name, isQuoted, at, end };
      }
      case "symbol":
        if (token.text === "(") return this.#nested(token, () => this.#group(token));
        throw new FormulaError(`missing a value before ${this.#show(token)}`, token);
      default:
        throw new FormulaError(`missing a value after ${this.#show(this.#tokens[this.#next - 1]!)}`, token);
    }
  }

  #group(open: Place): Syntax {
    const inside = this.#binary(1);
    const end = this.#close(open);
    return { ...inside, at: open.at, end };
  }

  #call(name: string, namePlace: Place): CallSyntax {
    const open = this.#take();
    const args: Syntax[] = [];
    if (!this.#isNext(")")) {
      do args.push(this.#binary(1));
      while (this.#skip(","));
    }
    return { kind: "call", name, namePlace, args, at: namePlace.at, end: this.#close(open) };
  }

  /** Takes the closing parenthesis and returns its end. */
  #close(open: Place): number {
    const token = this.#take();
    if (token.kind === "symbol" && token.text === ")") return token.end;
    if (token.kind === "end") throw missingClose(")", "(", open.at, open.end);
    throw new FormulaError(`missing an operator, a comma or ) before ${this.#show(token)}`, token);
  }

  #nested<T>(place: Place, read: () => T): T {
    if (++this.#nesting > MAX_NESTING) {
      throw new FormulaError(`nested more than ${MAX_NESTING} deep: give parts of it names`, place);
    }
    const result = read();
    this.#nesting--;
    return result;
  }

  #peek(): Token {
    return this.#tokens[this.#next]!;
  }

  /** Returns the next token; at the end, the end again. */
  #take(): Token {
    const token = this.#peek();
    if (token.kind !== "end") this.#next++;
    return token;
  }

  #isNext(text: SymbolText): boolean {
    const token = this.#peek();
    return token.kind === "symbol" && token.text === text;
  }

  #skip(text: SymbolText): boolean {
    const isNext = this.#isNext(text);
    if (isNext) this.#next++;
    return isNext;
  }

  #show({ at, end }: Place): string {
    return `"${this.#text.slice(at, end)}"`;
  }
}

function binary(left: Syntax, operator: Token & { readonly kind: "symbol" }, right: Syntax): Syntax {
  const { at, end } = operator;
  const text = operator.text as BinaryOperator;
  return { kind: "binary", operator: text, operatorPlace: { at, end }, left, right, at: left.at, end: right.end };
}
