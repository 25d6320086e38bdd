import { expect, test } from "vitest";
import { MiddleButton } from "./middle-button.ts";

test("[IS11] a paste that follows the middle button is the button's, until a key or another button is pressed", () => {
  const middle = new MiddleButton();
  const madeAt = (timeStamp: number) => middle.hasMade({ timeStamp });
  expect(madeAt(10)).toBe(false);
  middle.noteButton({ button: 1, timeStamp: 100 });
  expect(madeAt(101)).toBe(true);
  middle.noteKey();
  expect(madeAt(201)).toBe(false);
  middle.noteButton({ button: 1, timeStamp: 300 });
  middle.noteButton({ button: 0, timeStamp: 310 });
  expect(madeAt(320)).toBe(false);
  middle.noteButton({ button: 1, timeStamp: 400 });
  expect(madeAt(5000)).toBe(false);
});
