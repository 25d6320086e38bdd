import { expect, test } from "vitest";
import { waitsText, withdrawHint } from "./undo-words.ts";

test("[HU17] edits that wait are named as such, and counted", () => {
  expect(waitsText({ command: { description: "Move tower_cone" } })).toBe("waits: Move tower_cone");
  expect([1, 3].map(withdrawHint)).toEqual(["Withdraw 1 waiting edit", "Withdraw 3 waiting edits"]);
});
