import { MemoryResources, World } from "@orrery/sim";
import { parseSdf, spawnWorld } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { systemRows } from "./system-rows.ts";

test("[PN5] rows name the entity, share the costliest one's bar and have the parameters of the world's copy", async () => {
  const { scene } = await parseSdf(
    `<sdf version="1.9"><world name="w"><plugin name="physics" filename=""/>
      <model name="m"><link name="l"/><plugin name="gz::sim::systems::X" filename=""><a>1</a></plugin></model>
    </world></sdf>`,
    "w.sdf",
    new MemoryResources({}),
  );
  const world = new World();
  const root = spawnWorld(world, scene.worlds[0]!);
  const [model] = world.childrenOf(root);
  const rows = systemRows(
    [
      { name: "physics", entity: root, state: "RUNNING", micros_per_step: 40 },
      { name: "x", entity: model!, state: "STOPPED", micros_per_step: 10, error: "no joint", phase: "create" },
      { name: "y", entity: 999 },
    ],
    world,
    [{ name: "x", aliases: ["gz::sim::systems::X"] }],
  );
  expect(rows).toMatchObject([
    { name: "physics", place: "w", share: 1, failure: undefined, plugin: { name: "physics" } },
    { place: "m", share: 0.25, failure: { phase: "create", error: "no joint" }, plugin: { innerXml: "<a>1</a>" } },
    { place: "entity 999", share: 0, plugin: { name: "y" } },
  ]);
});
