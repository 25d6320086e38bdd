import type { Entity } from "@orrery/sim";
import { expect, test } from "vitest";
import type { ToolPlace } from "../../shell/tools/scene-tool.ts";
import { ToolStack } from "../../shell/tools/tool-stack.ts";
import { keyDown, placeAt as at } from "../../testing/tool-places.ts";
import type { MeasureMode } from "./measure-kinds.ts";
import { MeasureSession, type Pointed } from "./measure-session.ts";
import { MeasureTool } from "./measure-tool.ts";

/**
 * Returns a scene seen from above, one metre per pixel: the left half is one thing, the right half another, and above
 * them is nothing.
 */
function scene(mode: MeasureMode) {
  const session = new MeasureSession();
  session.begin(mode);
  let shown: Entity | undefined;
  let isMenuOpen = false;
  const find = ({ x, y }: ToolPlace, isTouch: boolean): Pointed | undefined => {
    // A finger may be 5 pixels off.
    if (y < (isTouch ? -5 : 0)) return undefined;
    const entity = (x < 0 ? 1 : 2) as Entity;
    return { kind: mode === "objects" ? "object" : "surface", anchor: { entity, local: { x, y, z: 0 } } };
  };
  const tools = new ToolStack();
  tools.take(
    new MeasureTool(session, { find, showObject: (entity) => (shown = entity), isMenuOpen: () => isMenuOpen }),
  );
  return { session, tools, shown: () => shown, openMenu: (isOpen: boolean) => (isMenuOpen = isOpen) };
}

test("[MT1] two clicks measure a distance, whose end follows the pointer on the way; a double click selects nothing", () => {
  const { session, tools } = scene("distance");
  expect(tools.click(at(-3, 1))).toBe("taken");
  tools.hover(at(4, 2));
  expect(session.draft()).toMatchObject({ type: "distance", to: { local: { x: 4, y: 2 } } });
  expect(tools.click(at(4, 1))).toBe("taken");
  expect(tools.doubleClick(at(4, 1))).toBe("taken");
  expect(session.measures.current.map(({ measure }) => measure)).toEqual([
    {
      type: "distance",
      from: { entity: 1, local: { x: -3, y: 1, z: 0 } },
      to: { entity: 2, local: { x: 4, y: 1, z: 0 } },
    },
  ]);
});

test("[MT1] a click beside everything takes nothing, and is nobody else's either; a finger may miss by more, and leaves no pointer", () => {
  const { session, tools } = scene("distance");
  expect(tools.click(at(1, -3))).toBe("taken");
  expect(session.taken.current).toEqual([]);
  tools.click(at(1, -3, { isTouch: true }));
  expect(session.taken.current).toHaveLength(1);
  expect(session.pointed.current).toBeUndefined();
});

test("[MT4] objects are shown while the pointer is on them, and none has a distance from itself", () => {
  const { session, tools, shown } = scene("objects");
  tools.hover(at(-1, 1));
  expect(shown()).toBe(1);
  tools.click(at(-1, 1));
  tools.click(at(-2, 1));
  expect(session.measures.current).toEqual([]);
  tools.click(at(2, 1));
  expect(session.measures.current.map(({ measure }) => measure)).toEqual([{ type: "objects", from: 1, to: 2 }]);
  tools.hover(at(1, -9));
  expect(shown()).toBeUndefined();
});

test("[MT5] each Escape gives back a point, the last one the tool; one that closes a menu or is typed does neither", () => {
  const { session, tools, openMenu } = scene("angle");
  tools.click(at(-3, 1));
  tools.click(at(3, 1));
  openMenu(true);
  expect(tools.key(escape)).toBe(false);
  openMenu(false);
  expect(tools.key({ ...escape, isTyping: true })).toBe(false);
  for (const left of [1, 0]) {
    expect(tools.key(escape)).toBe(true);
    expect(session.taken.current).toHaveLength(left);
  }
  expect(session.mode.current).toBe("angle");
  expect(tools.key(escape)).toBe(true);
  expect(session.mode.current).toBeUndefined();
  expect(tools.key(escape)).toBe(false);
});

const escape = keyDown("Escape");
