import { MemoryResources, World, type Entity } from "@orrery/sim";
import { loadSdf, spawnWorld } from "@orrery/sim/host";
import { Name } from "@orrery/sim/components";
import { expect, test } from "vitest";
import { EntityNodes } from "../entity-nodes.ts";
import { PoseTree } from "../pose-tree.ts";
import { tightBoundsOf } from "../camera/reach.ts";
import { StandIns } from "./stand-ins.ts";

const ARM = `<model name="arm"><pose>0 0 1 0 0 0</pose>
  <link name="base"><collision name="block"><pose>2 0 0 0 0 0</pose>
    <geometry><box><size>1 2 4</size></box></geometry></collision></link>
  <link name="upper"><visual name="hidden"><transparency>1</transparency>
    <geometry><sphere><radius>0.5</radius></sphere></geometry></visual></link>
  <joint name="hinge" type="revolute"><parent>base</parent><child>upper</child><axis><xyz>0 1 0</xyz></axis></joint>
</model>`;

test("[SC15] a collision is outlined by its shape, where it is", async () => {
  const { boundsOf } = await arm();
  expect(boundsOf("block")).toEqual({ low: { x: 1.5, y: -1, z: -1 }, high: { x: 2.5, y: 1, z: 3 } });
});

test("[SC15] so are a visual that cannot be seen, a link of which nothing is drawn, and a joint", async () => {
  const { boundsOf } = await arm();
  expect(boundsOf("hidden")).toEqual({ low: { x: -0.5, y: -0.5, z: 0.5 }, high: { x: 0.5, y: 0.5, z: 1.5 } });
  expect(boundsOf("base")).toEqual(boundsOf("block"));
  const { low, high } = boundsOf("hinge")!;
  expect(high.y - low.y).toBeGreaterThan(high.x - low.x);
});

test("[SC15] what is cleared is gone", async () => {
  const { standIns, named } = await arm();
  const placed = standIns.of(named("block"));
  standIns.clear();
  expect(placed.map(({ batch, shape }) => batch.slotOf(shape))).toEqual([-1]);
  expect(standIns.isEmpty).toBe(true);
});

async function arm() {
  const text = `<sdf version="1.11"><world name="w">${ARM}</world></sdf>`;
  const { scene } = await loadSdf("w.sdf", new MemoryResources({ "w.sdf": text }));
  const world = new World();
  spawnWorld(world, scene.worlds[0]!);
  const tree = new PoseTree();
  const standIns = new StandIns(world, new EntityNodes(world, tree), () => 1);
  const named = (name: string): Entity => [...world.entities()].find((entity) => world.get(entity, Name) === name)!;
  const boundsOf = (name: string) => {
    const placed = standIns.of(named(name));
    tree.update();
    standIns.update();
    return tightBoundsOf(placed);
  };
  return { standIns, named, boundsOf };
}
