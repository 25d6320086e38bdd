import { expect, test } from "vitest";
import { FocusOrigin } from "./focus-origin.ts";

/**
 * Simulates a page as far as focus goes: events dispatched on an element reach the page with that element as the
 * target.
 */
function page() {
  const root = new EventTarget();
  const event = (type: string, target: object = root, key = ""): boolean =>
    root.dispatchEvent(
      Object.defineProperties(new Event(type), {
        target: { value: target },
        key: { value: key },
        composedPath: { value: () => [target, root] },
      }),
    );
  const press = (target: object): void => {
    event("pointerdown", target);
    event("focusin", target);
  };
  return { root, event, press };
}

test("[GU8] the focus is the pointer's after a press, and the keyboard's after keys that move it", () => {
  const { root, event, press } = page();
  using origin = new FocusOrigin(root);
  const [one, two] = [{}, {}];
  press(one);
  expect(origin.isByPointer).toBe(true);
  // A key that does not move the focus does not change its origin.
  event("keydown", one, "x");
  expect(origin.isByPointer).toBe(true);
  event("keydown", one, "Tab");
  event("focusin", two);
  expect(origin.isByPointer).toBe(false);
  event("pointerdown", two);
  expect(origin.isByPointer).toBe(true);
});

test.for(["Escape", "Enter", " "])("[GU8] what %j closes gives the focus back as its opener had it", (key) => {
  const { root, event, press } = page();
  using origin = new FocusOrigin(root);
  const [button, item] = [{}, {}];
  const openAndClose = (): boolean => {
    event("focusin", item);
    event("keydown", item, "ArrowDown");
    event("focusin", item);
    event("keydown", item, key);
    event("focusin", button);
    return origin.isByPointer;
  };
  press(button);
  expect(openAndClose()).toBe(true);
  event("keydown", item, "Tab");
  event("focusin", button);
  event("keydown", button, "Enter");
  expect(openAndClose()).toBe(false);
  // Reached with the keyboard, then clicked.
  event("pointerdown", button);
  expect(openAndClose()).toBe(true);
});
