import { expect, test } from "vitest";
import { describeCurve } from "./curves/curve-looks.ts";
import { extentsOf, type PictureData, pointsOf } from "./curves/drawn-curve.ts";
import { layoutPicture } from "./layout.ts";
import { arrangeLegend } from "./legend.ts";
import { describePicture, describePlot, describeValueAxis, type PictureDescription } from "./plot-description.ts";
import { helveticaWidth } from "./pens/text-width.ts";

const line = (...values: number[]) =>
  pointsOf({ times: Float64Array.from(values, (_, i) => i), values: Float64Array.from(values) });

function layout(picture: PictureDescription, data: PictureData, width = 600, height = 400) {
  return layoutPicture(picture, extentsOf(picture, data), { width, height, measure: helveticaWidth });
}

const stacked = describePicture({
  title: "Stack",
  plots: [
    describePlot({ curves: [describeCurve("a", "m", 0)] }),
    describePlot({
      curves: [describeCurve("b", "N", 0), describeCurve("c", "J", 1), describeCurve("d", "W", 2)],
      weight: 2,
    }),
  ],
});
const stackedData = [[line(0, 1, 2)], [line(1e6, 2e6), line(0, 1), line(-5, 5)]];

test("[PI12] frames are below each other with their edges aligned, and share the height by their weights", () => {
  const [first, second] = layout(stacked, stackedData).plots;
  expect(first!.frame.x).toBe(second!.frame.x);
  expect(first!.frame.width).toBe(second!.frame.width);
  expect(second!.frame.y).toBeGreaterThan(first!.frame.y + first!.frame.height);
  expect(second!.frame.height / first!.frame.height).toBeCloseTo(2, 1);
});

test("[PI12] plots over time have one range, and labels below the last alone", () => {
  const plots = layout(stacked, stackedData).plots;
  expect(plots.map(({ x }) => [x.scale.least, x.scale.greatest])).toEqual([
    [0, 2],
    [0, 2],
  ]);
  expect(plots.map(({ x }) => x.isLabelled)).toEqual([false, true]);
});

test("[PI12] margins have room for all axes with their labels", () => {
  const { plots, width } = layout(stacked, stackedData);
  for (const { frame, axes } of plots) {
    for (const { side, at, width: taken } of axes) {
      const outer = side === "left" ? at - taken : width - at - taken;
      expect(outer).toBeGreaterThan(0);
      expect(side === "left" ? at <= frame.x : at >= frame.x + frame.width).toBe(true);
    }
  }
  expect(plots[1]!.axes.map(({ side, title }) => [side, title])).toEqual([
    ["left", "MN"],
    ["right", "J"],
    ["right", "W"],
  ]);
});

test("[PI12] an automatic range shows what is visible", () => {
  const picture = describePicture({
    time: { title: "", range: { least: 2, greatest: 3 } },
    plots: [describePlot({ curves: [describeCurve("a", "", 0), describeCurve("b", "", 1, { isVisible: false })] })],
  });
  const data = [[line(100, 100, 4, 5, 5, 100), line(1000, 1000, 1000, 1000, 1000, 1000)]];
  // One sample on either side belongs to the lines that lead in and out.
  expect(layout(picture, data).plots[0]!.axes[0]!.scale).toMatchObject({ least: 0, greatest: 105 });
  const closer = { ...picture, time: { title: "", range: { least: 3, greatest: 3.5 } } };
  expect(layout(closer, data).plots[0]!.axes[0]!.scale).toMatchObject({ least: 3.95, greatest: 5.05 });
});

test("[PI12] a picture that is too small loses rows of legends first and then titles, but no frame", () => {
  const picture = describePicture({
    title: "Title",
    plots: [
      describePlot({
        title: "Plot",
        curves: Array.from({ length: 12 }, (_, i) => describeCurve(`curve number ${i}`, "m", i)),
      }),
    ],
  });
  const rows = [600, 260, 180, 130, 100, 20].map((height) => layout(picture, [[line(0, 1)]], 300, height));
  const legend = rows.map(({ plots }) => plots[0]!.legend.rows);
  expect(legend).toEqual(legend.toSorted((a, b) => b - a));
  expect(legend[0]).toBeGreaterThan(3);
  expect(legend.at(-1)).toBe(0);
  expect(rows.map(({ stack }) => stack.title !== undefined)).toEqual([true, true, true, false, false, false]);
  for (const { plots } of rows) expect(plots[0]!.frame.height).toBeGreaterThan(0);
});

test("[PI9] a path with equal aspect has pixels of the same size on both axes", () => {
  const plot = describePlot({
    x: describeValueAxis({ unit: "m", hasEqualAspect: true }),
    curves: [describeCurve("path", "m", 0)],
  });
  const data = [[{ type: "points" as const, xs: Float64Array.of(0, 10), ys: Float64Array.of(0, 1), count: 2 }]];
  const { x, axes } = layout(describePicture({ plots: [plot] }), data).plots[0]!;
  const perPixel = ({ least, greatest, from, to }: typeof x.scale) => (greatest - least) / Math.abs(to - from);
  expect(perPixel(x.scale)).toBeCloseTo(perPixel(axes[0]!.scale), 9);
});

test("[PI13] a legend is one row while it fits, and then columns of equal length", () => {
  const curves = (count: number) => Array.from({ length: count }, (_, i) => describeCurve(`curve ${i}`, "m", i));
  expect(arrangeLegend(curves(3), 500, 9, helveticaWidth).rows).toBe(1);
  const legend = arrangeLegend(curves(8), 500, 9, helveticaWidth);
  expect(legend.entries.map(({ row }) => row)).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
  expect(legend.entries[4]!.x).toBe(legend.entries[0]!.x);
});

test("[PI13] names that are too long lose their middle, and curves without room are counted", () => {
  const long = describeCurve("vehicle::chassis::a_very_long_name::".repeat(4) + "velocity.x", "m/s", 0, {
    run: "branch 2",
  });
  const [entry] = arrangeLegend([long], 200, 9, helveticaWidth).entries;
  expect(entry).toMatchObject({ name: expect.stringMatching(/^vehi.*….*\.x$/), run: " · branch 2" });
  expect(helveticaWidth(entry!.name + entry!.run, 11) + 30).toBeLessThanOrEqual(200);
  const many = arrangeLegend(
    Array.from({ length: 30 }, () => long),
    400,
    2,
    helveticaWidth,
  );
  expect(many.rows).toBe(2);
  expect(many.entries.at(-1)!.name).toBe(`and ${many.more} more`);
  expect(many.entries.length - 1 + many.more).toBe(30);
});

test("[PI13] hidden curves are not in the legend", () => {
  expect(arrangeLegend([describeCurve("a", "", 0, { isVisible: false })], 200, 9, helveticaWidth).entries).toEqual([]);
});
