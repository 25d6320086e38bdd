import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

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
])("[MS11] for %j the hint is %j", (wanted, hint) => {
  expect(nearest(wanted, names)).toBe(hint);
});

test("[MS11] of equally near names the first wins", () => {
  expect(nearest("wheel", ["wheel1", "wheel2"])).toBe("wheel1");
});
