import { isDigit, isLetter } from "./names.ts";
import { findUnitSymbol } from "./unit-symbols.ts";
import { divideUnits, multiplyUnits, one, powerOfUnit, productOf, unknown, type Unit } from "./units.ts";

/** Longer texts are no units. */
const MAX_LENGTH = 64;

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Returns the unit of a curve. What cannot be read is unknown: a unit may be anything, such as `rad or m`. */
export function unitOf(text: string): Unit {
  return readUnit(text) ?? (text === "" ? unknown : { kind: "unknown", text });
}

/**
 * Reads a unit such as `m/s²`, `N·m/rad`, `kg m^2`, `J/(kg·K)`. Signs are applied from the left: `a/b·c` is (a/b)·c.
 * Returns `undefined` for what it does not know.
 */
export function readUnit(text: string): Unit | undefined {
  if (text === "" || text.length > MAX_LENGTH) return undefined;
  const reader = { text, at: 0 };
  const unit = readProduct(reader);
  return unit !== undefined && reader.at === text.length ? unit : undefined;
}

interface Reader {
  readonly text: string;
  at: number;
}

function readProduct(reader: Reader): Unit | undefined {
  let unit = readFactor(reader);
  while (unit !== undefined) {
    const isSpaced = skipSpaces(reader);
    const sign = reader.text[reader.at];
    if (sign === undefined || sign === ")") return unit;
    const isSign = "/·*×⋅".includes(sign);
    if (isSign) {
      reader.at++;
      skipSpaces(reader);
    } else if (!isSpaced) return undefined;
    const next = readFactor(reader);
    unit = next && (sign === "/" ? divideUnits(unit, next) : multiplyUnits(unit, next));
  }
  return undefined;
}

function readFactor(reader: Reader): Unit | undefined {
  const base = readBase(reader);
  const power = base && readPower(reader);
  return base !== undefined && power !== undefined ? powerOfUnit(base, power) : undefined;
}

function readBase(reader: Reader): Unit | undefined {
  const { text, at } = reader;
  if (text[at] === "(") {
    reader.at++;
    const inside = readProduct(reader);
    if (text[reader.at] !== ")") return undefined;
    reader.at++;
    return inside;
  }
  if (text[at] === "1") {
    reader.at++;
    return one;
  }
  while (isSymbolPart(text, reader.at)) reader.at++;
  const symbol = text.slice(at, reader.at);
  return findUnitSymbol(symbol) === undefined ? undefined : productOf([{ symbol, power: 1 }]);
}

function isSymbolPart(text: string, at: number): boolean {
  return isLetter(text.charCodeAt(at)) || text[at] === "°" || text[at] === "%";
}

/** Reads `²`, `⁻¹`, `^2`, `^-0.5` or nothing, which is 1. Returns `undefined` for a ^ without a number. */
function readPower(reader: Reader): number | undefined {
  const { text } = reader;
  const isMarked = text[reader.at] === "^";
  if (isMarked) reader.at++;
  let digits = "";
  for (; reader.at < text.length; reader.at++) {
    const character = text[reader.at]!;
    const raised = SUPERSCRIPTS.indexOf(character);
    if (raised >= 0) digits += raised;
    else if (character === "⁻" || (isMarked && digits === "" && character === "-")) digits += "-";
    else if (isMarked && (isDigit(character.charCodeAt(0)) || character === ".")) digits += character;
    else break;
  }
  if (digits === "") return isMarked ? undefined : 1;
  const power = Number(digits);
  return Number.isFinite(power) && Math.abs(power) <= 99 ? power : undefined;
}

/** Returns whether there was a space. */
function skipSpaces(reader: Reader): boolean {
  const before = reader.at;
  while (reader.text[reader.at] === " ") reader.at++;
  return reader.at > before;
}
