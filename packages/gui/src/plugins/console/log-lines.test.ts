import { expect, test } from "vitest";
import { filterLines, LogLines, linesText } from "./log-lines.ts";

const line = { timeMs: 0, level: "info", source: "runner", message: "a", details: "" } as const;

test("[PN8] the same line again is counted, and moves to the time of the last", () => {
  const lines = new LogLines();
  lines.add(line);
  lines.add({ ...line, timeMs: 5 });
  lines.add({ ...line, message: "b" });
  lines.add(line);
  expect(lines.list.current.map(({ message, count, timeMs }) => [message, count, timeMs])).toEqual([
    ["a", 2, 5],
    ["b", 1, 0],
    ["a", 1, 0],
  ]);
});

test("[PN8] what was said before and is heard later stands where it belongs", () => {
  const lines = new LogLines();
  for (const timeMs of [10, 30]) lines.add({ ...line, message: String(timeMs), timeMs });
  for (const timeMs of [5, 20, 20, 40]) lines.add({ ...line, message: String(timeMs), timeMs }, { byTime: true });
  expect(lines.list.current.map(({ message, count }) => [message, count])).toEqual([
    ["5", 1],
    ["10", 1],
    ["20", 2],
    ["30", 1],
    ["40", 1],
  ]);
});

test("[PN8] the last 2000 lines are kept", () => {
  const lines = new LogLines();
  for (let i = 1; i <= 2500; i++) lines.add({ ...line, message: String(i) });
  expect(lines.list.current).toHaveLength(2000);
  expect(lines.list.current[0]!.message).toBe("501");
});

test("[PN8] lines are found by least level and by text; copied, each has time, level and source", () => {
  const lines = new LogLines();
  lines.add(line);
  lines.add({ ...line, level: "error", message: "Broken", details: "stack\nmore" });
  const { current } = lines.list;
  expect(filterLines(current, "warn", "").map(({ message }) => message)).toEqual(["Broken"]);
  expect(filterLines(current, "debug", "BROK").map(({ message }) => message)).toEqual(["Broken"]);
  expect(filterLines(current, "debug", "runner")).toHaveLength(2);
  expect(linesText(current)).toBe(
    "1970-01-01T00:00:00.000Z info runner: a\n1970-01-01T00:00:00.000Z error runner: Broken\n  stack\n  more",
  );
});
