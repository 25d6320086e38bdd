import { SECOND } from "@orrery/sim";
import { expect, test } from "vitest";
import { clustersOf } from "./clusters.ts";
import { layOut } from "./lines.ts";
import { past, stretch } from "../../../testing/sample-past.ts";
import { findAt, momentOnMain, mostScrolled, RULER_PX, rowY, type Drawn } from "./places.ts";

const lines = layOut(
  past([stretch("a", "", 0, 40, ["Move@10"]), stretch("b", "a", 40, 70, ["Turn@40"]), stretch("c", "a", 40, 50)], {
    present: "c",
    earliestNs: 5 * SECOND,
  }),
);
const view = { from: 0, span: 100 * SECOND, shows: "part" as const, gaps: [] };
const clusters = clustersOf(lines, { view, width: 1000, measure: (text) => text.length });
const drawn: Drawn = { lines, clusters, view, width: 1000, scrolled: 0, now: 52 * SECOND };

test("[HU10] under the pointer is a mark, or the moment of the track there", () => {
  expect(findAt(drawn, 103, rowY(0, 0))).toMatchObject({ kind: "marks", cluster: { x: 100 } });
  expect(findAt(drawn, 200, rowY(0, 0))).toMatchObject({
    kind: "moment",
    isMain: true,
    moment: { stretch: "a", timeNs: 20 * SECOND },
  });
  expect(findAt(drawn, 600, rowY(1, 0))).toMatchObject({
    kind: "moment",
    isMain: false,
    moment: { stretch: "b", timeNs: 60 * SECOND },
  });
  expect(findAt(drawn, 900, rowY(1, 0))).toEqual({ kind: "nothing" });
});

test("[HU10] the ruler is the present line's; what lies before the oldest moment is that, what lies beyond the end is the end", () => {
  expect(findAt(drawn, 450, RULER_PX / 2)).toMatchObject({ moment: { stretch: "c", timeNs: 45 * SECOND } });
  expect(momentOnMain(lines, 0, drawn.now)).toMatchObject({ stretch: "a", timeNs: 5 * SECOND });
  expect(momentOnMain(lines, 99 * SECOND, 50 * SECOND)).toMatchObject({ stretch: "c", timeNs: 50 * SECOND });
});

test("[HU10] what a running world has reached since can be gone to, too", () => {
  expect(momentOnMain(lines, 51 * SECOND, drawn.now)).toEqual({
    stretch: "c",
    timeNs: 51 * SECOND,
    place: 51 * SECOND,
  });
});

test("[PB2] under the pointer at a jump of a log is that jump, too; a press there goes to where it led", () => {
  const log = layOut(past([stretch("a", "", 0, 40), stretch("b", "a", 10, 50)], { present: "b", log: "run.mcap" }));
  const at = (x: number) => findAt({ ...drawn, lines: log, clusters: [], now: 80 * SECOND }, x, rowY(0, 0));
  expect(at(404)).toMatchObject({ moment: { stretch: "b" }, leapt: [{ stretch: "b", leap: { fromNs: 40 * SECOND } }] });
  expect(at(397)).toMatchObject({ moment: { stretch: "a", timeNs: 39.7 * SECOND }, leapt: [{ stretch: "b" }] });
  expect(at(420)).toMatchObject({ leapt: [] });
});

test("[HU7] side tracks scroll when there are more than fit, under the main one", () => {
  expect(mostScrolled(3, 200)).toBe(0);
  const most = mostScrolled(12, 140);
  expect(rowY(11, most)).toBeLessThan(140);
  expect(rowY(0, most)).toBe(rowY(0, 0));
  expect(findAt({ ...drawn, scrolled: 24 }, 600, rowY(1, 24))).toMatchObject({ isMain: true });
});
