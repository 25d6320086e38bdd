import { assertNever } from "../../../base/assert-never.ts";
import { leadingNumber, leadingNumbers, wordWithRest } from "./leading-number.ts";
import type { ValueRule, ValueType } from "./schema.ts";

/** Returns what is wrong with a text as a value; empty if nothing is. */
export function valueProblem(text: string, rule: ValueRule): string {
  const trimmed = text.trim();
  if (trimmed === "") return rule.mayBeEmpty ? "" : "is empty";
  switch (rule.type) {
    case "string":
      return isKnownWord(trimmed, rule) ? "" : `"${shorten(trimmed)}" is not known`;
    case undefined:
    case "pose":
    case "time":
      // A pose is checked in poses.ts, because more can be wrong with it.
      return "";
    case "bool":
      return parseBool(trimmed) === undefined ? `"${shorten(trimmed)}" is not true or false` : "";
    case "double":
    case "int":
    case "uint":
      return numberProblem(trimmed, rule);
    case "vec2":
    case "vec3":
      return vectorProblem(trimmed, rule);
    case "color":
      return colorProblem(trimmed);
    default:
      return assertNever(rule.type);
  }
}

/**
 * Returns the word in which a number is followed by characters that are ignored, as in `1.5f`; empty if there is none.
 */
export function ignoredRest(text: string, type: ValueType | undefined): string {
  if (type === undefined || type === "string" || type === "bool" || type === "time") return "";
  return wordWithRest(text);
}

/** Parses `true`, `1`, `false`, `0`, in any case. */
export function parseBool(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (word === "true" || word === "1") return true;
  return word === "false" || word === "0" ? false : undefined;
}

export function shorten(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 60 ? `${trimmed.slice(0, 60)}…` : trimmed;
}

function isKnownWord(text: string, { words }: ValueRule): boolean {
  return words.length === 0 || words.includes(text);
}

function numberProblem(text: string, { type, least, most }: ValueRule): string {
  const value = leadingNumber(text);
  if (value === undefined) return `"${shorten(text)}" is not a number`;
  // A number too large for a double is a mistake, but the word inf is intended.
  if (!Number.isFinite(value) && /\d/.test(text)) return `${shorten(text)} is too large`;
  if (type !== "double" && !Number.isFinite(value)) return `"${shorten(text)}" is not a whole number`;
  if (type === "int" && Math.abs(value) > 0x7fffffff) return `${shorten(text)} is too large`;
  if (value < least) return `${value} is below ${least}`;
  return value > most ? `${value} is above ${most}` : "";
}

function vectorProblem(text: string, { type, least }: ValueRule): string {
  const count = type === "vec2" ? 2 : 3;
  const numbers = leadingNumbers(text);
  if (numbers === undefined || numbers.length < count) return `"${shorten(text)}" is not ${count} numbers`;
  if (!numbers.slice(0, count).every(Number.isFinite)) return `"${shorten(text)}" is not finite`;
  return numbers.slice(0, count).some((part) => part < least) ? `"${shorten(text)}" is below ${least}` : "";
}

function colorProblem(text: string): string {
  const numbers = leadingNumbers(text);
  if (numbers === undefined || numbers.length < 3 || numbers.length > 4) return `"${shorten(text)}" is not a colour`;
  const isInRange = numbers.every((part) => part >= 0 && part <= 1);
  return isInRange ? "" : `the parts of a colour are from 0 to 1, not "${shorten(text)}"`;
}
