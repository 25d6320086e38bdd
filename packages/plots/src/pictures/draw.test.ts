import { expect, test } from "vitest";
import { describeCurve } from "./curves/curve-looks.ts";
import { drawPicture } from "./draw.ts";
import { type PictureData, pointsOf } from "./curves/drawn-curve.ts";
import { describePicture, describePlot, describeValueAxis, type PictureDescription } from "./plot-description.ts";
import { RecordingPen } from "./testing/recording-pen.ts";
import { helveticaWidth } from "./pens/text-width.ts";
import { THEMES } from "./themes.ts";

const sine = (from = 0, to = 10, count = 400) => {
  const times = Float64Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));
  return pointsOf({ times, values: times.map(Math.sin) });
};

function draw(picture: PictureDescription, data: PictureData, width = 600, height = 300) {
  const pen = new RecordingPen();
  const layout = drawPicture(pen, picture, data, { width, height, measure: helveticaWidth });
  return { pen, layout, texts: pen.texts.map(({ text }) => text) };
}

const one = describePicture({ plots: [describePlot({ curves: [describeCurve("angle", "rad", 0)] })] });

test("[PI1] a description is plain data: what comes back from JSON gives the same picture", () => {
  const again = JSON.parse(JSON.stringify(one)) as PictureDescription;
  expect(again).toEqual(one);
  expect(draw(again, [[sine()]]).pen).toEqual(draw(one, [[sine()]]).pen);
});

test("[PI12] all texts are within the picture", () => {
  const names = ["short", "vehicle::chassis::linear_velocity.x".repeat(3), "", "Ωμέγα"];
  const picture = describePicture({
    title: "A title that is much too long for a picture that is as narrow as this one is",
    plots: names.map((name, index) => describePlot({ title: name, curves: [describeCurve(name, "kg·m²/s²", index)] })),
  });
  const data = names.map((_, i) => [
    pointsOf({ times: Float64Array.of(0, 99.5), values: Float64Array.of(-(10 ** (i * 3)), 1) }),
  ]);
  for (const [width, height] of [
    [400, 700],
    [900, 500],
    [240, 600],
  ] as const) {
    const outside = draw(picture, data, width, height).pen.texts.filter(({ text, x, y, style }) => {
      const length = helveticaWidth(text, style.size, style.isBold);
      const before = style.anchor === "start" ? 0 : style.anchor === "middle" ? length / 2 : length;
      const [left, right] = style.isUpright ? [x - style.size, x] : [x - before, x - before + length];
      return left < -0.5 || right > width + 0.5 || y > height;
    });
    expect(outside).toEqual([]);
  }
});

test("[PI16] markers move with the curve when the time axis is moved", () => {
  const shown = (least: number) => {
    const picture = { ...one, time: { title: "", range: { least, greatest: least + 4 } } };
    const { pen, layout } = draw(picture, [[sine(0, 10, 4000)]], 1500);
    const { frame } = layout.plots[0]!;
    const { colour } = { colour: THEMES.paper.curves[0]! };
    // Sixteen corners each; the first of all is the legend's.
    const [, markers] = pen.areas.filter((area) => area.colour === colour);
    const corners = markers!.points.filter((_, i) => i % 16 === 0);
    return corners.map(([x]) => least + ((x - 3 - frame.x) / frame.width) * 4).filter((time) => time > 3 && time < 4.9);
  };
  const [before, after] = [shown(1), shown(2.9)];
  expect(before.length).toBeGreaterThan(2);
  expect(after).toEqual(before.map((time) => expect.closeTo(time, 1)));
});

test("[PI16] a curve of few samples has a marker at each", () => {
  const { pen } = draw(one, [[sine(0, 10, 11)]]);
  const [legend, markers] = pen.areas.filter(({ colour }) => colour === THEMES.paper.curves[0]);
  expect([legend!.points.length, markers!.points.length]).toEqual([16, 11 * 16]);
});

