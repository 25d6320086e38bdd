import { expect, test } from "vitest";
import { withWaiting } from "./drawing/timeline-cursor.ts";
import { bareText, pastBarText } from "./past-words.ts";

test("[HU17] the cursor counts the edits that wait", () => {
  expect([0, 1, 3].map((count) => withWaiting("now", count))).toEqual(["now", "now, 1 waits", "now, 3 wait"]);
});

test("[HU17] where nothing has been done, what waits is not passed over", () => {
  expect(bareText(0)).toContain("Nothing has been done yet");
  expect(bareText(1)).toContain("1 edit waits for play, and then becomes a mark here");
  expect(bareText(3)).toContain("3 edits wait for play, and then become marks here");
});

test("[HU21] the bar of the past says where one is, and how far back", () => {
  expect(pastBarText(12_300_000_000, 16_500_000_000)).toBe("In the past: 12.3 s, 4.2 s back. Run begins a branch");
  expect(pastBarText(12_300_000_000, 0)).toBe("In the past: 12.3 s. Run begins a branch");
});
