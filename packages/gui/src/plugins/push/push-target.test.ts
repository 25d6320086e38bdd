import { find, MemoryResources, World, type Entity } from "@orrery/sim";
import { parseSdf, spawnWorld } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { bodyName, centreOfMass, massAround, pushTargets } from "./push-target.ts";
import { newtonsPerMetre, placeWords, pushWords } from "./push-words.ts";

const link = (name: string, mass: number): string =>
  `<link name="${name}"><inertial><pose>0 0 0.2 0 0 0</pose><mass>${mass}</mass></inertial>
    <visual name="v"><geometry><sphere><radius>1</radius></sphere></geometry></visual></link>`;
const text = `<sdf version="1.11"><world name="w">
  <model name="arm">${link("base", 3)}${link("tip", 1)}</model>
  <model name="box">${link("l", 2)}</model>
  <model name="ground"><static>true</static>${link("l", 1)}</model>
  <light name="sun" type="directional"/>
</world></sdf>`;

async function world(): Promise<{ world: World; root: Entity; at: (name: string) => Entity }> {
  const { scene } = await parseSdf(text, "w", new MemoryResources({}));
  const made = new World();
  const root = spawnWorld(made, scene.worlds[0]!);
  return { world: made, root, at: (name) => find(made, root, name)! };
}

test("[IS9] a model is pushed at its canonical link, a visual at its link; each body once", async () => {
  const { world: w, at } = await world();
  const [visual] = w.childrenOf(at("arm::tip"));
  expect(pushTargets(w, [at("arm"), at("arm::base"), visual!, at("box")])).toEqual({
    links: [at("arm::base"), at("arm::tip"), at("box::l")],
  });
  expect([bodyName(w, at("arm::tip")), bodyName(w, at("box::l"))]).toEqual(["arm::tip", "box"]);
  expect(centreOfMass(w, at("box::l"))).toEqual({ x: 0, y: 0, z: 0.2 });
  expect(massAround(w, at("arm::tip"))).toBe(4);
});

test("[IS9] what does not move is not pushed, and says so", async () => {
  const { world: w, root, at } = await world();
  expect(pushTargets(w, [at("ground")])).toEqual({ reason: "ground is static: it does not move" });
  expect(pushTargets(w, [w.childrenOf(root).at(-1)!])).toEqual({ reason: "sun is a light and has no mass" });
  expect(pushTargets(w, [root])).toEqual({ reason: "the world itself cannot be pushed" });
  expect(pushTargets(w, [])).toEqual({ reason: "nothing is selected" });
});

test("[IS9] commands say what was pushed and how strongly", async () => {
  const { world: w, at } = await world();
  const zero = { x: 0, y: 0, z: 0 };
  const force = { x: 30, y: 0, z: 40 };
  const torque = { x: 0, y: 2.3456, z: 0 };
  expect(pushWords(w, [at("box::l")], { force, torque: zero })).toBe("Push box with 50 N");
  expect(pushWords(w, [at("arm::tip")], { force, torque })).toBe("Push arm::tip with 50 N and 2.35 N·m");
  expect(pushWords(w, [at("box::l"), at("arm::tip")], { force: zero, torque })).toBe("Twist 2 bodies with 2.35 N·m");
});

test("[IS9] the panel says where one body or several are pushed", () => {
  expect([placeWords(1, false), placeWords(1, true), placeWords(2, false)]).toEqual([
    "at its centre of mass",
    "where it was clicked",
    "at their centres of mass",
  ]);
});

test("[IS9] a metre of a drag is about the weight of the body, in round numbers", () => {
  expect([0.01, 0.2, 1, 2, 6, 62.5, 1000].map(newtonsPerMetre)).toEqual([0.1, 2, 10, 20, 50, 500, 10_000]);
});
