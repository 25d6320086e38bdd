import { expect, test } from "vitest";
import { soak } from "../../../../tests/soak.ts";
import { seededRandom } from "../testing/seeded-random.ts";
import { compileFormula } from "./compile.ts";
import { completeFormula } from "./complete.ts";
import { FormulaError } from "./formula-error.ts";
import { FUNCTIONS } from "./functions/table.ts";
import { parse } from "./parse.ts";
import { scopeOf, type CurveInfo } from "./scope.ts";
import { tokenize } from "./token.ts";

const CURVES: readonly [string, CurveInfo][] = [
  ["x", { shape: "number", units: ["m"] }],
  ["y", { shape: "number", units: [""] }],
  ["a::angle", { shape: "number", units: ["rad"] }],
  ["v", { shape: "vector", units: ["m/s"] }],
  ["q", { shape: "quaternion", units: [""] }],
  ["p", { shape: "pose", units: ["m", "m", "m", "", "", "", ""] }],
];
const scope = scopeOf(
  new Map(CURVES),
  new Map([
    ["speed", "norm(v)"],
    ["circle", "circle + 1"],
  ]),
);

const PIECES = [
  ...[...FUNCTIONS.keys()].map((name) => `${name}(`),
  ...CURVES.map(([name]) => name),
  ...[
    "speed",
    "circle",
    "t",
    "pi",
    "e",
    "1",
    "0.5",
    "45deg",
    "2[m/s²]",
    "1e400",
    "`x`",
    "`",
    "§",
    "\u0000",
    "😀",
    ".x",
  ],
  ..."+-*/^<>=!&|(),.:[] \n".split(""),
  ...["<=", "==", "&&", "||", "::", "))", "((", "1, 2)", "x, 1)", "v, v)", ".position"],
];

/** Returns the error of a text, if it has one. Anything else that is thrown fails the test. */
function compileOrFail(text: string): FormulaError | undefined {
  try {
    const { shape, inputs, start } = compileFormula(text, scope);
    const run = start();
    const times = Float64Array.of(0, 1, 1, 0.5);
    const widths = { number: 1, vector: 3, quaternion: 4, pose: 7 };
    const columns = inputs.map(({ info }) =>
      Array.from({ length: widths[info.shape] }, () => Float64Array.of(1, NaN, -2, 3)),
    );
    expect(run.append(times, columns)).toHaveLength(widths[shape]);
    return undefined;
  } catch (error) {
    if (!(error instanceof FormulaError))
      throw new Error(`${JSON.stringify(text)} throws ${String(error)}`, { cause: error });
    expect(error.at).toBeGreaterThanOrEqual(0);
    expect(error.end).toBeGreaterThanOrEqual(error.at);
    expect(error.end).toBeLessThanOrEqual(text.length);
    expect(error.message.length).toBeLessThan(2000);
    return error;
  }
}

test("[FM5] 2,000 random texts compile or throw a FormulaError with a place in them", () => {
  const random = seededRandom(1);
  let good = 0;
  for (let i = 0; i < 2000; i++) {
    const length = 1 + Math.floor(random() * random() * 60);
    const text = Array.from({ length }, () => PIECES[Math.floor(random() * PIECES.length)]!).join("");
    if (compileOrFail(text) === undefined) good++;
    completeFormula(text, Math.floor(random() * (text.length + 2)), scope);
  }
  expect(good).toBeGreaterThan(30);
});

/** Writes a formula that is mostly right. */
function randomFormula(random: () => number, depth: number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  if (depth === 0 || random() < 0.2)
    return pick(["y", "y", "a::angle", "t / 1s", "2", "0.5", "v.x / 1[m/s]", "x / 1m"]);
  const next = (): string => randomFormula(random, depth - 1);
  const vector = (): string => pick(["v", "p - p", `${next()} * v`, `vector(${next()}, ${next()}, ${next()})`]);
  return pick([
    () => `(${next()} ${pick(["+", "-", "*", "/", "^", "<", ">=", "==", "&&"])} ${next()})`,
    () => `${pick(["abs", "sin", "d", "integral", "unwrap", "previous", "highest", "floor"])}(${next()})`,
    () => `${pick(["mean", "rms", "delay", "lowpass", "highpass"])}(${next()}, ${pick(["0.01", "0.3", "2"])})`,
    () => `if(${next()}, ${next()}, ${next()})`,
    () => `norm(${vector()})`,
    () => `dot(${vector()}, rotate(q, ${vector()}))`,
    () => `${pick(["roll", "pitch", "yaw"])}(p)`,
    () => `min(${next()}, ${next()}, ${next()})`,
  ])();
}

