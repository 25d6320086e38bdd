import { isFiniteVec3, type Vec3 } from "../../base/vec3.ts";
import type { Color } from "../../scene/color.ts";
import type { Problems } from "../../scene/problem.ts";
import { attributeOf, childOf, placeOf, placeOfAttribute, type XmlElement } from "../xml.ts";

export interface NumberRule {
  /** When the element is missing or empty. */
  readonly fallback: number;
  /** Smaller is an error. */
  readonly least?: number;
  /** This and smaller is an error. */
  readonly above?: number;
  /** ±Infinity is welcome. */
  readonly infinite?: boolean;
}

export function readNumber(parent: XmlElement, name: string, rule: NumberRule, problems: Problems): number {
  const element = childOf(parent, name);
  const text = element?.text.trim() ?? "";
  if (element === undefined || text === "") {
    if (element !== undefined) warnEmpty(element, String(rule.fallback), problems);
    return rule.fallback;
  }
  const value = parseNumber(text);
  const wrong = value === undefined ? `"${shorten(text)}" is not a number` : outside(value, rule);
  if (value === undefined || wrong !== "") {
    problems.error("bad-value", `<${name}> of <${parent.name}>: ${wrong}`, placeOf(element), example(rule));
    return rule.fallback;
  }
  return value;
}

export function readInteger(parent: XmlElement, name: string, rule: NumberRule, problems: Problems): number {
  const text = childOf(parent, name)?.text.trim() ?? "";
  if (/^0x[0-9a-f]+$/i.test(text)) return Number.parseInt(text, 16);
  const value = readNumber(parent, name, rule, problems);
  if (Number.isInteger(value)) return value;
  const element = childOf(parent, name);
  problems.error(
    "bad-value",
    `<${name}> of <${parent.name}>: ${value} is not a whole number`,
    element && placeOf(element),
  );
  return rule.fallback;
}

/** `inf`, `-inf` and `nan` are numbers in SDF; whether they make sense is for the caller. */
export function parseNumber(text: string): number | undefined {
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  const word = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (word === null) return undefined;
  if (word[2]!.toLowerCase() === "nan") return Number.NaN;
  return word[1] === "-" ? -Infinity : Infinity;
}

/** The numbers in an element's text; `undefined` when one of them is none. */
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

export function readVec3(parent: XmlElement, name: string, fallback: Vec3, problems: Problems): Vec3 {
  const element = childOf(parent, name);
  const [x, y, z] = numbersOf(element, 3, problems) ?? [fallback.x, fallback.y, fallback.z];
  return { x: x!, y: y!, z: z! };
}

/** Each side above zero. */
export function readSize(parent: XmlElement, name: string, fallback: Vec3, problems: Problems): Vec3 {
  const size = readVec3(parent, name, fallback, problems);
  if (size.x > 0 && size.y > 0 && size.z > 0) return size;
  const element = childOf(parent, name) ?? parent;
  problems.error(
    "bad-value",
    `<${name}> of <${parent.name}> must be above zero`,
    placeOf(element),
    "metres, as in 1 1 1",
  );
  return fallback;
}

export function readVec2(
  parent: XmlElement,
  name: string,
  fallback: { x: number; y: number },
  problems: Problems,
): { x: number; y: number } {
  const [x, y] = numbersOf(childOf(parent, name), 2, problems) ?? [fallback.x, fallback.y];
  return { x: x!, y: y! };
}

