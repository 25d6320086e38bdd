import { expect, test } from "vitest";
import { usedFirst } from "./used-findings.ts";

const all = ["a", "b", "c", "d", "e", "f"].map((key) => ({ key }));

test("[GU22] the last three that were chosen stand first, then the most frequent, then the rest", () => {
  const { used, others } = usedFirst(all, ["e", "e", "f", "gone", "a", "b", "c", "b"]);
  // "f" and "a" were chosen once each, "e" twice; "gone" no longer exists.
  expect(used.map(({ key }) => key)).toEqual(["b", "c", "a", "e", "f"]);
  expect(others.map(({ key }) => key)).toEqual(["d"]);
});

test("[GU22] before anything was chosen, what newcomers look for comes first", () => {
  const some = ["command a", "panel teleop", "command world.run"].map((key) => ({ key }));
  const { used, others } = usedFirst(some, []);
  expect(used).toEqual([]);
  expect(others.map(({ key }) => key)).toEqual(["command world.run", "panel teleop", "command a"]);
});

test("[GU22] everything else is as it was", () => {
  expect(usedFirst(all, [])).toEqual({ used: [], others: all });
});
