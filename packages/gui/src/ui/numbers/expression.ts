export type Evaluated = { readonly ok: true; readonly value: number } | { readonly ok: false; readonly reason: string };

/**
 * Evaluates the text of a number field: `1/3`, `45deg`, `2*pi`, `sqrt(2) m`. The result is in `unit`; numbers without a
 * unit are taken to be in it.
 */
export function evaluate(text: string, unit = ""): Evaluated {
  try {
    return { ok: true, value: new Reader(text, unit).whole() };
  } catch (error) {
    if (error instanceof ExpressionError) return { ok: false, reason: error.message };
    throw error;
  }
}

/** Evaluates a list of numbers: `1 2 3`, `1/3, 2, 3`; `undefined` if there is only one, or the list is invalid. */
export function evaluateList(text: string, unit = ""): readonly number[] | undefined {
  if (evaluate(text, unit).ok) return undefined;
  const parts = text
    .trim()
    .split(/\s*[,;]\s*|\s+/)
    .map((part) => evaluate(part, unit));
  return parts.length > 1 && parts.every((part) => part.ok) ? parts.map(({ value }) => value) : undefined;
}

/** Returns how many of `to` make one of `from`; undefined for units of different quantities. */
export function unitFactor(from: string, to: string): number | undefined {
  if (from === to) return 1;
  const [a, b] = [UNITS.get(from), UNITS.get(to)];
  return a === undefined || b === undefined || a.measures !== b.measures ? undefined : a.size / b.size;
}

class ExpressionError extends Error {}

/** Parses sums of products of powers of terms, by recursive descent. */
class Reader {
  readonly #tokens: readonly string[];
  readonly #unit: string;
  #at = 0;

  constructor(text: string, unit: string) {
    this.#unit = unit;
    const tokens = text.match(TOKEN) ?? [];
    const strange = text.replace(TOKEN, "").trim();
    if (strange !== "") throw new ExpressionError(`“${strange[0]}” means nothing here`);
    this.#tokens = tokens;
  }

  whole(): number {
    if (this.#tokens.length === 0) throw new ExpressionError("There is no number");
    const value = this.#sum();
    if (this.#next !== undefined) throw new ExpressionError(this.#unexpected(this.#next));
    if (Number.isNaN(value)) throw new ExpressionError("The result is not a number");
    return value;
  }

  get #next(): string | undefined {
    return this.#tokens[this.#at];
  }

  #take(...wanted: readonly string[]): string | undefined {
    const next = this.#next;
    if (next === undefined || !wanted.includes(next)) return undefined;
    this.#at++;
    return next;
  }

  #sum(): number {
    let value = this.#product();
    for (let sign = this.#take("+", "-"); sign !== undefined; sign = this.#take("+", "-")) {
      const other = this.#product();
      value = sign === "+" ? value + other : value - other;
    }
    return value;
  }

  #product(): number {
    let value = this.#signed();
    for (let sign = this.#take("*", "/"); sign !== undefined; sign = this.#take("*", "/")) {
      const other = this.#signed();
      value = sign === "*" ? value * other : value / other;
    }
    return value;
  }

  #signed(): number {
    const sign = this.#take("+", "-");
    if (sign !== undefined) return sign === "-" ? -this.#signed() : this.#signed();
    const base = this.#measured();
    return this.#take("^", "**") === undefined ? base : base ** this.#signed();
  }

  /** Reads a term and an optional unit after it. */
  #measured(): number {
    let value = this.#term();
    while (this.#next !== undefined && UNITS.has(this.#next)) {
      const from = this.#tokens[this.#at++]!;
      const factor = unitFactor(from, this.#unit);
      if (factor === undefined) throw new ExpressionError(this.#misfit(from));
      value *= factor;
    }
    return value;
  }

  #misfit(unit: string): string {
    if (this.#unit === "") return `This has no unit, and ${unit} is one`;
    return `${unit} cannot be turned into ${this.#unit}${known(this.#unit)}`;
  }

  /** Says what is wrong: a word after a number was meant as a unit. */
  #unexpected(token: string): string {
    if (!/^[a-zµ]/iu.test(token)) return `“${token}” was not expected`;
    return this.#unit === ""
      ? `“${token}” was not expected: this has no unit`
      : `“${token}” is no unit here${known(this.#unit)}`;
  }

  #term(): number {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw new ExpressionError("Something is missing at the end");
    if (/^[\d.]/.test(token)) return numberOf(token);
    if (token === "(") return this.#closed();
    const constant = CONSTANTS.get(token.toLowerCase());
    if (constant !== undefined) return constant;
    const apply = FUNCTIONS.get(token.toLowerCase());
    if (apply === undefined) throw new ExpressionError(`“${token}” is not known`);
    if (this.#take("(") === undefined) throw new ExpressionError(`${token} needs an argument in brackets`);
    return apply(this.#closed());
  }

  #closed(): number {
    const value = this.#sum();
    if (this.#take(")") === undefined) throw new ExpressionError("A bracket is not closed");
    return value;
  }
}

