import { SECOND } from "@orrery/sim";
import { expect, test } from "vitest";
import { layOut, mainLine } from "./lines.ts";
import { past, stretch } from "./sample-past.ts";
import { stepFor, tickText, ticksOf } from "./ticks.ts";

const labels = (line: ReturnType<typeof mainLine>, from: number, span: number): string[] =>
  ticksOf(line, { from: from * SECOND, span: span * SECOND, isFitted: false }, 800).flatMap(({ label }) =>
    label === "" ? [] : [label],
  );

test("[HU8] ticks are at round times of the present line and go on beyond it", () => {
  const line = mainLine(layOut(past([stretch("a", "", 0, 10)], { present: "a" })));
  expect(labels(line, -1, 16)).toEqual(["0 s", "2 s", "4 s", "6 s", "8 s", "10 s", "12 s", "14 s"]);
  const ticks = ticksOf(line, { from: 0, span: 16 * SECOND, isFitted: false }, 800);
  expect(ticks.slice(0, 3).map(({ x }) => x)).toEqual([0, 25, 50]);
});

test("[HU8] after a reset they begin again", () => {
  const line = mainLine(layOut(past([stretch("a", "", 0, 6, ["Reset@7"])], { present: "a" })));
  expect(labels(line, 0, 16)).toEqual(["0 s", "2 s", "4 s", "6 s", "0 s", "2 s", "4 s", "6 s", "8 s"]);
});

test("[HU8] steps are round, labels have the digits they need", () => {
  expect([1e6, 3 * SECOND, 11 * SECOND, 70 * SECOND, 1e14].map(stepFor)).toEqual([
    1e6,
    5 * SECOND,
    15 * SECOND,
    120 * SECOND,
    1e14,
  ]);
  expect([
    tickText(1.25 * SECOND, 5e7),
    tickText(90 * SECOND, 30 * SECOND),
    tickText(3605 * SECOND, 5 * SECOND),
  ]).toEqual(["1.25 s", "1:30", "1:00:05"]);
});
