import { messages } from "@orrery/msgs";
import { find, MemoryResources, type Entity } from "@orrery/sim";
import { Bus, loadSdf, spawnWorld } from "@orrery/sim/host";
import { IsVisual } from "@orrery/sim/components";
import { expect, test } from "vitest";
import { createApp } from "../../shell/app.ts";
import type { SceneTool } from "../../shell/tools/scene-tool.ts";
import { ToolStack } from "../../shell/tools/tool-stack.ts";
import { sessionOver } from "../../testing/session-over.ts";
import { dragAt, placeAt } from "../../testing/tool-places.ts";
import type { PagePlace } from "./gesture-reader.ts";
import { SceneHands } from "./scene-hands.ts";
import type { Seen } from "./scene-sight.ts";

const SDF = `<sdf version="1.11"><world name="w">
  <model name="a"><link name="l"><visual name="v"><geometry><sphere><radius>1</radius></sphere></geometry></visual></link></model>
  <model name="b"><link name="l"/></model></world></sdf>`;

/** Opens a scene in which the test says what is where, by x: 1 is a part of a, 2 is b, 3 is endless ground. */
async function openHands(tool?: SceneTool) {
  const page = createApp(sessionOver(new Bus({ codec: messages })));
  const app = page.inWorld(page.worlds.focus.current);
  const { world } = app.view.mirror;
  const { scene } = await loadSdf("w.sdf", new MemoryResources({ "w.sdf": SDF }));
  const root = spawnWorld(world, scene.worlds[0]!);
  const at = (name: string): Entity => find(world, root, name)!;
  const part = world.query(IsVisual).first()!;
  const things = new Map([
    [1, part],
    [2, at("b")],
    [3, at("b::l")],
  ]);
  const moved: string[] = [];
  const tools = new ToolStack();
  if (tool !== undefined) tools.take(tool);
  const hands = new SceneHands(app, {
    tools,
    camera: {
      drag: (action, right, down, { x }) => void moved.push(`${action} ${right},${down} about ${x}`),
      pinch: (right, down, factor, { x }) => void moved.push(`pinch ${right},${down} ×${factor} about ${x}`),
      wheel: (pixels, { x }) => void moved.push(`wheel ${pixels} about ${x}`),
    },
    sight: {
      at: ({ x, y }: PagePlace): Seen => ({
        place: { view: app.view, x, y, entity: things.get(x), point: undefined, normal: undefined },
        isEndless: x === 3,
      }),
      zoomPoint: ({ x }) => ({ x, y: 0, z: 0 }),
    },
  });
  return { app, hands, moved, at, part, selection: app.view.selection };
}

test("[SC5] a click chooses the model under the pointer, with Alt the part; Ctrl and Shift add and take away", async () => {
  const { hands, selection, at, part } = await openHands();
  hands.click(placeAt(1, 0));
  expect(selection.entities).toEqual([at("a")]);
  hands.click(placeAt(2, 0, { ctrl: true }));
  expect(selection.entities).toEqual([at("a"), at("b")]);
  hands.click(placeAt(1, 0, { shift: true }));
  expect(selection.entities).toEqual([at("b")]);
  hands.click(placeAt(1, 0, { alt: true }));
  expect(selection.entities).toEqual([part]);
  hands.doubleClick(placeAt(1, 0));
  expect(selection.entities).toEqual([part]);
});

test("[SC5] a click on nothing or on endless ground clears the selection, unless it would have added", async () => {
  const { hands, selection, at } = await openHands();
  for (const x of [3, 9]) {
    selection.set([at("a")]);
    hands.click(placeAt(x, 0, { ctrl: true }));
    hands.doubleClick(placeAt(x, 0));
    expect(selection.entities).toEqual([at("a")]);
    hands.click(placeAt(x, 0));
    expect(selection.entities).toEqual([]);
  }
  hands.click(placeAt(3, 0, { alt: true }));
  expect(selection.entities).toEqual([at("b::l")]);
});

test("[SC5] a right click asks for a menu, of what is under it if that is not selected already", async () => {
  const { hands, selection, at, part } = await openHands();
  const menus: unknown[] = [];
  using _ = hands.menus.on(({ x, entity }) => menus.push([x, entity]));
  selection.set([at("a"), at("b")]);
  hands.rightClick(placeAt(1, 0));
  expect(selection.entities).toEqual([at("a"), at("b")]);
  selection.set([at("b")]);
  hands.rightClick(placeAt(1, 0));
  expect(selection.entities).toEqual([at("a")]);
  hands.rightClick(placeAt(9, 0));
  expect(selection.entities).toEqual([at("a")]);
  expect(menus).toEqual([
    [1, part],
    [1, part],
    [9, undefined],
  ]);
});

