import { expect, test } from "vitest";
import { FocusOrigin } from "./focus-origin.ts";

test("[GU8] the focus is the pointer's after a press, and the keyboard's after keys that move it", () => {
  const page = new EventTarget();
  using origin = new FocusOrigin(page);
  const after = (...types: string[]): boolean => {
    for (const type of types) page.dispatchEvent(new Event(type));
    return origin.isByPointer;
  };
  expect(after("pointerdown", "focusin")).toBe(true);
  // A key that moves nothing leaves it the pointer's.
  expect(after("keydown")).toBe(true);
  expect(after("keydown", "focusin")).toBe(false);
  expect(after("pointerdown")).toBe(true);
});