test("[FM21] however samples are divided, results have the same bits", () => {
  const random = seededRandom(2);
  let compared = 0;
  for (let i = 0; i < soak(1500); i++) {
    const text = randomFormula(random, 4);
    const formula = compileFormulaOr(text);
    if (formula === undefined) continue;
    const n = 1 + Math.floor(random() * 1500);
    const times = randomTimes(random, n);
    const inputs = formula.inputs.map(({ info }) => {
      const width = { number: 1, vector: 3, quaternion: 4, pose: 7 }[info.shape];
      return Array.from({ length: width }, () => Float64Array.from({ length: n }, () => randomValue(random)));
    });
    const whole = formula.start().append(times, inputs);
    const run = formula.start();
    const pieces = whole.map(() => new Float64Array(n));
    for (let from = 0; from < n;) {
      const to = Math.min(n, from + Math.floor(random() * random() * 700));
      const part = run.append(
        times.subarray(from, to),
        inputs.map((columns) => columns.map((each) => each.subarray(from, to))),
      );
      for (const [column, values] of part.entries()) pieces[column]!.set(values, from);
      from = to;
    }
    for (const [column, values] of whole.entries()) {
      const bits = (array: Float64Array): BigUint64Array => new BigUint64Array(array.buffer);
      expect({ text, bits: bits(pieces[column]!) }).toEqual({ text, bits: bits(values) });
    }
    compared++;
  }
  expect(compared).toBeGreaterThan(soak(1500) / 3);
});

function compileFormulaOr(text: string): ReturnType<typeof compileFormula> | undefined {
  try {
    return compileFormula(text, scope);
  } catch (error) {
    if (error instanceof FormulaError) return undefined;
    throw error;
  }
}

/** Mostly a step apart, now and then twice the same, and now and then back. */
function randomTimes(random: () => number, n: number): Float64Array {
  let time = 0;
  return Float64Array.from({ length: n }, () => {
    const chance = random();
    time +=
      chance < 0.01 ? -random() : chance < 0.05 ? 0 : chance < 0.06 ? NaN : 0.001 * (1 + (chance > 0.9 ? random() : 0));
    if (Number.isNaN(time)) time = random();
    return time;
  });
}

function randomValue(random: () => number): number {
  const chance = random();
  if (chance < 0.02) return NaN;
  if (chance < 0.03) return chance < 0.025 ? Infinity : 1e300 * (random() - 0.5);
  return 10 * (random() - 0.5);
}

test.each([
  ["parentheses", "(".repeat(3999)],
  ["signs", "-".repeat(3998) + "1"],
  ["powers", "2^".repeat(1999) + "2"],
  ["calls", "abs(".repeat(999)],
  ["a sum", "1+".repeat(1999) + "1"],
  ["parts", "x" + ".x".repeat(1999)],
  ["parts of a value", "(v)" + ".x".repeat(1998)],
  ["arguments", `max(${"1,".repeat(1990)}1)`],
  ["backticks", "`".repeat(3999)],
  ["brackets", "x[".repeat(1999)],
  ["numbers in brackets", "x" + "[1]".repeat(1300)],
  ["a long number", "1".repeat(4000)],
  ["a long exponent", `1e${"9".repeat(3990)}`],
  ["a long unit", `1[${"m·".repeat(1990)}m]`],
  ["a long name", "a".repeat(4000)],
  ["comparisons", "1<".repeat(1999) + "1"],
  ["kernels", "d(x)+mean(x,1)*".repeat(200) + "1"],
])("[FM5] hostile %s are compiled or refused at once", (_, text) => {
  const start = performance.now();
  compileOrFail(text);
  expect(performance.now() - start).toBeLessThan(1000);
});

test("[FM5] a text of 10,000 characters is refused unread, and formulas that double each other are computed once", () => {
  expect(() => compileFormula("(".repeat(10_000), scope)).toThrow(
    "a formula has at most 4000 characters, this has 10000",
  );
  const names = Array.from({ length: 60 }, (_, i) => `f${i}`);
  const formulas = new Map(names.map((name, i) => [name, i === 0 ? "x" : `f${i - 1} + f${i - 1}`]));
  const { inputs } = compileFormula("f59", scopeOf(new Map(CURVES), formulas));
  expect(inputs.map(({ name }) => name)).toEqual(["x"]);
  const chain = new Map(Array.from({ length: 1000 }, (_, i) => [`f${i}`, `f${i + 1} + 1`]));
  expect(() => compileFormula("f0", scopeOf(new Map(CURVES), chain))).toThrow(FormulaError);
});

test("[FM5] the time to read grows no faster than the text", () => {
  const piece = "mean(`x`, 1.5e3ms) / 1[m] + 3 * y ^ 2 + ";
  const timeOf = (count: number): number => {
    const text = `${piece.repeat(count)}1`;
    const rounds = Array.from({ length: 7 }, () => {
      // Time of the processor: others may use it too.
      const start = process.cpuUsage();
      for (let i = 0; i < 40; i++) parse(text);
      return process.cpuUsage(start).user;
    });
    return Math.min(...rounds);
  };
  timeOf(64);
  // Eight times the text; the square would take 64 times as long.
  expect(timeOf(64)).toBeLessThan(32 * timeOf(8));
  expect(tokenize(piece.repeat(64))).toHaveLength(64 * (tokenize(piece).length - 1) + 1);
});
