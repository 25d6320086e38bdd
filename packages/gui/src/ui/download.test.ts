import { expect, test } from "vitest";
import { fileName, safeName } from "./download.ts";

test("[PN11] what is saved has the world's name and the time, and no sign that a file system refuses", () => {
  expect(fileName("shapes", "png", new Date(2026, 10, 5, 7, 8, 9))).toBe("shapes 2026-11-05 07.08.09.png");
  expect(["a/b:c", "..", "Räume 1", ""].map(safeName)).toEqual(["a_b_c", "world", "Räume 1", "world"]);
});
