import { assertNever } from "../base/assert-never.ts";
import type { NumberRule, RecordRule, ValueRule } from "./value-rule.ts";

/** Returns what is wrong with a value from outside, beginning with the part concerned; `undefined` if it is valid. */
export function valueProblem(rule: ValueRule, value: unknown, at: string): string | undefined {
  switch (rule.kind) {
    case "number":
      return numberProblem(rule, value, at);
    case "flag":
      return typeof value === "boolean" ? undefined : `${at} must be true or false`;
    case "text":
      return textProblem(value, at);
    case "choice":
      return rule.of.includes(value as string | number) ? undefined : `${at} must be one of ${rule.of.join(", ")}`;
    case "record":
      return recordProblem(rule, value, at) ?? formProblem(rule, value as Numbers, at);
    case "list":
      if (!Array.isArray(value)) return `${at} must be a list`;
      if (value.length > rule.most) return `${at} must have at most ${rule.most} entries, not ${value.length}`;
      return first(value, (item, i) => valueProblem(rule.each, item, `${at}[${i}]`));
    case "maybe":
      return value === undefined ? undefined : valueProblem(rule.rule, value, at);
    case "variants": {
      const given = isRecord(value) ? value[rule.by] : undefined;
      return typeof given === "string" && Object.hasOwn(rule.forms, given)
        ? valueProblem(rule.forms[given]!, value, at)
        : `${at}.${rule.by} must be one of ${Object.keys(rule.forms).join(", ")}`;
    }
    default:
      return assertNever(rule);
  }
}

/** Engines and messages use single precision, which ends at 3.4e38, and multiply values. */
const LARGEST = 1e30;

function numberProblem(rule: NumberRule, value: unknown, at: string): string | undefined {
  const { least = -Infinity, above = -Infinity, most = Infinity, whole = false, infinite = false, within } = rule;
  if (typeof value !== "number" || Number.isNaN(value)) return `${at} must be a number`;
  if (!infinite && !Number.isFinite(value)) return `${at} must be finite`;
  if (Number.isFinite(value) && Math.abs(value) > LARGEST)
    return `${at} must be from ${-LARGEST} to ${LARGEST}, not ${value}`;
  if (whole && !Number.isInteger(value)) return `${at} must be a whole number, not ${value}`;
  if (value < least) return `${at} must be at least ${least}, not ${value}`;
  if (value <= above && above !== -Infinity) return `${at} must be above ${above}, not ${value}`;
  if (value > most) return `${at} must be at most ${most}, not ${value}`;
  return within !== undefined && Math.abs(value) > within.most
    ? `${at} must be from ${-within.most} to ${within.most} ${within.unit}, not ${value}`
    : undefined;
}

/** Texts in files are short; a megabyte would be part of every keyframe. */
const LONGEST = 10000;

function textProblem(value: unknown, at: string): string | undefined {
  if (typeof value !== "string" || !value.isWellFormed()) return `${at} must be a text`;
  return value.length > LONGEST ? `${at} must have at most ${LONGEST} characters` : undefined;
}

function recordProblem({ fields, optional = {} }: RecordRule, value: unknown, at: string): string | undefined {
  if (!isRecord(value)) return `${at} must have the fields ${Object.keys(fields).join(", ")}`;
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name) && !Object.hasOwn(optional, name));
  if (unknown !== undefined) return `${at} has no field ${unknown}`;
  const wrong = first(Object.entries(fields), ([name, rule]) =>
    Object.hasOwn(value, name) ? valueProblem(rule, value[name], `${at}.${name}`) : `${at} lacks ${name}`,
  );
  if (wrong !== undefined) return wrong;
  return first(Object.entries(optional), ([name, rule]) =>
    value[name] === undefined ? undefined : valueProblem(rule, value[name], `${at}.${name}`),
  );
}

type Numbers = Readonly<Record<string, number>>;

function formProblem({ form }: RecordRule, value: Numbers, at: string): string | undefined {
  switch (form) {
    case undefined:
      return undefined;
    case "direction":
      return lengthOf(value, ["x", "y", "z"]) > 0 ? undefined : `${at} must not be zero`;
    case "unit-vector":
      return Math.abs(lengthOf(value, ["x", "y", "z"]) - 1) < 1e-6 ? undefined : `${at} must have length 1`;
    case "pose":
      return Math.abs(squareOf(value, ["qx", "qy", "qz", "qw"]) - 1) < 1e-6
        ? undefined
        : `${at} must have a unit quaternion`;
    default:
      return assertNever(form);
  }
}

function lengthOf(value: Numbers, parts: readonly string[]): number {
  return Math.sqrt(squareOf(value, parts));
}

function squareOf(value: Numbers, parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + (value[part] ?? 0) * (value[part] ?? 0), 0);
}

function first<T>(items: readonly T[], problemOf: (item: T, index: number) => string | undefined): string | undefined {
  for (const [i, item] of items.entries()) {
    const problem = problemOf(item, i);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}
