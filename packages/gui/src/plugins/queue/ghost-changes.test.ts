import type { orrery } from "@orrery/msgs";
import { find, MemoryResources, numeric, scopedName, World, type Entity, type Pose } from "@orrery/sim";
import { componentsEdit, createEdit, moveEdit, parseSdf, removeEdit, spawnWorld, type Scene } from "@orrery/sim/host";
import { IsLight, IsVisual, Light } from "@orrery/sim/components";
import { expect, test } from "vitest";
import { ghostsOf, type Ghost } from "./ghost-changes.ts";

const box = (name: string, x: number) => `
  <model name="${name}"><pose>${x} 0 0.5 0 0 0</pose><link name="link"><pose>0 0 1 0 0 0</pose>
    <visual name="v"><geometry><box><size>1 1 1</size></box></geometry></visual>
  </link></model>`;
const at = (x: number): Pose => ({ x, y: 0, z: 0.5, qx: 0, qy: 0, qz: 0, qw: 1 });
const read = async (inside: string): Promise<Scene> =>
  (await parseSdf(`<sdf version="1.9">${inside}</sdf>`, "x", new MemoryResources({}))).scene;

async function shown(inside: string) {
  const scene = await read(`<world name="w">${inside}</world>`);
  const world = new World();
  const root = spawnWorld(world, scene.worlds[0]!);
  const entity = (name: string): Entity => find(world, root, name)!;
  return { world, root, entity };
}

const command = (description: string, ...edits: orrery.Edit[]): orrery.Command => ({
  id: description,
  description,
  edits,
});
const places = (ghosts: readonly Ghost[]) =>
  ghosts.map(({ command: { description }, parts }) => [description, ...parts.map(({ pose }) => [pose.x, pose.z])]);

test("[PQ8] what others will move is seen where it will be, with all of its shapes; the world stays as it is", async () => {
  const { world, root, entity } = await shown(box("a", 0) + box("b", 3));
  const ghosts = ghostsOf(world, root, [command("Move a", moveEdit(entity("a"), at(5)))], () => []);
  expect(places(ghosts)).toEqual([["Move a", [5, 1.5]]]);
  expect(ghosts[0]!.parts[0]!.geometry).toMatchObject({ type: "box" });
  expect(ghosts[0]!.removed).toEqual([]);
  expect(world.entityCount).toBe(7);
});

test("[PQ8] what others will make is seen, and what they will remove is named by its shapes", async () => {
  const { world, root, entity } = await shown(box("a", 0) + box("b", 3));
  const made = await read(box("c", 7));
  const commands = [command("Insert c", createEdit({ sdf: "c" })), command("Remove b", removeEdit(entity("b")))];
  const ghosts = ghostsOf(world, root, commands, (_, __, { description }) =>
    description === "Insert c" ? [made] : [],
  );
  expect(places(ghosts)).toEqual([["Insert c", [7, 1.5]], ["Remove b"]]);
  expect(ghosts[1]!.removed.map((one) => scopedName(world, one))).toEqual(["b::link::v"]);
});

test("[PQ8] of one thing the last one's ghost is drawn; what is made and removed again has none", async () => {
  const { world, root, entity } = await shown(box("a", 0));
  const made = await read(box("c", 7));
  const commands = [
    command("Move a", moveEdit(entity("a"), at(5))),
    command("Insert c", createEdit({ sdf: "c" }, 0x80000000)),
    command("Move a more", moveEdit(entity("a"), at(6))),
    command("Remove c", removeEdit(0x80000000 as Entity)),
  ];
  const ghosts = ghostsOf(world, root, commands, (_, __, { description }) =>
    description === "Insert c" ? [made] : [],
  );
  expect(places(ghosts)).toEqual([["Move a more", [6, 1.5]]]);
});

test("[PQ8] what cannot be done, or is not loaded yet, has no ghost, and the others have theirs", async () => {
  const { world, root, entity } = await shown(box("a", 0));
  const commands = [
    command("Move it", moveEdit(99 as Entity, at(5))),
    command("Insert c", createEdit({ sdf: "c" })),
    command("Move a", moveEdit(entity("a"), at(6))),
  ];
  const scenesFor = (_: World, __: Entity, { description }: orrery.Command): readonly Scene[] => {
    if (description === "Insert c") throw new Error("It is being loaded");
    return [];
  };
  expect(places(ghostsOf(world, root, commands, scenesFor))).toEqual([["Move a", [6, 1.5]]]);
});

test("[PQ8] a light has a ghost without a shape: its name stands where it will be", async () => {
  const { world, root } = await shown(`<light name="lamp" type="point"><pose>0 0 3 0 0 0</pose></light>`);
  const lamp = world.childrenOf(root)[0]!;
  const [ghost] = ghostsOf(world, root, [command("Move lamp", moveEdit(lamp, at(2)))], () => []);
  expect(ghost).toMatchObject({ parts: [], removed: [], place: { x: 2, z: 0.5 } });
});

test("[PQ8] what changes the look of a shape or a light has a ghost, whatever component says so", async () => {
  const { world, root, entity } = await shown(`${box("a", 1)}<light name="lamp" type="point"/>`);
  const lamp = world.childrenOf(root).find((child) => world.has(child, IsLight))!;
  const visual = world.childrenOf(entity("a::link"))[0]!;
  const commands = [
    command("Paint a", componentsEdit(visual, [[Paint, { stripes: 3 }]])),
    command("Dim lamp", componentsEdit(lamp, [[Light, { ...world.get(lamp, Light)!, intensity: 0.1 }]])),
    command("Price a", componentsEdit(visual, [[Price, { euros: 7 }]])),
  ];
  const ghosts = ghostsOf(world, root, commands, () => []);
  expect(places(ghosts)).toEqual([["Paint a", [1, 1.5]], ["Dim lamp"]]);
});

const Paint = numeric(
  "queue-test.Paint",
  { stripes: 0 },
  { affects: ["look"], edit: { on: [IsVisual], presence: "optional" } },
);
const Price = numeric("queue-test.Price", { euros: 0 }, { edit: { on: [IsVisual], presence: "optional" } });