test("[HD1] what a tool takes reaches neither the selection nor the camera; events tell of it all the same", async () => {
  const heard: string[] = [];
  const taking: SceneTool = {
    click: () => "taken",
    rightClick: () => "taken",
    pointerDown: ({ x, buttons }) => {
      heard.push(`down ${x} with ${buttons}`);
      return "taken";
    },
    pointerMove: ({ x }) => void heard.push(`move ${x}`),
    pointerUp: ({ x }) => void heard.push(`up ${x}`),
  };
  const { app, hands, selection, moved } = await openHands(taking);
  using _ = app.events.on("leftClick", ({ x }) => heard.push(`event ${x}`));
  hands.click(placeAt(1, 0));
  // The drag is offered at the place of the press, with the buttons of now.
  expect(hands.dragStart(placeAt(2, 0, { buttons: 3 }), placeAt(1, 0))).toBe(true);
  hands.drag(placeAt(2, 0), 0.1, 0, true);
  hands.dragEnd(placeAt(2, 0), { isTaken: true, isLost: false });
  expect(heard).toEqual(["event 1", "down 1 with 3", "move 2", "up 2"]);
  expect([selection.entities, moved]).toEqual([[], []]);
});

test("[HD6] what is dragged over the scene and dropped goes to the tools, with what is under the pointer", async () => {
  const heard: string[] = [];
  const { hands, part } = await openHands({
    dragOver: ({ x, entity }) => {
      heard.push(`over ${x} ${entity}`);
      return "taken";
    },
    dragOut: () => void heard.push("out"),
    drop: ({ entity, data }) => {
      heard.push(`drop of ${data.files.length} on ${entity}`);
      return "taken";
    },
  });
  const { data } = dragAt(0, 0, { files: [new File([], "a.sdf")] });
  hands.dragOver({ x: 9, y: 0 }, data);
  hands.dragOver({ x: 1, y: 0 }, data);
  hands.dragOut();
  hands.drop({ x: 1, y: 0 }, data);
  expect(heard).toEqual(["over 9 undefined", `over 1 ${part}`, "out", `drop of 1 on ${part}`, "out"]);
});

test("[HD3] a tool whose pointer is lost is told to take back what it began", async () => {
  const heard: string[] = [];
  const { hands } = await openHands({
    pointerDown: () => "taken",
    pointerUp: () => void heard.push("up"),
    cancel: () => void heard.push("cancel"),
  });
  hands.dragStart(placeAt(2, 0), placeAt(1, 0));
  hands.dragEnd(placeAt(2, 0), { isTaken: true, isLost: true });
  expect(heard).toEqual(["cancel"]);
});

test("[SC19] a drag moves the camera as the preset says, about what was under the press; a finger orbits", async () => {
  const { app, hands, moved } = await openHands();
  const drag = (button: number, more: { readonly isTouch?: boolean; readonly shift?: boolean } = {}): void => {
    hands.dragStart(placeAt(2, 0, { button }), placeAt(1, 0, { button }));
    hands.drag(placeAt(2, 0, { button, ...more }), 0.1, 0.2, false);
  };
  drag(0);
  drag(2);
  drag(0, { shift: true });
  app.settings.navigation.set("blender");
  // There the left button draws a rectangle, which begins with a drag or not at all.
  drag(0);
  drag(1);
  drag(0, { isTouch: true });
  app.settings.navigation.set("orrery");
  expect(moved.map((each) => each.split(" ")[0])).toEqual(["orbit", "pan", "pan", "orbit", "orbit"]);
  expect(moved[0]).toBe("orbit 0.1,0.2 about 1");
});

test("[SC3] the wheel and two fingers zoom about what is under them", async () => {
  const { hands, moved } = await openHands();
  hands.wheel({ x: 1, y: 0, pixels: 30 });
  hands.pinch(0.1, 0, 2, { x: 2, y: 0 });
  expect(moved).toEqual(["wheel 30 about 1", "pinch 0.1,0 ×2 about 2"]);
});

test("[HD1] the right button alone is the camera's; with Ctrl tools are asked", async () => {
  const asked: number[] = [];
  const { hands } = await openHands({ pointerDown: ({ button }) => (asked.push(button), "left") });
  for (const [button, ctrl] of [
    [0, false],
    [1, false],
    [2, false],
    [2, true],
  ] as const) {
    hands.dragStart(placeAt(2, 0), placeAt(1, 0, { button, ctrl }));
  }
  expect(asked).toEqual([0, 2]);
});
