import { expect, test } from "vitest";
import { entryKey } from "./use-entry.ts";

test("[IN36] Enter takes what is right and leaves what is wrong to be corrected; Escape drops either", () => {
  expect(entryKey("Enter", { isTyping: true, isWrong: false })).toBe("take");
  expect(entryKey("Enter", { isTyping: true, isWrong: true })).toBeUndefined();
  expect(entryKey("Escape", { isTyping: true, isWrong: true })).toBe("drop");
  expect(entryKey("a", { isTyping: true, isWrong: false })).toBeUndefined();
});

test("[IN36] in a field in which nothing is typed, Escape is the page's", () => {
  expect(entryKey("Escape", { isTyping: false, isWrong: false })).toBeUndefined();
  expect(entryKey("Enter", { isTyping: false, isWrong: false })).toBe("take");
});
