import { expect, test } from "vitest";
import { formatMessage } from "./format-message.ts";
import { formatRate } from "./commands/topic-hz.ts";

test("[CL4] people get a field a line, what is inside indented, and no control characters", () => {
  const message = {
    name: "a\u001b[2Jb",
    pose: { position: { x: 1.5 }, orientation: {} },
    data: [1, 2],
    points: [{ x: 1 }, { x: 2 }],
  };
  expect(formatMessage(message).split("\n")).toEqual([
    'name: "a\\u001b[2Jb"',
    "pose:",
    "  position:",
    "    x: 1.5",
    "  orientation: {}",
    "data: [1, 2]",
    "points[0]:",
    "  x: 1",
    "points[1]:",
    "  x: 2",
  ]);
  expect(formatMessage({})).toBe("(all fields at their defaults)");
});

test("[CL5] the rate of a topic is that of the gaps between its messages", () => {
  // Gaps of 10, 20 and 30 ms: 20 on average, deviation √(200/3).
  expect(formatRate([0, 10, 30, 60])).toBe("50.00 Hz, 10.00 to 30.00 ms apart, deviation 8.16 ms, 4 messages");
  expect(formatRate([5])).toBe("1 message so far");
  const many = Array.from({ length: 1_000_000 }, (_, i) => i);
  expect(formatRate(many)).toBe("1000.00 Hz, 1.00 to 1.00 ms apart, deviation 0.00 ms, 1000000 messages");
});
