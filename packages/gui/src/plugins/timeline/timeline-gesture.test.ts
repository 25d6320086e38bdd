import { SECOND } from "@orrery/sim";
import { expect, test } from "vitest";
import { TimelineStand, VIEW } from "../../testing/timeline-stand.ts";
import { rowY } from "./drawing/places.ts";
import { pixelOf } from "./drawing/time-view.ts";
import type { Press } from "./timeline-gesture.ts";

const MAIN = rowY(0, 0);
const BELOW = 200;

test("[HU10] a press on the line goes to that moment, and a drag on from there, beyond the edge to the last that is seen", () => {
  const stage = new TimelineStand();
  stage.press(200, MAIN);
  expect(stage.gesture.kind).toBe("scrub");
  expect(stage.target.current).toEqual({ id: "a", timeNs: 20 * SECOND, place: 20 * SECOND });
  stage.gesture.move(1, { x: 300, y: MAIN });
  expect(stage.target.current?.place).toBe(30 * SECOND);
  stage.gesture.move(1, { x: -500, y: MAIN });
  expect(stage.target.current?.place).toBe(0);
  stage.gesture.release(1, "up");
  expect(stage.gesture.kind).toBe("rest");
});

test("[PB6] the cursor holds a log from the first move of a drag until it is let go; a press that trembles moves nothing", () => {
  const stage = new TimelineStand();
  stage.press(500, MAIN, { cursor: "in" });
  stage.gesture.move(1, { x: 502, y: MAIN + 2 });
  expect([stage.isHeld, stage.target.current]).toEqual([false, undefined]);
  stage.gesture.move(1, { x: 400, y: MAIN });
  expect([stage.isHeld, stage.target.current?.place]).toEqual([true, 40 * SECOND]);
  stage.gesture.release(1, "lost");
  expect(stage.isHeld).toBe(false);
});

test("[HU10] a drag that is cancelled goes back to where the present was", () => {
  const stage = new TimelineStand();
  stage.press(200, MAIN);
  stage.gesture.move(1, { x: 100, y: MAIN });
  stage.gesture.cancelScrub();
  expect([stage.gesture.kind, stage.isHeld]).toEqual(["rest", false]);
  expect(stage.target.current).toEqual({ id: "a", timeNs: 50 * SECOND, place: 50 * SECOND });
});

test("[HU10] a mark opens when the pointer goes up, not when it is lost; dragged, it moves the cursor instead", () => {
  const stage = new TimelineStand();
  for (const how of ["lost", "up"] as const) {
    stage.press(100, MAIN);
    expect([stage.gesture.kind, stage.opened.length]).toEqual(["mark", 0]);
    stage.gesture.release(1, how);
  }
  expect(stage.opened).toMatchObject([{ x: 100 }]);
  stage.press(100, MAIN);
  stage.gesture.move(1, { x: 150, y: MAIN });
  expect(stage.gesture.kind).toBe("scrub");
  stage.gesture.release(1, "up");
  expect(stage.opened.length).toBe(1);
});

test("[HU11] the empty space, the middle button and Shift pan; the side tracks scroll along", () => {
  for (const [y, more] of [
    [BELOW, {}],
    [MAIN, { button: 1 }],
    [MAIN, { isShifted: true }],
  ] as const) {
    const stage = new TimelineStand();
    stage.press(600, y, more);
    expect(stage.gesture.kind).toBe("pan");
    stage.gesture.move(1, { x: 500, y: y - 30 });
    expect([stage.view.from, stage.scrolled]).toEqual([10 * SECOND, 30]);
  }
});

test("[HU11] two fingers zoom about the middle between them; the one that stays moves nothing", () => {
  const stage = new TimelineStand();
  stage.press(200, BELOW);
  stage.press(400, BELOW, { pointer: 2 });
  expect(stage.gesture.kind).toBe("pinch");
  stage.gesture.move(2, { x: 600, y: BELOW });
  expect(stage.view.span).toBe(50 * SECOND);
  expect(pixelOf(stage.view, 1000, 30 * SECOND)).toBeCloseTo(300, 6);
  const { view } = stage;
  stage.gesture.release(1, "up");
  stage.gesture.move(2, { x: 900, y: BELOW });
  expect(stage.view).toBe(view);
  stage.gesture.release(2, "up");
  expect(stage.gesture.kind).toBe("rest");
});

test("[HU10] who may go nowhere drags no cursor, but opens marks and pans", () => {
  const stage = new TimelineStand({ mayGo: false });
  const begun = (x: number, y: number, more?: Partial<Press>): string => {
    stage.press(x, y, more);
    const { kind } = stage.gesture;
    stage.gesture.release(1, "up");
    return kind;
  };
  expect([begun(200, MAIN), begun(500, MAIN, { cursor: "in" })]).toEqual(["rest", "rest"]);
  expect([begun(100, MAIN), begun(600, BELOW)]).toEqual(["mark", "pan"]);
  expect(stage.target.current).toBeUndefined();
});

test("[HU11] a press on a cursor at the edge brings the present into sight", () => {
  const stage = new TimelineStand();
  stage.view = { ...VIEW, from: -80 * SECOND, span: 100 * SECOND };
  stage.press(990, MAIN, { cursor: "out" });
  expect(stage.gesture.kind).toBe("rest");
  expect(pixelOf(stage.view, 1000, stage.now)).toBe(500);
});
