import { expect, test } from "vitest";
import { timeText } from "./time-text.ts";

test("[HU14] times in lists are rounded to what is shown of them", () => {
  expect(timeText(94_599_000_000, 1)).toBe("94.6 s");
  expect(timeText(94_549_999_999, 1)).toBe("94.5 s");
  expect(timeText(59_960_000_000, 1)).toBe("60.0 s");
  expect(timeText(1_234_999_999, 3)).toBe("1.235 s");
  expect([timeText(0, 1), timeText(-1, 1), timeText(-1_250_000_001, 1)]).toEqual(["0.0 s", "0.0 s", "−1.3 s"]);
});