/** Exactly `count` finite numbers. `undefined` when the element is missing or empty, or after a problem. */
export function numbersOf(element: XmlElement | undefined, count: number, problems: Problems): number[] | undefined {
  if (element === undefined || element.text.trim() === "") return undefined;
  const numbers = parseNumbers(element.text);
  if (numbers === undefined || numbers.length < count) {
    const hint = `as in ${Array.from({ length: count }, () => "0").join(" ")}`;
    problems.error(
      "bad-value",
      `<${element.name}> is not ${count} numbers: "${shorten(element.text)}"`,
      placeOf(element),
      hint,
    );
    return undefined;
  }
  if (numbers.length > count) {
    const message = `<${element.name}> has ${numbers.length} numbers, the first ${count} count`;
    problems.warn("bad-value", message, placeOf(element));
  }
  if (!numbers.slice(0, count).every(Number.isFinite)) {
    problems.error("bad-value", `<${element.name}> must be finite: "${shorten(element.text)}"`, placeOf(element));
    return undefined;
  }
  return numbers.slice(0, count);
}

export function readBool(parent: XmlElement, name: string, fallback: boolean, problems: Problems): boolean {
  const element = childOf(parent, name);
  if (element === undefined || element.text.trim() === "") return fallback;
  const value = parseBool(element.text);
  if (value !== undefined) return value;
  const message = `<${name}> of <${parent.name}>: "${shorten(element.text)}" is not true or false`;
  problems.error("bad-value", message, placeOf(element));
  return fallback;
}

export function readBoolAttribute(element: XmlElement, name: string, fallback: boolean, problems: Problems): boolean {
  const written = attributeOf(element, name);
  if (written === undefined || written.trim() === "") return fallback;
  const value = parseBool(written);
  if (value !== undefined) return value;
  const message = `${name}="${shorten(written)}" is not true or false`;
  problems.error("bad-value", message, placeOfAttribute(element, name));
  return fallback;
}

function parseBool(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (word === "true" || word === "1") return true;
  return word === "false" || word === "0" ? false : undefined;
}

/** Red, green, blue and, if given, alpha. */
export function readColor(parent: XmlElement, name: string, fallback: Color, problems: Problems): Color {
  const element = childOf(parent, name);
  if (element === undefined || element.text.trim() === "") return fallback;
  const numbers = parseNumbers(element.text);
  const isColor = numbers !== undefined && (numbers.length === 3 || numbers.length === 4);
  if (!isColor || !numbers.every((part) => Number.isFinite(part) && part >= 0)) {
    const message = `<${name}> is not a colour: "${shorten(element.text)}"`;
    problems.error("bad-value", message, placeOf(element), "red green blue alpha, each from 0 to 1");
    return fallback;
  }
  const [r, g, b, a] = numbers;
  return { r: r!, g: g!, b: b!, a: a ?? 1 };
}

/** Trimmed; the fallback when the element is missing. */
export function readText(parent: XmlElement, name: string, fallback: string): string {
  return childOf(parent, name)?.text.trim() ?? fallback;
}

/** A direction: finite and not zero. */
export function readDirection(parent: XmlElement, name: string, fallback: Vec3, problems: Problems): Vec3 {
  const direction = readVec3(parent, name, fallback, problems);
  if (isFiniteVec3(direction) && (direction.x !== 0 || direction.y !== 0 || direction.z !== 0)) return direction;
  const element = childOf(parent, name) ?? parent;
  problems.error("bad-value", `<${name}> of <${parent.name}> has no direction`, placeOf(element), "as in 0 0 1");
  return fallback;
}

export function shorten(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 60 ? `${trimmed.slice(0, 60)}…` : trimmed;
}

function outside(value: number, { least, above, infinite }: NumberRule): string {
  if (Number.isNaN(value) || (!infinite && !Number.isFinite(value))) return `${value} is not finite`;
  if (least !== undefined && value < least) return `${value} is below ${least}`;
  if (above !== undefined && value <= above) return `${value} is not above ${above}`;
  return "";
}

function example(rule: NumberRule): string {
  if (rule.above !== undefined) return `a number above ${rule.above}`;
  return rule.least === undefined ? "a number, as in 0.5" : `a number from ${rule.least}`;
}

function warnEmpty(element: XmlElement, fallback: string, problems: Problems): void {
  problems.warn("empty-value", `<${element.name}> is empty`, placeOf(element), `it is read as ${fallback}`);
}