test("[PI17] cursors say their times and the time between them, and mark the curves", () => {
  const { texts, pen } = draw({ ...one, cursors: { a: 6.5, b: 2, now: 8 } }, [[sine()]]);
  expect(texts).toEqual(expect.arrayContaining(["a  6.500 s", "b  2.000 s", "Δ 4.500 s"]));
  expect(pen.lines.filter(({ style }) => style.colour === THEMES.paper.accent)).toHaveLength(1);
  const outside = draw({ ...one, cursors: { a: 60 } }, [[sine()]]);
  expect(outside.texts.some((text) => text.startsWith("a "))).toBe(false);
});

test("[PI17] cursors that are close to each other or to the edge keep their texts apart and inside", () => {
  for (const [a, b] of [
    [0, 0.01],
    [9.99, 10],
    [5, 5.02],
    [5, 5],
  ] as const) {
    const { pen, layout } = draw({ ...one, cursors: { a, b } }, [[sine()]]);
    const { frame } = layout.plots[0]!;
    const [first, second] = pen.texts.filter(({ text }) => /^[ab] {2}/.test(text)).toSorted((p, q) => p.x - q.x);
    const end = ({ text, x, style }: (typeof pen.texts)[0]) => x + helveticaWidth(text, style.size);
    expect(first!.x).toBeGreaterThanOrEqual(frame.x);
    expect(end(first!)).toBeLessThanOrEqual(second!.x);
    expect(end(second!)).toBeLessThanOrEqual(frame.x + frame.width + 0.5);
  }
});

test("[PI17] annotations have a line each, and a text where there is room", () => {
  const annotations = [
    { time: 1, text: "move box_1" },
    { time: 1.05, text: "move box_2" },
    { time: 6, text: "delete everything that was ever put into this world" },
    { time: 40, text: "later" },
  ];
  const { texts, pen } = draw({ ...one, annotations }, [[sine()]]);
  expect(texts).toContain("move box_1");
  expect(texts).not.toContain("move box_2");
  expect(texts).not.toContain("later");
  expect(texts.some((text) => /^delete .*…$/.test(text))).toBe(true);
  const dotted = pen.lines.find(({ style }) => style.dash.join() === "1,3");
  expect(dotted!.points).toHaveLength(6);
});

test("[PI17] on a path, cursors are dots with their names", () => {
  const times = Float64Array.from({ length: 100 }, (_, i) => i / 10);
  const path = { type: "points" as const, xs: times.map(Math.cos), ys: times.map(Math.sin), times, count: 100 };
  const plot = describePlot({ x: describeValueAxis({ unit: "m" }), curves: [describeCurve("path", "m", 0)] });
  const { pen, layout } = draw(describePicture({ plots: [plot], cursors: { a: 0, b: 5, now: 3 } }), [[path]]);
  expect(pen.texts.filter(({ text }) => text === "a" || text === "b")).toHaveLength(2);
  expect(pen.areas.filter(({ colour }) => colour === THEMES.paper.accent)).toHaveLength(1);
  expect(layout.plots[0]!.x.scale.greatest).toBeGreaterThan(1);
});

test("[PI23] an empty plot says so, and has no numbers on its y axis", () => {
  const empty = draw(describePicture({ plots: [describePlot({})] }), []);
  expect(empty.texts).toContain("No curves yet");
  expect(empty.texts.every((text) => text.endsWith(" s") || /[a-z]/.test(text))).toBe(true);
  expect(
    draw(
      one,
      [[sine(0, 1)]].map(() => [undefined]),
    ).texts,
  ).toContain("No samples here");
  const gaps = pointsOf({ times: Float64Array.of(0, 1), values: Float64Array.of(NaN, NaN) });
  expect(draw(one, [[gaps]]).texts).toContain("No samples here");
  const hidden = describePicture({
    plots: [describePlot({ curves: [describeCurve("a", "", 0, { isVisible: false })] })],
  });
  expect(draw(hidden, [[sine()]]).texts).toContain("All curves are hidden");
});

test("[PI12] dimmed curves are drawn first, each in a group with its name", () => {
  const curves = [describeCurve("now", "m", 0), describeCurve("then", "m", 1, { isDimmed: true, run: "branch 2" })];
  const { pen } = draw(describePicture({ plots: [describePlot({ curves })] }), [[sine(), sine()]]);
  expect(pen.groups).toEqual(["then · branch 2", "now"]);
  expect(pen.isClipped).toBe(false);
});
