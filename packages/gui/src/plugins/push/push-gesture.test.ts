import { partsBelow, vec3, type Vec3 } from "@orrery/sim";
import { IsLink } from "@orrery/sim/components";
import { expect, test, vi } from "vitest";
import { ToolStack } from "../../shell/tools/tool-stack.ts";
import { pageWithBox } from "../../testing/page-with-box.ts";
import { keyDown, placeAt } from "../../testing/tool-places.ts";
import { PushGesture } from "./push-gesture.ts";
import type { PushScene } from "./push-scene.ts";
import { pushSessionOf } from "./push-session.ts";

const STATIC = `<model name="rock"><static>true</static><link name="l"/></model>`;

/** Opens a page with a box of 1 kg, and a scene in which a pixel is a metre along x, or along y when it is level. */
async function openGesture() {
  const { app, box, asked, show, shown } = await pageWithBox(STATIC);
  const arrows: (Vec3 | "gone")[] = [];
  const scene: PushScene = {
    arrow: () => ({
      show: (_, by) => void arrows.push(by),
      [Symbol.dispose]: () => void arrows.push("gone"),
    }),
    pullTo: ({ x }, { from, isLevel }) => (isLevel ? vec3.vec3(0, x - from.y, 0) : vec3.vec3(x - from.x, 0, 0)),
    redraw: () => {},
  };
  const gesture = new PushGesture(app, pushSessionOf(app), () => scene);
  const { world } = app.view.mirror;
  const [link] = partsBelow(world, box, IsLink);
  const held = { button: 2, ctrl: true, entity: link!, point: { x: 0, y: 0, z: 0 } };
  const draw = (): void => app.events.emit("preRender", { view: app.view } as never);
  return {
    app,
    gesture,
    box,
    link: link!,
    held,
    arrows,
    asked,
    draw,
    show,
    shown,
    tools: new ToolStack(() => app.tools),
  };
}

test("[IS9] a drag with Ctrl and the right button from a body pushes it, the harder the longer it is", async () => {
  const { gesture, held, arrows, asked, draw, link, tools } = await openGesture();
  expect(tools.pointerDown(placeAt(0, 0, held))).toBe("taken");
  tools.pointerMove(placeAt(3, 0, held));
  draw();
  // A metre is as much as a body of 1 kg weighs, in round numbers.
  expect(gesture.label.current).toEqual({ x: 3, y: 0, text: "30 N" });
  expect(arrows).toEqual([{ x: 3, y: 0, z: 0 }]);
  tools.pointerUp(placeAt(4, 0, held));
  expect(arrows.at(-1)).toBe("gone");
  expect(gesture.label.current).toBeUndefined();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({
    description: "Push box with 40 N",
    edits: [{ push: { wrench: { entity: { id: link }, wrench: { force: { x: 40 } } } } }],
  });
  gesture[Symbol.dispose]();
});

test("[IS9] with Shift the push is level, and a drag that goes nowhere pushes nothing", async () => {
  const { held, asked, tools, draw, gesture } = await openGesture();
  tools.pointerDown(placeAt(0, 0, held));
  tools.pointerMove(placeAt(2, 0, { ...held, shift: true }));
  draw();
  expect(gesture.label.current?.text).toBe("20 N");
  tools.pointerUp(placeAt(0, 0, { ...held, shift: true }));
  tools.pointerDown(placeAt(0, 0, held));
  tools.pointerUp(placeAt(2, 0, { ...held, shift: true }));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]!.edits![0]!.push!.wrench!.wrench!.force).toEqual({ y: 20 });
});

test("[IS9] Escape lets go without a push, and so does a body that is removed meanwhile", async () => {
  const { box, held, asked, tools, draw, gesture, arrows, show, shown } = await openGesture();
  expect(tools.key(keyDown("Escape"))).toBe(false);
  tools.pointerDown(placeAt(0, 0, held));
  tools.pointerMove(placeAt(2, 0, held));
  expect(tools.key(keyDown("Escape"))).toBe(true);
  tools.pointerUp(placeAt(2, 0, held));
  tools.pointerDown(placeAt(0, 0, held));
  shown.remove(box);
  show();
  draw();
  tools.pointerUp(placeAt(2, 0, held));
  expect(arrows).toEqual(["gone", "gone"]);
  expect(gesture.label.current).toBeUndefined();
  expect(asked).toEqual([]);
});

test("[IS9] other buttons, nothing, and what cannot move are left to the camera", async () => {
  const { app, held, tools } = await openGesture();
  const { world } = app.view.mirror;
  const rock = [...world.query(IsLink)].map(([entity]) => entity).find((entity) => entity !== held.entity)!;
  for (const place of [
    { ...held, button: 0 },
    { ...held, entity: undefined },
    { ...held, point: undefined },
    { ...held, entity: rock },
  ])
    expect(tools.pointerDown(placeAt(0, 0, place))).toBe("left");
});
