import { MemoryResources, World, type Entity } from "@orrery/sim";
import { loadSdf, spawnWorld } from "@orrery/sim/host";
import { Name } from "@orrery/sim/components";
import { expect, test } from "vitest";
import { Value } from "../../client/value.ts";
import { EntityLooks } from "./entity-looks.ts";
import type { LookName } from "../../render/look-names.ts";

test("[SC25] what a model is drawn as, all of its parts are; a second time takes it back", async () => {
  const { looks, at } = await scene();
  looks.toggle([at("robot")], "hidden");
  expect(looks.has(at("robot::arm::skin"), "hidden")).toBe(true);
  expect(looks.has(at("box::link::skin"), "hidden")).toBe(false);
  expect(looks.hiddenCount()).toBe(1);
  looks.toggle([at("robot")], "hidden");
  expect(looks.isPlain).toBe(true);
});

test("[SC25] of several of which some have a look, all get it", async () => {
  const { looks, at } = await scene();
  looks.toggle([at("box")], "transparent");
  looks.toggle([at("box"), at("robot")], "transparent");
  expect([at("box"), at("robot")].map((entity) => looks.has(entity, "transparent"))).toEqual([true, true]);
});

test("[SC25] what is isolated is shown alone; all comes back, and other looks stay", async () => {
  const { looks, at } = await scene();
  looks.toggle([at("robot")], "wireframe");
  looks.isolate([at("robot::arm")]);
  expect(looks.has(at("robot::arm::skin"), "hidden")).toBe(false);
  expect(looks.has(at("robot::leg::skin"), "hidden")).toBe(true);
  expect(looks.has(at("box::link::skin"), "hidden")).toBe(true);
  looks.showAll();
  expect(looks.has(at("box::link::skin"), "hidden")).toBe(false);
  expect(looks.has(at("robot::leg::skin"), "wireframe")).toBe(true);
});

test("[SC25] looks are kept by name, so a later visit finds them", async () => {
  const kept = new Value<Record<string, readonly LookName[]>>({});
  const first = await scene(kept);
  first.looks.toggle([first.at("robot::leg")], "collisions");
  const second = await scene(kept);
  expect(second.looks.has(second.at("robot::leg::skin"), "collisions")).toBe(true);
});

async function scene(kept = new Value<Record<string, readonly LookName[]>>({})) {
  const link = (name: string): string =>
    `<link name="${name}"><visual name="skin"><geometry><sphere><radius>1</radius></sphere></geometry></visual></link>`;
  const sdf = `<sdf version="1.11"><world name="w"><model name="robot">${link("arm")}${link("leg")}</model><model name="box">${link("link")}</model></world></sdf>`;
  const loaded = await loadSdf("w.sdf", new MemoryResources({ "w.sdf": sdf }));
  const world = new World();
  const root = spawnWorld(world, loaded.scene.worlds[0]!);
  const at = (path: string): Entity =>
    path
      .split("::")
      .reduce((above, name) => world.childrenOf(above).find((child) => world.get(child, Name) === name)!, root);
  return { looks: new EntityLooks(world, kept), at };
}
