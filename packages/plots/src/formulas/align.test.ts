import { expect, test } from "vitest";
import { seededRandom } from "../testing/seeded-random.ts";
import { Aligner, type AlignedSamples, type TimeBase } from "./align.ts";
import { compileFormula } from "./compile.ts";
import { evaluateFormula, FormulaFeed } from "./feed.ts";
import { curveOfItem, scopeOf, type CurveInfo } from "./scope.ts";
import { formulaOver } from "./testing/compute.ts";

const line: CurveInfo = { shape: "number", units: [""] };
const flag: CurveInfo = { shape: "number", units: [""], isHeld: true };
const pose: CurveInfo = { shape: "pose", units: ["m"] };

function aligned(
  curves: readonly { readonly info: CurveInfo; readonly times: number[]; readonly columns: number[][] }[],
  base?: TimeBase,
): { times: number[]; inputs: number[][][] } {
  const aligner = new Aligner(
    curves.map(({ info }) => info),
    base,
  );
  for (const [i, { times, columns }] of curves.entries()) aligner.append(i, Float64Array.from(times), floats(columns));
  return asLists(aligner.finish());
}

function floats(columns: readonly number[][]): Float64Array[] {
  return columns.map((column) => Float64Array.from(column));
}

function asLists({ times, inputs }: AlignedSamples): { times: number[]; inputs: number[][][] } {
  return { times: [...times], inputs: inputs.map((columns) => columns.map((column) => [...column])) };
}

const a = { info: line, times: [0, 2, 4], columns: [[0, 20, 40]] };
const b = { info: flag, times: [1, 2, 3], columns: [[1, 0, 1]] };

test("[FM25] curves are brought to all times that any has: on lines between samples, flags as they were", () => {
  expect(aligned([a, b])).toEqual({
    times: [0, 1, 2, 3, 4],
    inputs: [[[0, 10, 20, 30, 40]], [[NaN, 1, 0, 1, 1]]],
  });
});

test("[FM25] or to the times of the first one", () => {
  expect(aligned([a, b], "first")).toEqual({ times: [0, 2, 4], inputs: [[[0, 20, 40]], [[NaN, 0, 1]]] });
  expect(aligned([b, a], "first")).toEqual({ times: [1, 2, 3], inputs: [[[1, 0, 1]], [[10, 20, 30]]] });
});

test("[FM25] there is nothing beyond the ends of a line, and nothing beside a gap", () => {
  const short = { info: line, times: [1, 2, 3], columns: [[1, NaN, 3]] };
  const fine = { info: line, times: [0, 1, 1.5, 2, 2.5, 3, 4], columns: [[0, 0, 0, 0, 0, 0, 0]] };
  expect(aligned([short, fine]).inputs[0]).toEqual([[NaN, 1, NaN, NaN, NaN, 3, NaN]]);
});

test("[FM25] of several samples at one time, the first counts; a time that jumps back is refused", () => {
  const twice = { info: line, times: [0, 1, 1, 2], columns: [[0, 1, 5, 2]] };
  expect(aligned([twice])).toEqual({ times: [0, 1, 2], inputs: [[[0, 1, 2]]] });
  expect(() => aligned([{ ...twice, times: [0, 2, 1, 3] }])).toThrow("time 1 comes after 2");
  expect(() => aligned([{ ...twice, times: [0, NaN, 1, 3] }])).toThrow("time NaN comes after 0");
});

test("[FM25] between two rotations is one on the shorter way, of length 1", () => {
  const half = Math.SQRT1_2;
  const columns = [
    [0, 2],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, -half],
    [1, -half],
  ];
  const { inputs } = aligned([
    { info: pose, times: [0, 2], columns },
    { info: line, times: [1], columns: [[0]] },
  ]);
  const middle = inputs[0]!.map((column) => column[1]!);
  // A quarter turn, written with the other sign: the middle is an eighth turn.
  const expected = [1, 0, 0, 0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)];
  for (const [i, value] of middle.entries()) expect(value).toBeCloseTo(expected[i]!, 15);
});

test("[FM26] a formula over curves that come in bit by bit is the same as over whole ones", () => {
  const random = seededRandom(5);
  const scope = scopeOf(
    new Map([
      ["a", line],
      ["b", flag],
      ["c", line],
    ]),
  );
  const formula = compileFormula("mean(a * b, 0.3) + integral(c) - d(a)", scope);
  for (const base of ["union", "first"] as const) {
    const curves = formula.inputs.map((_, i) => {
      let time = i / 10;
      const times = Float64Array.from({ length: 400 }, () => (time += random() < 0.1 ? 0 : random() * 0.02));
      return { times, columns: [times.map((time) => (random() < 0.02 ? NaN : Math.sin(time)))] };
    });
    const whole = evaluateFormula(formula, curves, base);
    const feed = new FormulaFeed(formula, base);
    const sent = curves.map(() => 0);
    const parts: number[][] = [[], []];
    const take = ({ times, columns }: ReturnType<FormulaFeed["take"]>): void => {
      parts[0]!.push(...times);
      parts[1]!.push(...columns[0]!);
    };
    while (sent.some((from) => from < 400)) {
      for (const [i, { times, columns }] of curves.entries()) {
        const from = sent[i]!;
        const to = Math.min(400, from + Math.floor(random() * 30));
        feed.append(i, {
          times: times.subarray(from, to),
          columns: columns.map((column) => column.subarray(from, to)),
        });
        sent[i] = to;
      }
      take(feed.take());
    }
    take(feed.finish());
    expect(parts[0]).toEqual([...whole.times]);
    expect(parts[1]).toEqual([...whole.columns[0]!]);
  }
});

test("[FM26] nothing is given out before every curve has reached it", () => {
  const aligner = new Aligner([line, line]);
  aligner.append(0, Float64Array.of(0, 1, 2), [Float64Array.of(0, 1, 2)]);
  expect(aligner.take().times).toHaveLength(0);
  aligner.append(1, Float64Array.of(0.5, 1.5), [Float64Array.of(5, 15)]);
  expect(asLists(aligner.take())).toEqual({
    times: [0, 0.5, 1, 1.5],
    inputs: [[[0, 0.5, 1, 1.5]], [[NaN, 5, 10, 15]]],
  });
});

test("[FM26] curves that share their times are taken as they are", () => {
  const formula = formulaOver("a + b", { a: { columns: [[0]] }, b: { columns: [[0]] } });
  const times = Float64Array.of(1, 1, 0);
  const curve = { times, columns: [Float64Array.of(1, 2, 3)] };
  const result = evaluateFormula(formula, [curve, { ...curve, times: times.slice() }]);
  expect(result.times).toBe(times);
  expect([...result.columns[0]!]).toEqual([2, 4, 6]);
});

test("[FM26] a column that is missing or too short is refused", () => {
  const formula = formulaOver("norm(v)", { v: { columns: [[0], [0], [0]] } });
  const column = Float64Array.of(1, 2);
  expect(() => formula.start().append(column, [[column, column]])).toThrow(
    "column 2 of input 0 has no values for 2 times",
  );
  expect(() => formula.start().append(column, [[column, column, Float64Array.of(1)]])).toThrow(
    "has 1 values for 2 times",
  );
});

test("[FM25] items of introspection are curves of the same shape; flags and counts are held", () => {
  expect(curveOfItem("pose3d", ["m"])).toEqual({ shape: "pose", units: ["m"], isHeld: false });
  expect(curveOfItem("bool", [])).toEqual({ shape: "number", units: [], isHeld: true });
  expect(curveOfItem("string", [])).toBeUndefined();
});
