import { expect, test } from "vitest";
import { cutShort, plainText, shortened } from "./plain-text.ts";
import { fontRuns, helveticaWidth } from "./text-width.ts";

const shape = (text: string) =>
  fontRuns(text, false).map(({ font, codes, rise }) => [font, String.fromCharCode(...codes), Math.sign(rise)]);

test("[PI20] texts are as wide as the font's metrics say", () => {
  expect(helveticaWidth("Orrery", 1000)).toBe(778 + 333 + 333 + 556 + 333 + 500);
  expect(helveticaWidth("Orrery", 10, true)).toBeCloseTo((778 + 389 + 389 + 556 + 389 + 556) / 100, 9);
  expect(helveticaWidth("−0.5 µm²", 1000)).toBeCloseTo(556 + 556 + 278 + 556 + 278 + 556 + 833 + 333, 9);
});

test("[PI20] Greek letters and mathematical signs come from the Symbol font, and those alone", () => {
  expect(shape("Δt = 5 °, σ ≤ 1")).toEqual([
    ["symbol", "D", 0],
    ["helvetica", "t = 5 \u00b0, ", 0],
    ["symbol", "s", 0],
    ["helvetica", " ", 0],
    ["symbol", "\u00a3", 0],
    ["helvetica", " 1", 0],
  ]);
});

test("[PI20] superscripts that Helvetica lacks are raised digits, and subscripts are lowered ones", () => {
  expect(shape("m²")).toEqual([["helvetica", "m\u00b2", 0]]);
  expect(shape("10⁻³")).toEqual([
    ["helvetica", "10", 0],
    ["helvetica", "\u00963", 1],
  ]);
  expect(shape("v₁")).toEqual([
    ["helvetica", "v", 0],
    ["helvetica", "1", -1],
  ]);
});

test("[PI20] letters of other languages lose their accents, or are question marks", () => {
  expect(shape("ő漢 ẋ")).toEqual([["helvetica", "o? x", 0]]);
  expect(shape("“ﬁ”…")).toEqual([["helvetica", "\u0093fi\u0094\u0085", 0]]);
});

test("[PI20] control characters and marks that turn the direction of writing are left out", () => {
  expect(plainText("a\u001b[31mb\u202Ec\u0000d\ne\ud800f")).toBe("a[31mbcd e\ufffdf");
});

test("[PI13] a text is cut to a width, in its middle or at its end, in little time however long it is", () => {
  const measure = (text: string) => Array.from(text).length;
  expect(shortened("chassis::velocity", 10, measure)).toBe("cha…locity");
  expect(cutShort("delete everything", 10, measure)).toBe("delete ev…");
  expect(cutShort("delete it", 10, measure)).toBe("delete it");
  expect(shortened("abcdef", 2, measure)).toBe("");
  expect(
    helveticaWidth(
      shortened("x".repeat(1_000_000), 100, (text) => helveticaWidth(text, 11)),
      11,
    ),
  ).toBeLessThanOrEqual(100);
});
