import {
  describePlot,
  extentsOf,
  describePicture,
  layoutPicture,
  toPixel,
  Track,
  type PlotLayout,
} from "@orrery/plots";
import { expect, test } from "vitest";
import { addCurve } from "../curve-edits.ts";
import { NO_PLOTS } from "../plot-state.ts";
import { branchLines } from "./branch-lines.ts";
import { sampleAt } from "./sample-at.ts";

const NAME = { key: "item:a", column: 0 };
const [plot] = addCurve(NO_PLOTS, NAME.key, NAME.column).plots;

/** Returns a track of a world that went back from 5 s to 2 s. From there on, the value is 1 higher. */
function forked(): Track {
  const track = new Track();
  track.append("s1", [1, 2, 3, 4, 5], [1, 2, 3, 4, 5], { since: 0 });
  track.append("s3", [3, 4], [4, 5], { since: 2 });
  track.follow({
    stretches: [
      { id: "s2", parent: "", start: 0, end: 2 },
      { id: "s1", parent: "s2", start: 2, end: 5 },
      { id: "s3", parent: "s2", start: 2, end: 4 },
    ],
    present: "s3",
  });
  return track;
}

function laidOut(): PlotLayout {
  const picture = describePicture({
    plots: [describePlot({ curves: [] })],
    time: { title: "", range: { least: 0, greatest: 6 } },
  });
  const data = [[]];
  const { plots } = layoutPicture(picture, extentsOf(picture, data), {
    width: 600,
    height: 400,
    measure: (text, size) => (text.length * size) / 2,
  });
  return plots[0]!;
}

test("[CU10] a point of a plot is a sample of the present line or of a branch, in its own stretch", () => {
  const track = forked();
  const sources = { track: () => track };
  const { x, axes } = laidOut();
  const layout = { x, axes, axisOf: [0] };
  const pixel = (time: number, value: number) => ({ x: toPixel(x.scale, time), y: toPixel(axes[0]!.scale, value) });
  const axis = axes[0]!.scale;
  const middle = (axis.least + axis.greatest) / 2;
  expect(sampleAt(plot!, layout, sources, pixel(5, 5))).toEqual({ stretch: "s1", time: 5 });
  expect(sampleAt(plot!, layout, sources, pixel(4, 5))).toEqual({ stretch: "s3", time: 4 });
  expect(sampleAt(plot!, layout, sources, pixel(1, 1))).toEqual({ stretch: "s2", time: 1 });
  expect(sampleAt(plot!, layout, sources, pixel(5.9, middle - 100))).toBeUndefined();
});

test("[CU10] the branches of visible curves are drawn where they have samples", () => {
  const track = forked();
  const sources = { track: () => track };
  const stretches = (from: number, to: number): string[] =>
    branchLines(plot!, sources, { from, to }).map(({ stretch }) => stretch);
  expect(stretches(0, 6)).toEqual(["s1"]);
  expect(stretches(0, 2)).toEqual([]);
  const hidden = { ...plot!, curves: plot!.curves.map((curve) => ({ ...curve, isVisible: false })) };
  expect(branchLines(hidden, sources, { from: 0, to: 6 })).toEqual([]);
});
