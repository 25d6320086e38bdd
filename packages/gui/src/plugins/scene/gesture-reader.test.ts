import { expect, test } from "vitest";
import type { PointerState } from "../../shell/tools/scene-tool.ts";
import { placeAt } from "../../testing/tool-places.ts";
import { GestureReader, type GestureListener } from "./gesture-reader.ts";

/** Height of the canvas, in pixels. */
const HEIGHT = 100;

/** Returns a reader, and what its listener has heard. Drags are taken by a tool if `takes`. */
function reading({ takes = false } = {}) {
  const heard: string[] = [];
  const say = (name: string) => (pointer: PointerState) => void heard.push(`${name} ${pointer.x},${pointer.y}`);
  const to: GestureListener = {
    hover: say("hover"),
    leave: () => void heard.push("leave"),
    click: say("click"),
    doubleClick: say("double click"),
    rightClick: say("right click"),
    dragStart: (_, from) => {
      heard.push(`drag from ${from.x},${from.y}`);
      return takes;
    },
    drag: (_, right, down, isTaken) => void heard.push(`drag ${right},${down}${isTaken ? " taken" : ""}`),
    dragEnd: ({ x, y }, { isLost }) => void heard.push(`${isLost ? "lost" : "end"} ${x},${y}`),
    pinch: (right, down, factor, { x, y }) => void heard.push(`pinch ${right},${down} ×${factor} at ${x},${y}`),
    wheel: ({ pixels }) => void heard.push(`wheel ${pixels}`),
  };
  return { reader: new GestureReader(to), heard };
}

const finger = (x: number, y: number, pointerId = 1): PointerState => placeAt(x, y, { pointerId, isTouch: true });

test("[SC5] a press and a release in about the same place are a click of the button", () => {
  const { reader, heard } = reading();
  reader.press(placeAt(10, 10));
  expect(reader.move(placeAt(13, 12), HEIGHT)).toBe(true);
  reader.release(placeAt(13, 12), false);
  reader.press(placeAt(20, 20, { button: 2 }));
  reader.release(placeAt(20, 20, { button: 2 }), false);
  expect(heard).toEqual(["click 13,12", "right click 20,20"]);
  // A pointer that is not pressed hovers.
  expect(reader.move(placeAt(30, 30), HEIGHT)).toBe(false);
});

test("[SC3] a drag begins where the pointer was pressed, and moves by shares of the height; it is no click", () => {
  const { reader, heard } = reading();
  reader.press(placeAt(10, 10));
  reader.move(placeAt(30, 10), HEIGHT);
  reader.move(placeAt(30, 60), HEIGHT);
  reader.release(placeAt(30, 60), false);
  expect(heard).toEqual(["drag from 10,10", "drag 0.2,0", "drag 0,0.5", "end 30,60"]);
});

test("[HD2] a second finger that comes and goes does not end the drag of a tool", () => {
  const { reader, heard } = reading({ takes: true });
  reader.press(finger(10, 10));
  reader.move(finger(30, 10), HEIGHT);
  reader.press(finger(90, 90, 2));
  reader.release(finger(90, 90, 2), false);
  reader.move(finger(50, 10), HEIGHT);
  reader.release(finger(50, 10), false);
  expect(heard).toEqual(["drag from 10,10", "drag 0.2,0 taken", "drag 0.2,0 taken", "end 50,10"]);
});

test("[HD3] a lost pointer ends a drag as lost, and clicks nothing", () => {
  const { reader, heard } = reading();
  reader.press(placeAt(10, 10));
  reader.release(placeAt(10, 10), true);
  reader.press(placeAt(10, 10));
  reader.move(placeAt(30, 10), HEIGHT);
  reader.release(placeAt(30, 10), true);
  expect(heard).toEqual(["drag from 10,10", "drag 0.2,0", "lost 30,10"]);
});

test("[SC3] two fingers pan by half of what one moves, and zoom by how far they are apart; they click nothing", () => {
  const { reader, heard } = reading();
  reader.press(finger(0, 50, 1));
  reader.press(finger(40, 50, 2));
  reader.move(finger(80, 50, 2), HEIGHT);
  reader.release(finger(80, 50, 2), false);
  reader.release(finger(0, 50, 1), false);
  expect(heard).toEqual(["pinch 0.2,0 ×0.5 at 40,50"]);
});

test("[TT3] a finger that rests is a right click, once, and not while it drags; a mouse that rests is nothing", () => {
  const { reader, heard } = reading();
  reader.press(finger(10, 10));
  reader.rest();
  reader.rest();
  reader.release(finger(10, 10), false);
  expect(heard).toEqual(["right click 10,10"]);
  reader.press(finger(10, 10));
  reader.move(finger(30, 10), HEIGHT);
  reader.rest();
  reader.release(finger(30, 10), false);
  reader.press(placeAt(10, 10));
  reader.rest();
  reader.release(placeAt(10, 10), false);
  expect(heard.slice(1)).toEqual(["drag from 10,10", "drag 0.2,0", "end 30,10", "click 10,10"]);
});

test("[SC5] a tap also ends hovering: a finger that is gone is over nothing", () => {
  const { reader, heard } = reading();
  reader.press(finger(10, 10));
  reader.release(finger(10, 10), false);
  expect(heard).toEqual(["click 10,10", "leave"]);
});
