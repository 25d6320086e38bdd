import { MILLISECOND, SECOND } from "@orrery/sim";
import { expect, test } from "vitest";
import { parseMoment } from "./moment-entry.ts";

test("[PB4] a time is typed in seconds, with a unit, or as a clock has it", () => {
  expect(["12.5", " 12.5s ", "12.5 s"].map(parseMoment)).toEqual(Array(3).fill(12.5 * SECOND));
  expect(parseMoment("200ms")).toBe(200 * MILLISECOND);
  expect(["1:02", "01:02.25", "1:00:05.5"].map(parseMoment)).toEqual([62 * SECOND, 62.25 * SECOND, 3605.5 * SECOND]);
});

test("[PB4] what is no time is refused with what is wanted", () => {
  for (const text of ["", "soon", "1:2:3:4", "1:", ":5", "1:002", "1:02 ms", "9".repeat(20)]) {
    expect(() => parseMoment(text)).toThrow("A time such as 12.5, 200 ms or 1:02");
  }
});
