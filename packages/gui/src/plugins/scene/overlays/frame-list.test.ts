import { find, MemoryResources, World, type Entity } from "@orrery/sim";
import { loadSdf, spawnWorld } from "@orrery/sim/host";
import { Pose } from "@orrery/sim/components";
import { describe, expect, test } from "vitest";
import { framesOf } from "./frame-list.ts";

describe("frames of reference", () => {
  test("[FR1] links hang on those that joints join them to; a model that stands where a link does is shown by it", async () => {
    const { world, root } = await worldOf(arm());
    expect(described(world, [root])).toEqual([
      "base",
      "lower on base",
      "upper on lower",
      "wrist on upper",
      "tool on upper",
    ]);
    // For a part, only that part.
    expect(described(world, [find(world, root, "arm::lower")!])).toEqual(["lower"]);
    // Each once, however often it is listed.
    const model = find(world, root, "arm")!;
    expect(framesOf(world, [find(world, root, "arm::lower")!, model])).toHaveLength(5);
  });

  test("[FR1] a model with no link at its origin has a frame of its own, and so have models within it", async () => {
    const { world, root } = await worldOf(`<model name="cart"><link name="body"><pose>0 0 1 0 0 0</pose></link>
      <model name="mast"><pose>1 0 0 0 0 0</pose><link name="pole"/></model></model>`);
    expect(described(world, [root])).toEqual(["cart", "body on cart", "pole on cart"]);
  });

  test("[FR1] a frame that a file names moves with the link it is attached to, also after the joint has turned", async () => {
    const { world, root } = await worldOf(arm());
    const tool = (): { x: number; y: number; z: number } | undefined => {
      const { x, y, z } = framesOf(world, world.childrenOf(root)).find(({ name }) => name === "tool")!.within!;
      return { x, y, z };
    };
    // The upper link is at 2 m, the tool at 2.5 m.
    const offset = { x: expect.closeTo(0, 9), y: expect.closeTo(0, 9), z: expect.closeTo(0.5, 9) };
    expect(tool()).toEqual(offset);
    const upper = find(world, root, "arm::upper")!;
    const turned = { x: 0, y: 0, z: 2, qx: Math.sin(0.4), qy: 0, qz: 0, qw: Math.cos(0.4) };
    world.set(upper, Pose, turned);
    expect(tool()).toEqual(offset);
  });
});

function arm(): string {
  const joint = (name: string, parent: string, child: string): string =>
    `<joint name="${name}" type="revolute"><parent>${parent}</parent><child>${child}</child><axis><xyz>1 0 0</xyz></axis></joint>`;
  return `<model name="arm"><link name="base"/>
    <link name="lower"><pose>0 0 1 0 0 0</pose></link><link name="upper"><pose>0 0 2 0 0 0</pose></link>
    <frame name="wrist" attached_to="upper"/>
    <frame name="tool" attached_to="wrist"><pose relative_to="__model__">0 0 2.5 0 0 0</pose></frame>
    ${joint("shoulder", "base", "lower")}${joint("elbow", "lower", "upper")}</model>`;
}

function described(world: World, roots: readonly Entity[]): readonly string[] {
  const frames = framesOf(world, roots);
  return frames.map(({ name, parent }) => (parent < 0 ? name : `${name} on ${frames[parent]!.name}`));
}

async function worldOf(models: string): Promise<{ world: World; root: Entity }> {
  const text = `<sdf version="1.11"><world name="w">${models}</world></sdf>`;
  const { scene } = await loadSdf("w.sdf", new MemoryResources({ "w.sdf": text }));
  const world = new World();
  return { world, root: spawnWorld(world, scene.worlds[0]!) };
}
