import { boundProblem, type Bounded } from "../../physics/value-bounds.ts";

/** What is wrong with a value from outside, beginning with which part of it; `undefined` when nothing is. */
export type ValueCheck = (value: unknown, at: string) => string | undefined;

interface NumberRule {
  readonly least?: number;
  readonly above?: number;
  readonly most?: number;
  readonly whole?: boolean;
  /** Infinity, and −Infinity where the bounds let it, are numbers too. */
  readonly infinite?: boolean;
}

/** Engines and messages use single precision, which ends at 3.4e38, and multiply values. */
const LARGEST = 1e30;

/** Checks a number against its bound. */
export function bounded(what: Bounded): ValueCheck {
  const check = number();
  return (value, at) => check(value, at) ?? boundProblem(at, what, value as number);
}

/** Checks a vector, each component against the bound. */
export function boundedVector(what: Bounded): ValueCheck {
  return record({ x: bounded(what), y: bounded(what), z: bounded(what) });
}

export function number(rule: NumberRule = {}): ValueCheck {
  const { least = -Infinity, above = -Infinity, most = Infinity, whole = false, infinite = false } = rule;
  return (value, at) => {
    if (typeof value !== "number" || Number.isNaN(value)) return `${at} must be a number`;
    if (!infinite && !Number.isFinite(value)) return `${at} must be finite`;
    if (Number.isFinite(value) && Math.abs(value) > LARGEST)
      return `${at} must be from ${-LARGEST} to ${LARGEST}, not ${value}`;
    if (whole && !Number.isInteger(value)) return `${at} must be a whole number, not ${value}`;
    if (value < least) return `${at} must be at least ${least}, not ${value}`;
    if (value <= above && above !== -Infinity) return `${at} must be above ${above}, not ${value}`;
    return value > most ? `${at} must be at most ${most}, not ${value}` : undefined;
  };
}

export const flag: ValueCheck = (value, at) => (typeof value === "boolean" ? undefined : `${at} must be true or false`);

/** Texts of files are short; one of a megabyte would go into every keyframe. */
const LONGEST = 10000;

export const text: ValueCheck = (value, at) => {
  if (typeof value !== "string" || !value.isWellFormed()) return `${at} must be a text`;
  return value.length > LONGEST ? `${at} must have at most ${LONGEST} characters` : undefined;
};

export function oneOf(...values: readonly unknown[]): ValueCheck {
  return (value, at) => (values.includes(value) ? undefined : `${at} must be one of ${values.join(", ")}`);
}

/** Exactly these fields; those of `optional` may be left out. */
export function record(
  fields: Readonly<Record<string, ValueCheck>>,
  optional: Readonly<Record<string, ValueCheck>> = {},
): ValueCheck {
  return (value, at) => {
    if (!isRecord(value)) return `${at} must have the fields ${Object.keys(fields).join(", ")}`;
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name) && !Object.hasOwn(optional, name));
    if (unknown !== undefined) return `${at} has no field ${unknown}`;
    for (const [name, check] of Object.entries(fields)) {
      if (!Object.hasOwn(value, name)) return `${at} lacks ${name}`;
      const problem = check(value[name], `${at}.${name}`);
      if (problem !== undefined) return problem;
    }
    for (const [name, check] of Object.entries(optional)) {
      const problem = value[name] === undefined ? undefined : check(value[name], `${at}.${name}`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

export function list(each: ValueCheck, most: number): ValueCheck {
  return (value, at) => {
    if (!Array.isArray(value)) return `${at} must be a list`;
    if (value.length > most) return `${at} must have at most ${most} entries, not ${value.length}`;
    return firstProblem(value.map((item: unknown, i) => each(item, `${at}[${i}]`)));
  };
}

export function maybe(check: ValueCheck): ValueCheck {
  return (value, at) => (value === undefined ? undefined : check(value, at));
}

export function firstProblem(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}

export const finite = number();
export const notNegative = number({ least: 0 });
export const share = number({ least: 0, most: 1 });
export const vector = record({ x: finite, y: finite, z: finite });

export const direction: ValueCheck = (value, at) =>
  vector(value, at) ?? (lengthOf(value) > 0 ? undefined : `${at} must not be zero`);

/** Nearly of length 1. */
export const unitVector: ValueCheck = (value, at) =>
  vector(value, at) ?? (Math.abs(lengthOf(value) - 1) < 1e-6 ? undefined : `${at} must have length 1`);

const place = bounded("position");

export const pose: ValueCheck = (value, at) =>
  record({ x: place, y: place, z: place, qx: finite, qy: finite, qz: finite, qw: finite })(value, at) ??
  (isRotation(value as Record<string, number>) ? undefined : `${at} must have a unit quaternion`);

function lengthOf(value: unknown): number {
  const { x, y, z } = value as { x: number; y: number; z: number };
  return Math.sqrt(x * x + y * y + z * z);
}

function isRotation({ qx = 0, qy = 0, qz = 0, qw = 0 }: Readonly<Record<string, number>>): boolean {
  return Math.abs(qx * qx + qy * qy + qz * qz + qw * qw - 1) < 1e-6;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}
