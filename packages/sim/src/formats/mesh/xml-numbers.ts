import { placeOf, type XmlElement } from "../xml.ts";
import { MeshError } from "./mesh-error.ts";

/**
 * Returns the numbers in an element's text. Throws a MeshError with the line of the first word that is not a number.
 */
export function numbersIn(element: XmlElement): number[] {
  const { text } = element;
  const numbers: number[] = [];
  let at = 0;
  while (at < text.length) {
    while (at < text.length && text.charCodeAt(at) <= 32) at++;
    const start = at;
    while (at < text.length && text.charCodeAt(at) > 32) at++;
    if (at === start) break;
    const value = Number(text.slice(start, at));
    if (!Number.isFinite(value)) throw notANumber(element, start, text.slice(start, at));
    numbers.push(value);
  }
  return numbers;
}

/** Returns indices like `numbersIn`: whole numbers, at least zero. */
export function indicesIn(element: XmlElement): number[] {
  const numbers = numbersIn(element);
  const bad = numbers.findIndex((value) => value < 0 || !Number.isInteger(value));
  if (bad < 0) return numbers;
  throw new MeshError(`<${element.name}> holds ${numbers[bad]}, which is not an index`, placeOf(element));
}

/** Returns exactly `count` numbers, or throws a MeshError. */
export function numbersOf(element: XmlElement, count: number): number[] {
  const numbers = numbersIn(element);
  if (numbers.length === count) return numbers;
  throw new MeshError(`<${element.name}> holds ${numbers.length} numbers, not ${count}`, placeOf(element));
}

function notANumber(element: XmlElement, offset: number, word: string): MeshError {
  const breaks = element.text.slice(0, offset).split("\n").length - 1;
  const where = breaks === 0 ? placeOf(element) : { file: element.source.file, line: element.line + breaks, column: 1 };
  return new MeshError(`<${element.name}> holds "${word.slice(0, 40)}", which is not a number`, where);
}