function numberOf(token: string): number {
  const value = Number(token);
  if (Number.isNaN(value)) throw new ExpressionError(`“${token}” is not a number`);
  return value;
}

/** Returns the known units of the same quantity, as the end of a message: ": use m, mm or cm". */
function known(unit: string): string {
  const measures = UNITS.get(unit)?.measures;
  if (measures === undefined) return `: it is ${unit}`;
  const names = [...UNITS].filter(([, each]) => each.measures === measures).map(([name]) => name);
  return `: use ${names.slice(0, -1).join(", ")} or ${names.at(-1)!}`;
}

const TOKEN = /(?:\d[\d.]*|\.\d[\d.]*)(?:e[+-]?\d+)?|\*\*|[-+*/^()]|[°∞π]|[a-zµ]+\d?/giu;

const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ["pi", Math.PI],
  ["π", Math.PI],
  ["tau", 2 * Math.PI],
  ["inf", Infinity],
  ["infinity", Infinity],
  ["∞", Infinity],
]);

/** Angles are in radians. */
const FUNCTIONS: ReadonlyMap<string, (value: number) => number> = new Map([
  ["sqrt", Math.sqrt],
  ["abs", Math.abs],
  ["sin", Math.sin],
  ["cos", Math.cos],
  ["tan", Math.tan],
  ["asin", Math.asin],
  ["acos", Math.acos],
  ["atan", Math.atan],
]);

interface Unit {
  readonly measures: "length" | "angle" | "time" | "mass" | "force";
  /** In metres, radians, seconds, kilograms or newtons. */
  readonly size: number;
}

const UNITS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ["m", { measures: "length", size: 1 }],
  ["mm", { measures: "length", size: 1e-3 }],
  ["cm", { measures: "length", size: 1e-2 }],
  ["km", { measures: "length", size: 1e3 }],
  ["in", { measures: "length", size: 0.0254 }],
  ["ft", { measures: "length", size: 0.3048 }],
  ["rad", { measures: "angle", size: 1 }],
  ["deg", { measures: "angle", size: Math.PI / 180 }],
  ["°", { measures: "angle", size: Math.PI / 180 }],
  ["turn", { measures: "angle", size: 2 * Math.PI }],
  ["s", { measures: "time", size: 1 }],
  ["ms", { measures: "time", size: 1e-3 }],
  ["min", { measures: "time", size: 60 }],
  ["h", { measures: "time", size: 3600 }],
  ["kg", { measures: "mass", size: 1 }],
  ["g", { measures: "mass", size: 1e-3 }],
  ["t", { measures: "mass", size: 1e3 }],
  ["N", { measures: "force", size: 1 }],
  ["kN", { measures: "force", size: 1e3 }],
]);
