import { SECOND } from "@orrery/sim";
import { expect, test } from "vitest";
import { clustersOf, labelFor } from "./clusters.ts";
import { layOut } from "./lines.ts";
import { past, stretch } from "../../../testing/sample-past.ts";

const measure = (text: string): number => 6 * text.length;
const view = { from: 0, span: 100 * SECOND, shows: "part" as const, gaps: [] };

test("[HU9] marks that cannot be told apart are one, with their number; closer up they are several", () => {
  const lines = layOut(
    past([stretch("a", "", 0, 90, ["Move@10", "Turn@10", "Scale@10.2", "Delete@50"])], { present: "a" }),
  );
  const [first, second] = clustersOf(lines, { view, width: 1000, measure });
  expect(first).toMatchObject({ x: 100, row: 0, label: "3 commands", isDim: false });
  expect(first!.marks.map(({ description }) => description)).toEqual(["Move", "Turn", "Scale"]);
  expect(second).toMatchObject({ x: 500, label: "Delete" });
  const near = { from: 10 * SECOND, span: SECOND, shows: "part" as const, gaps: [] };
  expect(clustersOf(lines, { view: near, width: 1000, measure }).map(({ marks }) => marks.length)).toEqual([2, 1]);
});

test("[HU9] however many there are, no two of what is drawn overlap", () => {
  const many = Array.from({ length: 600 }, (_, i) => `Move@${i * 0.15}`);
  const lines = layOut(past([stretch("a", "", 0, 90, many)], { present: "a" }));
  const shown = clustersOf(lines, { view, width: 1000, measure });
  expect(shown.flatMap(({ marks }) => marks)).toHaveLength(600);
  const gaps = shown.slice(1).map(({ x }, i) => x - shown[i]!.x);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(19);
});

test("[HU9] what is not the past of the present is dim, and marks outside are left out", () => {
  const lines = layOut(
    past([stretch("a", "", 0, 40, ["Move@10"]), stretch("b", "a", 40, 200, ["Turn@60", "Delete@150"])], {
      present: "a",
      ahead: "b",
    }),
  );
  const shown = clustersOf(lines, { view, width: 1000, measure });
  expect(shown.map(({ x, isDim }) => [x, isDim])).toEqual([
    [100, false],
    [600, true],
  ]);
});

test("[HU9] no label runs through the cursor", () => {
  const lines = layOut(past([stretch("a", "", 0, 90, ["Move box_1@50"])], { present: "a" }));
  const labels = (cursorX: number) =>
    clustersOf(lines, { view, width: 1000, measure, cursorX }).map(({ label }) => label);
  expect([labels(600), labels(560), labels(520), labels(400)]).toEqual([
    ["Move box_1"],
    ["Move box…"],
    [""],
    ["Move box_1"],
  ]);
});

test("[HU9] a label is whole, shortened, or left out, as there is room", () => {
  const [mark] = stretch("a", "", 0, 1, ["Move a_very_long_name@0"]).marks;
  expect(labelFor([mark!], 200, measure)).toBe("Move a_very_long_name");
  expect(labelFor([mark!], 60, measure)).toBe("Move a_ve…");
  expect(labelFor([mark!], 30, measure)).toBe("");
});
