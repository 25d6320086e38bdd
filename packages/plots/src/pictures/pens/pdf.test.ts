import { expect, test } from "vitest";
import { describeCurve } from "../curves/curve-looks.ts";
import { type PictureData, pointsOf } from "../curves/drawn-curve.ts";
import { pdfPicture } from "./pdf.ts";
import { describePicture, describePlot, type PictureDescription } from "../plot-description.ts";

const times = Float64Array.from({ length: 50 }, (_, i) => i / 10);
const data: PictureData = [
  [pointsOf({ times, values: times.map(Math.sin) }), pointsOf({ times, values: times.map(Math.cos) })],
];
const picture = describePicture({
  title: "Δφ (50 %) \\ µm²",
  plots: [
    describePlot({
      curves: [describeCurve("angle", "rad", 0), describeCurve("speed", "rad/s", 1, { isDimmed: true })],
    }),
  ],
});
const size = { width: 160, height: 100, unit: "mm" as const };

/** One letter per byte. */
const letters = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
const textOf = (described: PictureDescription) => letters(pdfPicture(described, data, size));

test("[PI19] every object is where the table of offsets says", () => {
  const text = textOf(picture);
  expect(text.startsWith("%PDF-1.7\n")).toBe(true);
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  const [, count, entries] = /^xref\n0 (\d+)\n((?:\d{10} \d{5} [nf] \n)+)trailer/.exec(text.slice(start))!;
  const offsets = [...entries!.matchAll(/(\d{10}) \d{5} ([nf]) \n/g)];
  expect(offsets).toHaveLength(Number(count));
  expect(offsets[0]!.slice(1)).toEqual(["0000000000", "f"]);
  for (const [index, [, offset]] of offsets.entries()) {
    if (index > 0) expect(text.slice(Number(offset)).startsWith(`${index} 0 obj\n`)).toBe(true);
  }
});

test("[PI19] the page has its size in points, and its content the length that it says", () => {
  const text = textOf(picture);
  expect(text).toContain("/MediaBox [0 0 453.54 283.46]");
  const [, length, content] = /\/Length (\d+) >>\nstream\n([^]*?)endstream/.exec(text)!;
  expect(content).toHaveLength(Number(length));
  expect(content).not.toMatch(/NaN|Infinity|undefined|\de[+-]?\d/);
});

test("[PI19] what is opened is closed: states, texts, paths", () => {
  const [, content] = /stream\n([^]*?)endstream/.exec(textOf(picture))!;
  const operators = content!.replaceAll(/\((?:[^\\()]|\\.)*\)/g, "").split(/\s+/);
  const count = (operator: string) => operators.filter((found) => found === operator).length;
  expect(count("q")).toBe(count("Q"));
  expect(count("BT")).toBe(count("ET"));
  expect(count("S") + count("f")).toBeGreaterThan(5);
  // Each graphics state that is used is among the resources.
  for (const [, name] of content!.matchAll(/(\/A\d+) gs/g)) expect(textOf(picture)).toContain(`${name} << /CA`);
});

test("[PI19] texts are in the fonts that every reader has, with brackets and backslashes escaped", () => {
  const text = textOf(picture);
  for (const font of ["Helvetica", "Helvetica-Bold", "Symbol"]) expect(text).toContain(`/BaseFont /${font}`);
  expect(text).toContain(String.raw`/F2 14 Tf 0 Ts (Df) Tj /F1 14 Tf 0 Ts ( \(50 %\) \\ \265m\262) Tj`);
  // The title of the document: any characters, in UTF-16.
  expect(text).toContain("/Title <feff039403c60020");
});

test("[PI19] hostile names stay texts", () => {
  const name = ") Tj ET endstream endobj \\) \u0000 \u001b";
  const text = textOf(
    describePicture({ title: name, plots: [describePlot({ curves: [describeCurve(name, name, 0)] })] }),
  );
  expect(text.match(/endstream\nendobj/g)).toHaveLength(1);
  expect(text).toContain(String.raw`(\) Tj ET endstream endobj \\\) `);
});

test("[PI19] the same input gives the same bytes", () => {
  expect(pdfPicture(picture, data, size)).toEqual(pdfPicture(structuredClone(picture), structuredClone(data), size));
});
