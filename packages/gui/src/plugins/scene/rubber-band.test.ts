import { messages } from "@orrery/msgs";
import { Bus } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { createApp } from "../../shell/app.ts";
import { ToolStack } from "../../shell/tools/tool-stack.ts";
import { sessionOver } from "../../testing/session-over.ts";
import { placeAt } from "../../testing/tool-places.ts";
import { RubberBand, type Corner } from "./rubber-band.ts";

/** Opens a scene with four things: thing n is at (10 n, 10 n). */
function openBand() {
  const page = createApp(sessionOver(new Bus({ codec: messages })));
  const app = page.inWorld(page.worlds.focus.current);
  const { world } = app.view.mirror;
  const things = [1, 2, 3, 4].map(() => world.create());
  const shown: string[] = [];
  const isBetween = (at: number, p: number, q: number): boolean => Math.min(p, q) <= at && at <= Math.max(p, q);
  const band = new RubberBand(app, {
    show: (corners) => void shown.push(corners?.map(({ x, y }) => `${x},${y}`).join(" to ") ?? "nothing"),
    entitiesWithin: (a: Corner, b: Corner) =>
      things.filter((_, i) => isBetween(10 * (i + 1), a.x, b.x) && isBetween(10 * (i + 1), a.y, b.y)),
  });
  const tools = new ToolStack(() => [band]);
  const { selection } = app.view;
  selection.set([things[3]!]);
  return { tools, shown, app, selected: () => selection.entities.map((entity) => 1 + things.indexOf(entity)) };
}

test("[IS10] with Ctrl, a drag draws a rectangle, and adds what is in it to the selection", () => {
  const { tools, shown, selected } = openBand();
  // From the lower right to the upper left.
  expect(tools.pointerDown(placeAt(25, 25, { ctrl: true }))).toBe("taken");
  tools.pointerMove(placeAt(15, 18));
  tools.pointerMove(placeAt(5, 5));
  tools.pointerUp(placeAt(5, 5));
  expect(shown).toEqual(["25,25 to 15,18", "25,25 to 5,5", "nothing"]);
  expect(selected()).toEqual([4, 1, 2]);
});

test("[IS10] where the left button selects, a drag without keys selects just what is in the rectangle", () => {
  const { app, tools, selected } = openBand();
  app.settings.navigation.set("blender");
  tools.pointerDown(placeAt(5, 5));
  tools.pointerUp(placeAt(35, 35));
  expect(selected()).toEqual([1, 2, 3]);
  app.settings.navigation.set("orrery");
});

test("[HD1] without Ctrl, and with a finger, a drag is left to the camera", () => {
  const { tools, shown } = openBand();
  expect(tools.pointerDown(placeAt(5, 5))).toBe("left");
  expect(tools.pointerDown(placeAt(5, 5, { ctrl: true, isTouch: true }))).toBe("left");
  expect(shown).toEqual([]);
});

test("[HD3] a rectangle whose pointer is lost selects nothing, and is removed", () => {
  const { tools, shown, selected } = openBand();
  tools.pointerDown(placeAt(5, 5, { ctrl: true }));
  tools.pointerMove(placeAt(35, 35));
  tools.pointerCancel(1);
  expect(shown).toEqual(["5,5 to 35,35", "nothing"]);
  expect(selected()).toEqual([4]);
});
