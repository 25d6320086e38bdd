import { expect, test } from "vitest";
import { cutText } from "./cut-text.ts";

test("[ET8] the end of a long name is kept apart, so that numbered ones can be told apart", () => {
  expect(cutText("falling_ellipsoid_1")).toEqual(["falling_ellip", "soid_1"]);
  expect(cutText("falling_ellipsoid_2")).toEqual(["falling_ellip", "soid_2"]);
  expect(cutText("falling_cone")).toEqual(["falling_cone", ""]);
  expect(cutText("")).toEqual(["", ""]);
});

test("[ET8] both parts together are the text, and no letter is torn in two", () => {
  const text = "Move 🤖🤖🤖🤖🤖🤖🤖 to the right";
  expect(cutText(text).join("")).toBe(text);
  expect(cutText("an arm with 🤖🤖🤖🤖🤖🤖🤖🤖")[1]).toBe("🤖🤖🤖🤖🤖🤖");
});
