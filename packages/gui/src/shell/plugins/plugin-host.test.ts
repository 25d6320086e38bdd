import { messages } from "@orrery/msgs";
import { Bus } from "@orrery/sim/host";
import { memo } from "react";
import { expect, test } from "vitest";
import { sessionOver } from "../../testing/session-over.ts";
import { placeAt } from "../../testing/tool-places.ts";
import { createApp, type App } from "../app.ts";
import type { SceneTool } from "../tools/scene-tool.ts";
import { ToolStack } from "../tools/tool-stack.ts";
import { PluginHost } from "./plugin-host.ts";
import { defineGuiPlugin, isGuiPlugin } from "./plugin.ts";

test("[GU13] a plugin starts when it is loaded and ends when it is unloaded or loaded again", () => {
  const told: string[] = [];
  const host = new PluginHost(() => app());
  const plugin = defineGuiPlugin({
    id: "p",
    title: "P",
    dock: "left",
    start: () => {
      told.push("starts");
      return { [Symbol.dispose]: () => void told.push("ends") };
    },
  });
  host.load(plugin);
  host.load(plugin);
  host.unload("p");
  host.unload("p");
  expect(told).toEqual(["starts", "ends", "starts", "ends"]);
  expect(host.list.current).toEqual([]);
  expect([...host.known.values()]).toEqual([{ plugin, origin: "third-party" }]);
});

test("[GU13] one that throws when it starts or ends is kept apart from the others", () => {
  const host = new PluginHost(() => app());
  const broken = defineGuiPlugin({
    id: "broken",
    title: "Broken",
    dock: "left",
    start: () => {
      throw new Error("cannot");
    },
  });
  host.load(broken);
  host.load(defineGuiPlugin({ id: "sound", title: "Sound", dock: "left" }));
  expect(host.list.current.map(({ plugin, failure }) => [plugin.id, failure?.split("\n")[0]])).toEqual([
    ["broken", "Error: cannot"],
    ["sound", undefined],
  ]);
});

test("[GU13] what a module exports is a plugin when it has an id, a title and a known dock", () => {
  expect(isGuiPlugin({ id: "a", title: "A", dock: "left" })).toBe(true);
  expect(isGuiPlugin({ id: "a", title: "A", dock: "left", View: memo(() => null), Bar: () => null })).toBe(true);
  for (const other of [
    null,
    undefined,
    {},
    { id: "a", title: "A", dock: "top" },
    { id: "a", title: "A", dock: "left", View: 1 },
    { id: "a", title: "A", dock: "left", Bar: 1 },
  ]) {
    expect(isGuiPlugin(other)).toBe(false);
  }
});

test("[GU13] an overlay that throws while a frame is drawn is stopped and told of, and others still get the frame", () => {
  const page = app();
  const host = new PluginHost(() => page);
  const heard: string[] = [];
  const listening = (id: string, listener: () => void) =>
    defineGuiPlugin({ id, title: id, dock: "left", start: ({ events }) => events.on("selection", listener) });
  host.load(
    listening("torn", () => {
      heard.push("torn");
      throw new Error("out of ink");
    }),
  );
  host.load(listening("sound", () => void heard.push("sound")));
  page.events.emit("selection", { view: page.worlds.focus.current, entities: [] });
  page.events.emit("selection", { view: page.worlds.focus.current, entities: [] });
  expect(heard).toEqual(["torn", "sound", "sound"]);
  expect(host.get("torn")?.failure).toContain("out of ink");
  expect(page.notices.list.current.map(({ text }) => text)).toEqual(["torn has failed"]);
});

test("[GU13] a tool of the scene that throws, also in the middle of a drag, is put away, and its plugin shows why", () => {
  const page = app();
  const world = page.inWorld(page.worlds.focus.current);
  // Each scene has a tool stack of its own, above the tools of its world.
  const scene = new ToolStack(() => world.tools);
  const below: string[] = [];
  world.tools.take({ click: () => (below.push("click"), "taken") });
  const took = (id: string, tool: SceneTool) =>
    page.plugins.load(
      defineGuiPlugin({ id, title: id, dock: "left", View: () => null, startWorld: ({ tools }) => tools.take(tool) }),
    );
  const nowhere = placeAt(0, 0);
  const torn = (): never => {
    throw new Error("out of ink");
  };
  took("clicking", { click: torn });
  expect(scene.click(nowhere)).toBe("taken");
  expect(below).toEqual(["click"]);
  expect(page.plugins.get("clicking")?.failure).toContain("out of ink");
  expect([...world.tools]).toHaveLength(1);

  took("dragging", { pointerDown: () => "taken", pointerMove: torn });
  expect(scene.pointerDown(nowhere)).toBe("taken");
  scene.pointerMove(nowhere);
  expect(page.plugins.get("dragging")?.failure).toContain("out of ink");
  scene.pointerUp(nowhere);
  expect([...world.tools]).toHaveLength(1);
  // Their panels show the failures.
  expect(page.notices.list.current).toEqual([]);
});

test("[OF1][GU13] a plugin whose taker throws is stopped, and shows why", () => {
  const page = app();
  const { offers } = page.inWorld(page.worlds.focus.current);
  offers.pastes.take(() => true);
  page.plugins.load(
    defineGuiPlugin({
      id: "torn",
      title: "Torn",
      dock: "left",
      View: () => null,
      startWorld: (world) =>
        world.offers.pastes.take(() => {
          throw new Error("out of ink");
        }),
    }),
  );
  expect(offers.pastes.offer("text")).toBe(true);
  expect(page.plugins.get("torn")?.failure).toContain("out of ink");
});

test("[MW7] a plugin is started in each world, opened before or after it, and ended with either; it gets only events of its own", () => {
  const page = app();
  const told: string[] = [];
  page.plugins.load(
    defineGuiPlugin({
      id: "listening",
      title: "Listening",
      dock: "left",
      start: () => void told.push("page"),
      startWorld: ({ view: { namespace }, events }) => {
        const listening = events.on("selection", ({ view }) =>
          told.push(`"${namespace}" hears of "${view.namespace}"`),
        );
        told.push(`"${namespace}" begins`);
        return {
          [Symbol.dispose]: () => {
            listening[Symbol.dispose]();
            told.push(`"${namespace}" ends`);
          },
        };
      },
    }),
  );
  const second = page.worlds.open("/b");
  page.inWorld(second).events.emit("selection", { view: second, entities: [] });
  page.worlds.close(second);
  page.plugins.unload("listening");
  page.worlds.open("/c");
  expect(told).toEqual(["page", '"" begins', '"/b" begins', '"/b" hears of "/b"', '"/b" ends', '"" ends']);
});

test("[MW7] a plugin that fails in one world is stopped in all, and told of", () => {
  const page = app();
  const ended: string[] = [];
  page.plugins.load(
    defineGuiPlugin({
      id: "torn",
      title: "Torn",
      dock: "left",
      startWorld: ({ view: { namespace } }) => {
        if (namespace === "/b") throw new Error("out of ink");
        return { [Symbol.dispose]: () => void ended.push(namespace) };
      },
    }),
  );
  expect(page.plugins.get("torn")?.failure).toBeUndefined();
  page.worlds.open("/b");
  expect(page.plugins.get("torn")?.failure).toContain("out of ink");
  expect(ended).toEqual([""]);
  expect(page.notices.list.current.map(({ text }) => text)).toEqual(["Torn has failed"]);
});

function app(): App {
  return createApp(sessionOver(new Bus({ codec: messages })));
}
