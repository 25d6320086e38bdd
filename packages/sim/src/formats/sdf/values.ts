import { isFiniteVec3, type Vec3 } from "../../base/vec3.ts";
import type { Color } from "../../scene/color.ts";
import type { Problems } from "../../scene/problem.ts";
import { attributeOf, childOf, placeOf, type XmlElement } from "../xml.ts";
import { leadingNumber, leadingNumbers } from "./schema/leading-number.ts";
import { parseBool } from "./schema/value-syntax.ts";

// Invalid texts were reported when the file was checked (check-schema.ts); readers then use the fallback.

export interface NumberRule {
  /** Used if the element is missing, empty or not a number. */
  readonly fallback: number;
  /** Smaller values cause a warning: other readers accept them, and some files have them. */
  readonly least?: number;
  /** This value and smaller ones cause a warning. */
  readonly above?: number;
  /** Whether ±Infinity is allowed; otherwise it is an error. */
  readonly infinite?: boolean;
}

export function readNumber(parent: XmlElement, name: string, rule: NumberRule, problems: Problems): number {
  const element = childOf(parent, name);
  const value = element === undefined ? undefined : leadingNumber(element.text);
  if (element === undefined || value === undefined) return rule.fallback;
  const what = `<${name}> of <${parent.name}>`;
  if (Number.isNaN(value) || (rule.infinite !== true && !Number.isFinite(value))) {
    problems.error("bad-value", `${what}: ${value} is not finite`, placeOf(element), "a number, as in 5");
    return rule.fallback;
  }
  const limit = outside(value, rule);
  if (limit !== "") problems.warn("bad-value", `${what}: ${value} is ${limit}`, placeOf(element));
  return value;
}

/** Reads an integer, rounding towards zero as other readers do. */
export function readInteger(parent: XmlElement, name: string, rule: NumberRule, problems: Problems): number {
  return Math.trunc(readNumber(parent, name, rule, problems));
}

/**
 * Parses a text that is a number and nothing else. `inf`, `-inf` and `nan` are numbers; the caller decides whether they
 * make sense.
 */
export function parseNumber(text: string): number | undefined {
  const isNumber = /^[+-]?((\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?|inf|infinity|nan)$/i.test(text);
  return isNumber ? leadingNumber(text) : undefined;
}

/** Returns the numbers in a text; `undefined` if a word is not a number. */
export function parseNumbers(text: string): number[] | undefined {
  const numbers: number[] = [];
  for (const part of text.trim().split(/\s+/)) {
    if (part === "") continue;
    const value = parseNumber(part);
    if (value === undefined) return undefined;
    numbers.push(value);
  }
  return numbers;
}

export function readVec3(parent: XmlElement, name: string, fallback: Vec3): Vec3 {
  const [x, y, z] = numbersOf(childOf(parent, name), 3) ?? [fallback.x, fallback.y, fallback.z];
  return { x: x!, y: y!, z: z! };
}

/** Reads a size, whose sides should all be above zero. */
export function readSize(parent: XmlElement, name: string, fallback: Vec3, problems: Problems): Vec3 {
  const size = readVec3(parent, name, fallback);
  if (!(size.x > 0 && size.y > 0 && size.z > 0)) {
    const where = placeOf(childOf(parent, name) ?? parent);
    problems.warn("bad-value", `<${name}> of <${parent.name}> is not above zero`, where, "metres, as in 1 1 1");
  }
  return size;
}

export function readVec2(
  parent: XmlElement,
  name: string,
  fallback: { x: number; y: number },
): { x: number; y: number } {
  const [x, y] = numbersOf(childOf(parent, name), 2) ?? [fallback.x, fallback.y];
  return { x: x!, y: y! };
}

/** Returns the first `count` numbers, all finite; `undefined` if there are fewer. */
export function numbersOf(element: XmlElement | undefined, count: number): number[] | undefined {
  const numbers = element === undefined ? undefined : leadingNumbers(element.text)?.slice(0, count);
  return numbers?.length === count && numbers.every(Number.isFinite) ? numbers : undefined;
}

export function readBool(parent: XmlElement, name: string, fallback: boolean): boolean {
  return parseBool(childOf(parent, name)?.text ?? "") ?? fallback;
}

export function readBoolAttribute(element: XmlElement, name: string, fallback: boolean): boolean {
  return parseBool(attributeOf(element, name) ?? "") ?? fallback;
}

/** Reads red, green, blue and, if present, alpha. */
export function readColor(parent: XmlElement, name: string, fallback: Color): Color {
  const numbers = leadingNumbers(childOf(parent, name)?.text ?? "");
  if (numbers?.length !== 3 && numbers?.length !== 4) return fallback;
  const [r, g, b, a] = numbers;
  return { r: r!, g: g!, b: b!, a: a ?? 1 };
}

/** Reads trimmed text; returns the fallback if the element is missing. */
export function readText(parent: XmlElement, name: string, fallback: string): string {
  return childOf(parent, name)?.text.trim() ?? fallback;
}

/** Reads a direction, which should not be zero. */
export function readDirection(parent: XmlElement, name: string, fallback: Vec3, problems: Problems): Vec3 {
  const direction = readVec3(parent, name, fallback);
  if (isFiniteVec3(direction) && (direction.x !== 0 || direction.y !== 0 || direction.z !== 0)) return direction;
  const where = placeOf(childOf(parent, name) ?? parent);
  problems.warn("bad-value", `<${name}> of <${parent.name}> has no direction`, where, "as in 0 0 1");
  return direction;
}

function outside(value: number, { least, above }: NumberRule): string {
  if (least !== undefined && value < least) return `below ${least}`;
  return above !== undefined && value <= above ? `not above ${above}` : "";
}
