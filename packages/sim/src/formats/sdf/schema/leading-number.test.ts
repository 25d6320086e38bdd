import { expect, test } from "vitest";
import { Rng } from "../../../base/rng.ts";
import { leadingNumber, leadingNumbers, wordWithRest } from "./leading-number.ts";

/** The numbers that C's strtod reads, as a regular expression. */
const NUMBER = /^[+-]?(?:0x[0-9a-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)/i;

function expected(word: string): number | undefined {
  const found = NUMBER.exec(word)?.[0];
  if (found === undefined) return undefined;
  const size = found.replace(/^[+-]/, "").toLowerCase();
  const value = size.startsWith("inf") ? Infinity : size.startsWith("nan") ? Number.NaN : Number(size);
  return found.startsWith("-") ? -value : value;
}

test("[SD4] any text has the numbers that strtod finds in its words", () => {
  const rng = new Rng(Uint32Array.of(1, 2, 3, 7));
  const pieces = [
    "0",
    "1",
    "9",
    ".",
    "-",
    "+",
    "e",
    "E",
    "x",
    "X",
    "f",
    "inf",
    "INFINITY",
    "nan",
    " ",
    "\t",
    "\n",
    "\u00a0",
    "ä",
    ",",
  ];
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: 1 + (rng.uint32() % 8) }, () => pieces[rng.uint32() % pieces.length]!).join("");
    const words = text.trim() === "" ? [] : text.trim().split(/\s+/);
    const numbers = words.map(expected);
    const rest = words.find((word) => (NUMBER.exec(word)?.[0].length ?? word.length) < word.length) ?? "";
    // Includes the text itself, so that a failure shows it.
    expect([text, leadingNumber(text), leadingNumbers(text), wordWithRest(text)]).toEqual([
      text,
      expected(text.trim()),
      numbers.includes(undefined) ? undefined : numbers,
      rest,
    ]);
  }
});
