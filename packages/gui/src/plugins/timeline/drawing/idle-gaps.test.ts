import { SECOND } from "@orrery/sim";
import { expect, test } from "vitest";
import { DRAWN_GAP, idleGaps, squeezed, unsqueezed } from "./idle-gaps.ts";
import { layOut } from "./lines.ts";
import { past, stretch } from "../../../testing/sample-past.ts";

const long = past([stretch("a", "", 0, 1000, ["Move@100", "Turn@130"])], { present: "a" });

test("[HU20] where nothing was done for long, the axis is squeezed, but for ten seconds beside what was done", () => {
  const gaps = idleGaps(layOut(long), 1000 * SECOND);
  expect(gaps.map(({ from, to }) => [from / SECOND, to / SECOND])).toEqual([
    [10, 90],
    [140, 990],
  ]);
  // 90 s before the first gap's end are drawn as 10 s and the gap.
  expect(squeezed(gaps, 90 * SECOND)).toBe(10 * SECOND + DRAWN_GAP);
  expect(squeezed(gaps, 1000 * SECOND)).toBe((10 + 50 + 10) * SECOND + 2 * DRAWN_GAP);
});

test("[HU20] time in which a program or a person drove by messages is not idle, on a branch neither", () => {
  const driven = past(
    [
      stretch("a", "", 0, 100, [], [[40, 90]]),
      stretch("b", "a", 100, 400),
      stretch("c", "a", 100, 400, [], [[250, 260]]),
    ],
    { present: "b" },
  );
  const gaps = idleGaps(layOut(driven), 400 * SECOND);
  expect(gaps.map(({ from, to }) => [from / SECOND, to / SECOND])).toEqual([
    [10, 30],
    [110, 240],
    [270, 390],
  ]);
});

test("[HU20] what is drawn somewhere leads back to its place", () => {
  const gaps = idleGaps(layOut(long), 1000 * SECOND);
  for (const place of [-5, 0, 10, 47, 90, 100, 139, 140, 600, 995, 1000, 1200]) {
    expect(unsqueezed(gaps, squeezed(gaps, place * SECOND)) / SECOND).toBeCloseTo(place, 6);
  }
});

test("[HU20] a log has an even axis", () => {
  expect(idleGaps(layOut({ ...long, log: "run.mcap" }), 0)).toEqual([]);
});
