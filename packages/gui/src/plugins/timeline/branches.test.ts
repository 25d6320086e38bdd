import { SECOND } from "@orrery/sim";
import { expect, test } from "vitest";
import { branchesOf } from "./branches.ts";
import { layOut } from "./drawing/lines.ts";
import { past, stretch } from "../../testing/sample-past.ts";

test("[HU7] branches are named after what was done in them, the farthest first", () => {
  const lines = layOut(
    past(
      [
        stretch("a", "", 0, 10, ["Move@3"]),
        stretch("b", "a", 10, 14, ["Delete cone@10", "Paste@12"]),
        stretch("b2", "b", 14, 20, ["Scale@15"]),
        stretch("c", "a", 10, 12),
        stretch("d", "a", 10, 11),
      ],
      { present: "d" },
    ),
  );
  expect(branchesOf(lines)).toEqual([
    { title: "Delete cone and 2 more, 10.0 s to 20.0 s", target: { id: "b2", place: 20 * SECOND } },
    { title: "Nothing but time, 10.0 s to 12.0 s", target: { id: "c", place: 12 * SECOND } },
  ]);
});
