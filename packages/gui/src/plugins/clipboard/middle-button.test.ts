import { expect, test } from "vitest";
import { MiddleButton } from "./middle-button.ts";

test("[IS11] a paste that follows the middle button is the button's, until a key or another button is pressed", () => {
  const page = new EventTarget();
  using middle = new MiddleButton(page);
  const happen = (type: string, timeStamp: number, button = -1): Event => {
    const event = Object.defineProperties(new Event(type), {
      timeStamp: { value: timeStamp },
      button: { value: button },
    });
    page.dispatchEvent(event);
    return event;
  };
  expect(middle.hasMade(happen("paste", 10))).toBe(false);
  happen("mouseup", 100, 1);
  expect(middle.hasMade(happen("paste", 101))).toBe(true);
  happen("keydown", 200);
  expect(middle.hasMade(happen("paste", 201))).toBe(false);
  happen("auxclick", 300, 1);
  happen("pointerdown", 310, 0);
  expect(middle.hasMade(happen("paste", 320))).toBe(false);
  happen("mouseup", 400, 1);
  expect(middle.hasMade(happen("paste", 5000))).toBe(false);
});
