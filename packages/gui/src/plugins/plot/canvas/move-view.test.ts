import { expect, test } from "vitest";
import { addCurve } from "../curve-edits.ts";
import { toPaths } from "../path-edits.ts";
import { NO_PLOTS, type PlotsState } from "../plot-state.ts";
import { describePlots } from "./describe-plots.ts";
import { fitPlace, isBox, panView, pinchView, showBox, zoomView } from "./move-view.ts";
import { placeAt, type Point } from "./plot-place.ts";
import { layoutPicture, type PictureLayout } from "@orrery/plots";

const units: Readonly<Record<string, string>> = { z: "m", v: "m/s", pose: "m" };
const sources = {
  state: (key: string) => ({
    key,
    described: { name: key, columns: ["x", "y"], units: [units[key]!], info: undefined, note: "" },
    progress: 1,
    error: "",
  }),
};

/** Lays out plots that show ten seconds, and values from 0 to 100. */
function laidOut(state: PlotsState): PictureLayout {
  const picture = describePlots({
    state,
    sources,
    theme: "dark",
    range: { from: 0, to: 10 },
    now: undefined,
    height: 400,
  });
  const extent = { least: 0, greatest: 100, leastPositive: 1 };
  const extents = state.plots.map(({ curves }) => curves.map(() => ({ x: extent, y: extent })));
  return layoutPicture(picture, extents, { width: 600, height: 400, measure: (text) => 6 * text.length });
}

const state = addCurve(addCurve(addCurve(NO_PLOTS, "z", 0), "v", 0, "p1"), "z", 1);
const layout = laidOut(state);
const [first, second] = layout.plots.map(({ frame }) => frame);
const inFirst = (x: number, y: number): Point => ({ x: first!.x + x * first!.width, y: first!.y + y * first!.height });

test("[VP4] a point is in a frame, on an axis of it, or on the time below", () => {
  const at = (x: number, y: number) => {
    const { index, on } = placeAt(layout, { x, y })!;
    return [index, typeof on === "object" ? on.side : on];
  };
  const middle = first!.y + first!.height / 2;
  expect(at(first!.x + 10, middle)).toEqual([0, "frame"]);
  expect(at(first!.x - 10, middle)).toEqual([0, "left"]);
  expect(at(first!.x + first!.width + 10, middle)).toEqual([0, "right"]);
  expect(at(second!.x + 10, second!.y + second!.height + 10)).toEqual([1, "time"]);
});

test("[VP4] zooming in a frame is about a time, on an axis about a value of that axis alone", () => {
  const point = inFirst(0.25, 0.5);
  const inTime = zoomView(state, placeAt(layout, point)!, 2, point);
  expect(inTime.time).toEqual({ kind: "range", from: expect.closeTo(1.25), to: expect.closeTo(6.25) });
  const onAxis = { x: first!.x - 8, y: first!.y + first!.height / 2 };
  const inValue = zoomView(state, placeAt(layout, onAxis)!, 2, onAxis);
  const { least, greatest } = layout.plots[0]!.axes[0]!.scale;
  const quarter = (greatest - least) / 4;
  expect(inValue.plots.map(({ axes }) => axes)).toEqual([
    [
      {
        unit: "m",
        side: "left",
        scale: "linear",
        range: { least: expect.closeTo(least + quarter), greatest: expect.closeTo(greatest - quarter) },
      },
    ],
    [],
  ]);
  expect(inValue.time).toBe(state.time);
});

test("[VP4] a drag moves time with the pointer, and two fingers keep the moments below them", () => {
  const place = placeAt(layout, inFirst(0.5, 0.5))!;
  expect(panView(state, place, { x: first!.width / 10, y: 50 }).time).toEqual({
    kind: "range",
    from: expect.closeTo(-1),
    to: expect.closeTo(9),
  });
  const [a, b, c] = [inFirst(0.4, 0).x, inFirst(0.6, 0).x, inFirst(0.8, 0).x];
  const pinched = pinchView(state, layout, { a, b }, { a, b: c });
  // 4 s stays below the left finger, and 6 s is below the right one.
  expect(pinched.time).toEqual({ kind: "range", from: expect.closeTo(2), to: expect.closeTo(7) });
});

test("[VP4] a box is zoomed into, in time and in the values of its plot; a thin one in one of both", () => {
  const place = placeAt(layout, inFirst(0.5, 0.5))!;
  const both = showBox(state, place, { from: inFirst(0.2, 0.25), to: inFirst(0.4, 0.75) });
  expect(both.time).toEqual({ kind: "range", from: expect.closeTo(2), to: expect.closeTo(4) });
  expect(both.plots.map(({ axes }) => axes.map(({ unit }) => unit))).toEqual([["m", "m/s"], []]);
  const wide = showBox(state, place, { from: inFirst(0.2, 0.5), to: inFirst(0.4, 0.5) });
  expect(wide.plots.every(({ axes }) => axes.length === 0)).toBe(true);
  const high = showBox(state, place, { from: inFirst(0.5, 0.25), to: inFirst(0.5, 0.75) });
  expect(high.time).toBe(state.time);
  expect(isBox({ from: { x: 1, y: 1 }, to: { x: 4, y: 5 } })).toBe(false);
  expect(fitPlace(both, place).plots.every(({ axes }) => axes.length === 0)).toBe(true);
});

test("[VP4] a path is zoomed and moved in both directions, and time stays", () => {
  const paths = toPaths(addCurve(NO_PLOTS, "pose", 0), "p1", () => true);
  const laid = laidOut(paths);
  const { x, axes, frame } = laid.plots[0]!;
  const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
  const zoomed = zoomView(paths, placeAt(laid, middle)!, 2, middle);
  expect(zoomed.time).toBe(paths.time);
  const [across, up] = [zoomed.plots[0]!.across, zoomed.plots[0]!.axes[0]!.range];
  expect(Number(across.greatest) - Number(across.least)).toBeCloseTo((x.scale.greatest - x.scale.least) / 2);
  expect(Number(up.greatest) - Number(up.least)).toBeCloseTo((axes[0]!.scale.greatest - axes[0]!.scale.least) / 2);
  const moved = panView(paths, placeAt(laid, middle)!, { x: 0, y: frame.height });
  expect(moved.plots[0]!.axes[0]!.range.least).toBeCloseTo(axes[0]!.scale.greatest);
});
