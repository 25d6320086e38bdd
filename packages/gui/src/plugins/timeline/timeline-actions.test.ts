import { SECOND } from "@orrery/sim";
import { expect, test } from "vitest";
import { TimelineStand, VIEW } from "../../testing/timeline-stand.ts";
import { placeAt } from "./drawing/time-view.ts";
import { pressKey, turnWheel } from "./timeline-actions.ts";

const turn = { x: 250, deltaX: 0, deltaY: 0, shiftKey: false, altKey: false };

/** Presses a key on the cursor of a timeline. Returns whether the timeline has used it. */
function press(stand: TimelineStand, key: string): boolean {
  const { gesture, mayGo, opened } = stand;
  return pressKey(key, { surface: stand, gesture, mayGo, open: (cluster) => opened.push(cluster) });
}

test("[HU11] the wheel zooms about the pointer: what is under it stays there", () => {
  const stand = new TimelineStand();
  const about = placeAt(VIEW, 1000, 250);
  turnWheel(stand, { ...turn, deltaY: -100 });
  expect(stand.view.span).toBeCloseTo(VIEW.span * Math.exp(-0.15), 0);
  expect(placeAt(stand.view, 1000, 250)).toBeCloseTo(about, 0);
  turnWheel(stand, { ...turn, deltaY: 100 });
  expect(stand.view.span).toBeCloseTo(VIEW.span, 0);
});

test("[HU11] sideways, or with Shift, the wheel pans by as many pixels", () => {
  for (const sideways of [
    { deltaX: 100, deltaY: 20 },
    { deltaX: 0, deltaY: 100, shiftKey: true },
  ]) {
    const stand = new TimelineStand();
    turnWheel(stand, { ...turn, ...sideways });
    expect(stand.view).toMatchObject({ from: VIEW.from + 10 * SECOND, span: VIEW.span });
  }
});

test("[HU7] with Alt the wheel scrolls the side tracks, and the view stays", () => {
  const stand = new TimelineStand();
  turnWheel(stand, { ...turn, deltaY: 30, altKey: true });
  expect([stand.scrolled, stand.view]).toEqual([30, VIEW]);
});

test("[HU12] keys move the present, from where it is on its way to; other keys are left to the page", () => {
  const stand = new TimelineStand();
  expect(press(stand, "ArrowLeft")).toBe(true);
  expect(stand.target.current).toMatchObject({ place: 10 * SECOND });
  press(stand, "PageUp");
  expect(stand.target.current).toMatchObject({ place: 11 * SECOND });
  press(stand, "Home");
  expect(stand.target.current).toMatchObject({ place: 0 });
  expect(["a", " ", "Escape", "Tab"].map((key) => press(stand, key))).toEqual([false, false, false, false]);
});

test("[HU12] who may not go anywhere moves nothing by keys, and the page does not get them either", () => {
  const stand = new TimelineStand({ mayGo: false });
  expect(press(stand, "ArrowLeft")).toBe(true);
  expect(stand.target.current).toBeUndefined();
});

test("[HU11] F fits the view; Escape in the middle of a drag goes back to where it began", () => {
  const stand = new TimelineStand();
  press(stand, "f");
  expect(stand.view.shows).toBe("all");
  stand.view = VIEW;
  stand.press(500, 44, { cursor: "in" });
  stand.gesture.move(1, { x: 200, y: 44 });
  expect(stand.target.current?.place).toBe(20 * SECOND);
  expect(press(stand, "Escape")).toBe(true);
  expect(stand.target.current?.place).toBe(50 * SECOND);
  expect(stand.gesture.kind).toBe("rest");
});

test("[HU9] Enter opens the command at the cursor, or the last one before it", () => {
  const stand = new TimelineStand();
  press(stand, "Enter");
  expect(stand.opened.map(({ marks }) => marks[0]!.description)).toEqual(["Move"]);
});
