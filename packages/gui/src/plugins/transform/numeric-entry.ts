import { evaluate } from "../../ui/numbers/expression.ts";

export type Typed =
  | { readonly ok: true; readonly values: readonly number[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Returns the text after a key was typed while a handle is held; `undefined` when the key does not belong to a number.
 */
export function typedOn(text: string, key: string): string | undefined {
  if (key === "Backspace") return text === "" ? undefined : text.slice(0, -1);
  if (key.length !== 1) return undefined;
  // The first key must begin a number; letters belong to units and functions, which come later.
  return (text === "" ? STARTS : GOES_ON).test(key) ? text + key : undefined;
}

/** Reads up to `count` numbers from a text, separated by commas; those left out are `rest`. */
export function typedValues(text: string, unit: string, count: number, rest: number): Typed {
  const parts = text.split(",");
  if (parts.length > count) {
    return { ok: false, reason: count === 1 ? "One number is wanted" : `${count} numbers are wanted at most` };
  }
  const values: number[] = [];
  for (const part of parts) {
    if (part.trim() === "") {
      values.push(rest);
      continue;
    }
    const result = evaluate(part, unit);
    if (!result.ok) return result;
    if (!Number.isFinite(result.value)) return { ok: false, reason: "The result is not a number" };
    values.push(result.value);
  }
  while (values.length < count) values.push(rest);
  return { ok: true, values };
}

const STARTS = /[\d.+\-(]/;
const GOES_ON = /[\d.+\-*/^(), a-zµ°π]/i;
