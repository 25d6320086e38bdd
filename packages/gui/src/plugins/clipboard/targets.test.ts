import { find, MemoryResources, World, type Entity } from "@orrery/sim";
import { nameThings, parseSdf, spawnWorld } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { besideShift } from "./beside.ts";
import { nameProblem, notRenamed, whyNoName } from "../entity-tree/rename-rules.ts";
import { placedTargets, topTargets } from "./targets.ts";

const text = `<sdf version="1.11"><world name="w">
  <model name="arm"><link name="base"/><model name="hand"><link name="palm"/></model></model>
  <model name="box"><link name="l"/></model>
  <light name="sun" type="directional"/>
</world></sdf>`;

async function world(): Promise<{ world: World; root: Entity; at: (name: string) => Entity }> {
  const { scene } = await parseSdf(text, "w", new MemoryResources({}));
  const made = new World();
  const root = spawnWorld(made, scene.worlds[0]!);
  const lights = made
    .childrenOf(root)
    .filter((child) => find(made, root, "arm") !== child && find(made, root, "box") !== child);
  return { world: made, root, at: (name) => (name === "sun" ? lights[0]! : find(made, root, name)!) };
}

test("[IS7] what lies in something chosen goes with it, and the world is left out", async () => {
  const { world: w, root, at } = await world();
  const chosen = [at("arm::base"), at("arm"), root, at("box"), at("arm::hand")];
  expect(placedTargets(w, chosen, "deleted")).toEqual({ entities: [at("arm"), at("box")] });
});

test("[IS8] parts of models, the world and nothing at all are refused with the reason", async () => {
  const { world: w, root, at } = await world();
  expect(placedTargets(w, [at("box"), at("arm::base")], "deleted")).toEqual({
    reason: "base is a part of arm; only whole models and lights can be deleted",
  });
  expect(placedTargets(w, [root], "deleted")).toEqual({ reason: "the world itself cannot be deleted" });
  expect(placedTargets(w, [], "deleted")).toEqual({ reason: "nothing is selected" });
  expect(placedTargets(w, [at("arm::hand")], "deleted")).toEqual({ entities: [at("arm::hand")] });
  expect(topTargets(w, [at("arm::hand")], "copied")).toEqual({
    reason: "hand is a part of arm; only models and lights directly in the world can be copied",
  });
});

test("[IS7] commands say how many things they are about", async () => {
  const { world: w, at } = await world();
  expect(nameThings(w, [at("box")])).toBe("box");
  expect(nameThings(w, [at("box"), at("arm")])).toBe("2 models");
  expect(nameThings(w, [at("box"), at("arm"), at("sun")])).toBe("2 models and 1 light");
});

test("[IS7] names that are empty, taken beside it or mean something else are refused", async () => {
  const { world: w, root, at } = await world();
  const problem = (name: string): string | undefined => nameProblem(w, at("box"), name);
  expect(problem(" ")).toBe("This cannot be empty");
  expect(problem("arm")).toBe("There is a “arm” already");
  expect(problem("a::b")).toContain("::");
  expect(problem("world")).toContain("reserved");
  expect(problem("base")).toBeUndefined();
  expect(problem("box")).toBeUndefined();
  expect(whyNoName(w, at("arm::base"))).toBeUndefined();
  expect(whyNoName(w, root)).toBeDefined();
  expect(whyNoName(w, undefined)).toBe("nothing is selected");
});

test("[IS7] a name that was left although it cannot be is told of, with the reason", () => {
  const told = notRenamed("box", " arm ", "There is a “arm” already");
  expect(told).toBe("Cannot rename box to arm: there is a “arm” already");
  expect(notRenamed("box", " ", "This cannot be empty")).toBe("Cannot rename box: this cannot be empty");
});

test("[IS7] a copy stands clear of what it is a copy of, to the right as the screen shows it", () => {
  const bounds = { low: { x: 1, y: 1, z: 0 }, high: { x: 2, y: 4, z: 1 } };
  expect(besideShift(bounds, { x: 0.9, y: 0.3, z: 0 })).toEqual({ x: 1.1, y: 0, z: 0 });
  expect(besideShift(bounds, { x: 0.3, y: -0.9, z: 0 })).toEqual({ x: 0, y: -3.1, z: 0 });
  expect(besideShift(undefined)).toEqual({ x: 0.6, y: 0, z: 0 });
  expect(besideShift({ low: bounds.low, high: { x: 101, y: 4, z: 1 } }).x).toBeCloseTo(5.1, 9);
});
