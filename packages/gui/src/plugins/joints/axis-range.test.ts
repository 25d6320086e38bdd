import { expect, test } from "vitest";
import {
  axisLimits,
  including,
  NOWHERE,
  positionRange,
  rangeStep,
  rounded,
  shareOf,
  speedRange,
} from "./axis-range.ts";
import { axisScale } from "./axis-words.ts";

const limits = (lower: number, upper: number, velocity = Infinity) => ({ lower, upper, velocity });

test("[JN2] a slider goes from limit to limit; half a turn or a metre where there is none", () => {
  expect(positionRange(axisLimits("revolute", limits(-1, 2)))).toEqual({ from: -1, to: 2 });
  expect(positionRange(axisLimits("continuous", limits(-1, 2)))).toEqual({ from: -Math.PI, to: Math.PI });
  expect(positionRange(axisLimits("prismatic", limits(-1e16, 1e16)))).toEqual({ from: -1, to: 1 });
  expect(positionRange(axisLimits("prismatic", limits(0.5, Infinity)))).toEqual({ from: 0.5, to: 2.5 });
  expect(positionRange(axisLimits("prismatic", limits(-Infinity, 0.5)))).toEqual({ from: -1.5, to: 0.5 });
  expect(speedRange(axisLimits("revolute", limits(-1, 2, 3)))).toEqual({ from: -3, to: 3 });
  expect(speedRange(axisLimits("prismatic", undefined))).toEqual({ from: -1, to: 1 });
});

test("[JN2] where there is no limit it widens to what the joint has reached", () => {
  const free = axisLimits("continuous", undefined);
  const reached = [1, -7, NaN, 3].reduce(including, NOWHERE);
  expect(reached).toEqual({ from: -7, to: 3 });
  expect(positionRange(free, reached)).toEqual({ from: -4 * Math.PI, to: 4 * Math.PI });
  expect(positionRange(axisLimits("prismatic", limits(0, Infinity)), including(NOWHERE, 3))).toEqual({
    from: 0,
    to: 4,
  });
  expect(positionRange(axisLimits("revolute", limits(-1, 1)), reached)).toEqual({ from: -1, to: 1 });
});

test("[JN2] what is dragged is a round number within the range; a step is a two-hundredth of it, round", () => {
  const degrees = { from: -171.88733853924697, to: 171.88733853924697 };
  expect(rangeStep(degrees)).toBe(1);
  expect(rounded(43.5678, degrees)).toBe(43.6);
  expect(rounded(171.99, degrees)).toBe(degrees.to);
  const short = { from: 0, to: 0.05 };
  expect(rangeStep(short)).toBeCloseTo(0.0002, 12);
  expect(rounded(0.0123456, short)).toBe(0.01235);
  expect(shareOf(NaN, degrees)).toBe(0);
  expect(rounded(3, { from: 2, to: 2 })).toBe(2);
});

test("[JN2] angles are in the unit that the reader has chosen, lengths in metres", () => {
  const turn = axisScale(axisLimits("revolute", undefined), "position", "deg");
  expect([turn.unit, turn.words(Math.PI / 4), turn.digits(-1e-9)]).toEqual(["deg", "45 deg", "0.00"]);
  expect(turn.meant(180)).toBe(Math.PI);
  expect(turn.shown(turn.meant(57.2))).toBe(57.2);
  const slide = axisScale(axisLimits("prismatic", undefined), "velocity", "deg");
  expect([slide.unit, slide.words(0.25), slide.digits(0.25)]).toEqual(["m/s", "0.25 m/s", "0.2500"]);
});
