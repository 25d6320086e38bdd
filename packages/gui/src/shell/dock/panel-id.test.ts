import { expect, test } from "vitest";
import { panelId, readPanelId } from "./panel-id.ts";

test("[MW4] a panel of a world is known by its plugin and its world, that of the first world by its plugin", () => {
  expect([panelId("scene"), panelId("scene", "/lab/run-3"), panelId("scene", "")]).toEqual([
    "scene",
    "scene@/lab/run-3",
    "scene@",
  ]);
  expect(readPanelId("entity-tree")).toEqual({ plugin: "entity-tree", namespace: undefined });
  expect(readPanelId("scene@/lab/run-3")).toEqual({ plugin: "scene", namespace: "/lab/run-3" });
  expect(readPanelId("scene@")).toEqual({ plugin: "scene", namespace: "" });
});
