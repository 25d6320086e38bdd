import { expect, test } from "vitest";
import { nearFade } from "./near-fade.ts";

test("[SC10] others' cameras fade from 3 m to 1 m, and are gone nearer than that", () => {
  expect([10, 3, 2, 1, 0].map(nearFade)).toEqual([1, 1, 0.5, 0, 0]);
});
