import { expect, test } from "vitest";
import { isFieldsOwn } from "./keys.ts";

test("[HU1] a field keeps the keys that undo, copy and paste its text; the palette's it leaves to the page", () => {
  const pressed = (key: string, shiftKey = false): KeyboardEvent =>
    ({ key, code: "", ctrlKey: true, metaKey: false, altKey: false, shiftKey }) as KeyboardEvent;
  expect(["z", "y", "a", "c", "v", "x"].filter((key) => !isFieldsOwn(pressed(key)))).toEqual([]);
  expect(isFieldsOwn(pressed("Z", true))).toBe(true);
  expect(["k", "s", "g", "."].filter((key) => isFieldsOwn(pressed(key)))).toEqual([]);
});
