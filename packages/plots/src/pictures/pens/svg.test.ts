import { Problems, parseXml } from "@orrery/sim/formats";
import { expect, test } from "vitest";
import { describeCurve } from "../curves/curve-looks.ts";
import { type PictureData, pointsOf } from "../curves/drawn-curve.ts";
import { describePicture, describePlot } from "../plot-description.ts";
import { svgPicture } from "./svg.ts";

type Element = NonNullable<ReturnType<typeof parseXml>>;

const times = Float64Array.from({ length: 50 }, (_, i) => i / 10);
const data: PictureData = [
  [pointsOf({ times, values: times.map(Math.sin) }), pointsOf({ times, values: times.map(Math.cos) })],
];
const picture = describePicture({
  title: "Pendulum",
  cursors: { a: 1, b: 2 },
  plots: [describePlot({ curves: [describeCurve("angle", "rad", 0), describeCurve("speed", "rad/s", 1)] })],
});
const size = { width: 160, height: 100, unit: "mm" as const };

function parse(text: string): Element {
  const problems = new Problems();
  const root = parseXml(text, "plot.svg", problems);
  expect(problems.list).toEqual([]);
  return root!;
}

function all(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);
}

const attribute = (element: Element, name: string) => element.attributes.find((found) => found.name === name)?.value;

test("[PI18] an SVG has its size in millimetres or pixels, a title, and a title for each curve", () => {
  const root = parse(svgPicture(picture, data, size));
  expect([attribute(root, "width"), attribute(root, "height"), attribute(root, "viewBox")]).toEqual([
    "160mm",
    "100mm",
    "0 0 604.72 377.95",
  ]);
  expect(all(root, "title").map(({ text }) => text)).toEqual(["Pendulum", "angle", "speed"]);
  const pixels = parse(svgPicture(picture, data, { width: 640, height: 480, unit: "px" }));
  expect([attribute(pixels, "width"), attribute(pixels, "viewBox")]).toEqual(["640px", "0 0 640 480"]);
});

test("[PI18] curves are clipped to their frame, and every clip that is used exists", () => {
  const root = parse(svgPicture(picture, data, { ...size, id: "first plot" }));
  const clips = all(root, "clipPath").map((clip) => attribute(clip, "id"));
  const used = all(root, "g").flatMap((group) => attribute(group, "clip-path") ?? []);
  expect(clips).toEqual(["firstplot-clip-1"]);
  expect(used).toEqual(["url(#firstplot-clip-1)"]);
});

test("[PI18] numbers are finite, and paths are made of moves and lines", () => {
  const text = svgPicture(picture, data, size);
  expect(text).not.toMatch(/NaN|Infinity|undefined|\de[+-]/);
  for (const path of all(parse(text), "path")) expect(attribute(path, "d")).toMatch(/^(?:[ML]-?[\d.]+ -?[\d.]+)+$/);
});

test("[PI18] the same input gives the same text", () => {
  expect(svgPicture(picture, data, size)).toBe(svgPicture(structuredClone(picture), structuredClone(data), size));
});

test("[PI18] names cannot add elements or attributes", () => {
  const name = `</text><script>alert("1")</script><!-- ' & ]]> \u0000\u001b[31m\ud800`;
  const hostile = describePicture({
    title: name,
    annotations: [{ time: 1, text: name }],
    time: { title: name, range: { least: "auto", greatest: "auto" } },
    plots: [describePlot({ title: name, curves: [describeCurve(name, name, 0, { run: name })] })],
  });
  const text = svgPicture(hostile, data, { width: 900, height: 900, unit: "px", id: '"><script>' });
  const root = parse(text);
  expect(all(root, "script")).toEqual([]);
  expect(all(root, "title")[0]!.text).toBe(`</text><script>alert("1")</script><!-- ' & ]]> [31m\ufffd`);
  expect(new Set(all(root, "text").flatMap((element) => element.attributes.map((found) => found.name)))).toEqual(
    new Set(["x", "y", "font-size", "fill", "font-weight", "text-anchor", "transform"]),
  );
});

test("[PI18] colours that are no colours cannot get out of their attribute", () => {
  const text = svgPicture(
    describePicture({
      plots: [describePlot({ curves: [describeCurve("a", "", 0, { width: NaN, colour: Infinity })] })],
    }),
    data,
    size,
  );
  expect(text).not.toMatch(/NaN|Infinity/);
});

test("[PI18] a size that nothing could be drawn on is refused", () => {
  expect(() => svgPicture(picture, data, { width: 0, height: 100, unit: "mm" })).toThrow(
    "a picture cannot be 0 × 100 mm",
  );
  expect(() => svgPicture(picture, data, { width: NaN, height: 100, unit: "px" })).toThrow("16 to 20000 px");
});
