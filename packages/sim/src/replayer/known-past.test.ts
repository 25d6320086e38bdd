import { expect, test } from "vitest";
import type { RecordedInput } from "../history/stretch.ts";
import { KnownPast } from "./known-past.ts";
import type { InputRange, PastInputs } from "./past-tree.ts";

const SIZE = 100;

/** A past with an input per step, which is told a hundred at a time. */
function manyInputs(): { readonly past: KnownPast; readonly asked: () => number } {
  let asked = 0;
  const inputs = async ({ from, end }: InputRange): Promise<PastInputs> => {
    asked++;
    const sequences = Array.from({ length: Math.min(SIZE, end - from) }, (_, i) => from + i);
    const made = sequences.map((sequence) => ({ tick: sequence, sequence, bytes: 10 }) as RecordedInput);
    return { inputs: made, isAll: from + SIZE >= end };
  };
  return { past: new KnownPast({ inputs }), asked: () => asked };
}

test("[RP7] for a single step, only the first inputs of a long stretch are asked for", async () => {
  const { past, asked } = manyInputs();
  const range = { leaf: "a", from: 500, end: 10_000 };
  const first = await past.inputs("a", range, 500);
  expect(first).toHaveLength(SIZE);
  expect(first[0]).toMatchObject({ tick: 500 });
  expect(asked()).toBe(1);
  // What is incomplete is not taken for the whole.
  expect(await past.inputs("a", range)).toHaveLength(9500);
  expect(asked()).toBe(1 + 95);
  expect(await past.inputs("a", range)).toHaveLength(9500);
  expect(await past.inputs("a", range, 700)).toHaveLength(9500);
  expect(asked()).toBe(1 + 95);
});
