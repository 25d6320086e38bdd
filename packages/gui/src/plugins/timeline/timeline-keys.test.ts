import { SECOND } from "@orrery/sim";
import { expect, test } from "vitest";
import { layOut } from "./drawing/lines.ts";
import { past, stretch } from "../../testing/sample-past.ts";
import { keyTarget, nowText } from "./timeline-keys.ts";

const lines = layOut(
  past(
    [
      stretch("a", "", 0, 10, ["Move@3", "Turn@7"]),
      stretch("b", "a", 10, 14, ["Delete@10", "Paste@10"]),
      stretch("b1", "b", 14, 20, ["Scale@15"]),
      stretch("c", "b", 14, 15),
    ],
    { present: "a", ahead: "b1", earliestNs: 2 * SECOND },
  ),
);
const key = (name: string) => keyTarget(name, lines, 10 * SECOND);

test("[HU12] arrows go to the moments before the last and the next but one command: past the next", () => {
  expect(key("ArrowLeft")).toEqual({ id: "a:1", place: 7 * SECOND });
  expect(key("ArrowRight")).toEqual({ id: "b:1", place: 10 * SECOND });
});

test("[HU12] Home and End go to the ends of what is kept, Page Up and Down by a second", () => {
  expect(key("Home")).toEqual({ id: "a", timeNs: 2 * SECOND, place: 2 * SECOND });
  expect(key("End")).toEqual({ id: "b1", place: 20 * SECOND });
  expect(key("PageDown")).toEqual({ id: "a", timeNs: 9 * SECOND, place: 9 * SECOND });
  expect(key("PageUp")).toEqual({ id: "b", timeNs: 11 * SECOND, place: 11 * SECOND });
  expect(key("x")).toBeUndefined();
});

test("[HU12] at the end there is nothing ahead, at the beginning nothing behind", () => {
  const still = layOut(past([stretch("a", "", 0, 10, ["Move@3"])], { present: "a" }));
  expect([keyTarget("ArrowRight", still, 10 * SECOND), keyTarget("End", still, 10 * SECOND)]).toEqual([
    undefined,
    undefined,
  ]);
  const bare = layOut(past([stretch("a", "", 0, 10)], { present: "a" }));
  expect(keyTarget("ArrowLeft", bare, 10 * SECOND)).toBeUndefined();
});

test("[HU12] the present is told as its time and the command beside it", () => {
  expect(nowText(lines, 10 * SECOND, false)).toBe("10.000 s, before Delete");
  expect(nowText(layOut(past([stretch("a", "", 0, 10, ["Move@3"])], { present: "a" })), 10 * SECOND, false)).toBe(
    "10.000 s, after Move",
  );
  expect(nowText(lines, 10.7 * SECOND, true)).toBe("10 s, running");
});

test("[PB1] in a log, arrows go from moment to moment at which something was done, through its jumps, and on to its end", () => {
  const log = layOut(
    past([stretch("s1", "", 0, 6, ["Move@2", "Turn@2", "Paste@4"]), stretch("s2", "s1", 2, 5)], {
      present: "s1",
      ahead: "s2",
      undo: [],
      log: "run.mcap",
    }),
    2 * SECOND,
  );
  expect(keyTarget("ArrowRight", log, 0)).toMatchObject({ id: "s1:0", place: 2 * SECOND });
  expect(keyTarget("ArrowRight", log, 2 * SECOND)).toMatchObject({ id: "s1:2" });
  expect(keyTarget("ArrowRight", log, 4 * SECOND)).toEqual({ id: "s2", timeNs: 2 * SECOND, place: 6 * SECOND });
  expect(keyTarget("ArrowRight", log, 7 * SECOND)).toEqual({ id: "s2", place: 9 * SECOND });
  expect(keyTarget("ArrowLeft", log, 7 * SECOND)).toMatchObject({ id: "s2", timeNs: 2 * SECOND });
  expect(keyTarget("ArrowLeft", log, 4 * SECOND)).toMatchObject({ place: 2 * SECOND });
  expect(keyTarget("ArrowLeft", log, 2 * SECOND)).toBeUndefined();
  expect(nowText(log, 2.4 * SECOND, true)).toBe("2 s, playing");
  expect(nowText(log, 2 * SECOND, false)).toBe("2.000 s, before Move");
  const ended = layOut(past([stretch("s1", "", 0, 6, ["Move@2"])], { present: "s1", log: "run.mcap" }));
  expect(nowText(ended, 6 * SECOND, false)).toBe("6.000 s, end of the log");
});

test("[PB1] jumps that were made while the world was paused are each a stop, at one place", () => {
  const paused = [stretch("s1", "", 0, 6), stretch("s2", "s1", 2, 2), stretch("s3", "s2", 6, 8)];
  const at = (present: string, nowNs: number) =>
    layOut(past(paused, { present, ahead: "s3", undo: [], log: "run.mcap" }), nowNs);
  expect(keyTarget("ArrowRight", at("s1", 6 * SECOND), 6 * SECOND)).toMatchObject({ id: "s2" });
  expect(keyTarget("ArrowRight", at("s2", 2 * SECOND), 6 * SECOND)).toMatchObject({ id: "s3", timeNs: 6 * SECOND });
  expect(keyTarget("ArrowLeft", at("s3", 6 * SECOND), 6 * SECOND)).toMatchObject({ id: "s2", timeNs: 2 * SECOND });
});
