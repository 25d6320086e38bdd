import { expect, test } from "vitest";
import { editDistance, nearest } from "./nearest.ts";

const names = ["pause", "step", "multi_step", "reset", "seed", "run_to_sim_time", "id", "x"];

test.each([
  ["puase", "pause"],
  ["Pause", "pause"],
  ["paus", "pause"],
  ["pasue_", "pause"],
  ["rset", "reset"],
  ["sede", "seed"],
  ["multistep", "multi_step"],
  ["run_to_simtime", "run_to_sim_time"],
  ["di", "id"],
  ["q", undefined],
  ["", undefined],
  ["ab", undefined],
  ["colour", undefined],
])("[MS20] for %j the hint is %j", (wanted, hint) => {
  expect(nearest(wanted, names)).toBe(hint);
});

test("[MS20] of equally near names the first wins", () => {
  expect(nearest("wheel", ["wheel1", "wheel2"])).toBe("wheel1");
});

test("[MS20] a swap of neighbours counts one", () => {
  expect(editDistance("abcd", "acbd")).toBe(1);
  expect(editDistance("kitten", "sitting")).toBe(3);
  expect(editDistance("", "abc")).toBe(3);
});
