import { FormulaError, type Place } from "./formula-error.ts";
import { isDigit, isLetter, nameEnd } from "./names.ts";

/** Longer texts are refused before anything else is done with them. */
export const MAX_FORMULA_LENGTH = 4000;

const SYMBOLS = [
  "<=",
  ">=",
  "==",
  "!=",
  "&&",
  "||",
  "+",
  "-",
  "*",
  "/",
  "^",
  "<",
  ">",
  "!",
  "(",
  ")",
  ",",
  ".",
] as const;

export type SymbolText = (typeof SYMBOLS)[number];

/** What people paste or know from other languages. */
const ALIASES: Readonly<Record<string, SymbolText>> = {
  "**": "^",
  "−": "-",
  "·": "*",
  "×": "*",
  "÷": "/",
  "≤": "<=",
  "≥": ">=",
  "≠": "!=",
};

/** What stands alone and means nothing, with what was meant. */
const ALMOST: Readonly<Record<string, string>> = {
  "=": "write == to compare",
  "&": "write && for and",
  "|": "write || for or",
  ":": "names of parts are joined by ::",
  "%": "write mod(a, b) for the rest of a division",
  "?": "write if(condition, a, b)",
  "[": "units in brackets stand behind numbers, as in 9.81[m/s²]",
};

export type Token = Place &
  (
    | { readonly kind: "number"; readonly value: number; readonly unit: string }
    | { readonly kind: "name"; readonly text: string; readonly isQuoted: boolean }
    | { readonly kind: "symbol"; readonly text: SymbolText }
    | { readonly kind: "end" }
  );

/** Splits a text into tokens, the last of which is its end. Reads each character a bounded number of times. */
export function tokenize(text: string): Token[] {
  if (text.length > MAX_FORMULA_LENGTH) {
    const place = { at: MAX_FORMULA_LENGTH, end: text.length };
    throw new FormulaError(`a formula has at most ${MAX_FORMULA_LENGTH} characters, this has ${text.length}`, place);
  }
  const tokens: Token[] = [];
  let at = spaceEnd(text, 0);
  while (at < text.length) {
    const token = tokenAt(text, at);
    tokens.push(token);
    at = spaceEnd(text, token.end);
  }
  tokens.push({ kind: "end", at: text.length, end: text.length });
  return tokens;
}

function tokenAt(text: string, at: number): Token {
  const code = text.charCodeAt(at);
  if (isDigit(code) || (text[at] === "." && isDigit(text.charCodeAt(at + 1)))) return numberAt(text, at);
  if (text[at] === "`") return quotedNameAt(text, at);
  const end = nameEnd(text, at);
  if (end > at) return { kind: "name", text: text.slice(at, end), isQuoted: false, at, end };
  return symbolAt(text, at);
}

/** Reads a number and its unit: `45deg`, or `9.81 [m/s²]`. */
function numberAt(text: string, at: number): Token {
  let end = digitsEnd(text, at);
  if (text[end] === ".") end = digitsEnd(text, end + 1);
  if (text[end] === "e" || text[end] === "E") {
    const isSigned = text[end + 1] === "+" || text[end + 1] === "-";
    const exponent = end + (isSigned ? 2 : 1);
    if (isDigit(text.charCodeAt(exponent))) end = digitsEnd(text, exponent);
  }
  const value = Number(text.slice(at, end));
  const bracket = spaceEnd(text, end);
  if (text[bracket] === "[") {
    const close = text.indexOf("]", bracket);
    if (close < 0) throw missingClose("]", "[", bracket, text.length);
    return { kind: "number", value, unit: text.slice(bracket + 1, close).trim(), at, end: close + 1 };
  }
  let unitEnd = end;
  while (isLetter(text.charCodeAt(unitEnd)) || text[unitEnd] === "°" || text[unitEnd] === "%") unitEnd++;
  return { kind: "number", value, unit: text.slice(end, unitEnd), at, end: unitEnd };
}

/** Reads a name between backticks, in which two stand for one. */
function quotedNameAt(text: string, at: number): Token {
  const pieces: string[] = [];
  let from = at + 1;
  for (;;) {
    const close = text.indexOf("`", from);
    if (close < 0) throw new FormulaError(`missing \` for the one at ${at + 1}`, { at, end: text.length });
    pieces.push(text.slice(from, close));
    from = close + 1;
    if (text[from] === "`") pieces.push("`");
    else break;
    from++;
  }
  const name = pieces.join("");
  if (name === "") throw new FormulaError("a name is missing between the backticks", { at, end: from });
  return { kind: "name", text: name, isQuoted: true, at, end: from };
}

function symbolAt(text: string, at: number): Token {
  const two = text.slice(at, at + 2);
  const alias = ALIASES[two] ?? ALIASES[text[at]!];
  if (alias !== undefined) return { kind: "symbol", text: alias, at, end: at + (two in ALIASES ? 2 : 1) };
  const symbol = SYMBOLS.find((each) => text.startsWith(each, at));
  if (symbol !== undefined) return { kind: "symbol", text: symbol, at, end: at + symbol.length };
  const character = String.fromCodePoint(text.codePointAt(at)!);
  const hint = ALMOST[character] ?? "names with other characters stand between backticks";
  throw new FormulaError(`unexpected ${JSON.stringify(character)}: ${hint}`, { at, end: at + character.length });
}

export function missingClose(close: string, open: string, at: number, end: number): FormulaError {
  return new FormulaError(`missing ${close} for ${open} at ${at + 1}`, { at, end });
}

function digitsEnd(text: string, at: number): number {
  let end = at;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

function spaceEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && " \t\n\r\u00a0".includes(text[end]!)) end++;
  return end;
}
