import { expect, test } from "vitest";
import { compose, relativeTo, type Pose as PoseValue } from "../../base/pose.ts";
import { Pose } from "../../components/pose.ts";
import { WorldLinearVelocity } from "../../components/motion.ts";
import { World } from "../../ecs/world.ts";
import { find, worldPose } from "../../entities/find.ts";
import { saveWorld, spawnWorld } from "../../entities/kinds/world.ts";
import { TestSim } from "../../testing/test-sim.ts";

const inertia = "<inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia>";
const link = (name: string, pose: string): string =>
  `<link name="${name}"><pose>${pose}</pose><inertial><mass>1</mass>${inertia}</inertial>
   <collision name="c"><geometry><box><size>0.2 0.2 0.2</size></box></geometry></collision></link>`;

/**
 * Returns an arm of two nested models, one in the other, each with a hinge of its own; the inner one names its second
 * link as canonical.
 */
const arm = (type: string): string => `<physics type="${type}"/><model name="robot"><pose>0 0 2 0 0 0.5</pose>
  ${link("base", "0 0 0 0 0 0")}
  <model name="upper"><pose>0.5 0 0 0 0.2 0</pose>
    ${link("rod", "0.1 0 0 0 0 0")}
    <model name="hand" canonical_link="palm"><pose>0.5 0 0 0.3 0 0</pose>
      ${link("wrist", "0 0.3 0 0 0 0")}${link("palm", "0.2 0 0 0 0 0.1")}
      <joint name="grip" type="fixed"><parent>wrist</parent><child>palm</child></joint>
    </model>
    <joint name="elbow" type="revolute"><parent>rod</parent><child>hand::wrist</child><axis><xyz>0 1 0</xyz></axis></joint>
  </model>
  <joint name="held" type="fixed"><parent>world</parent><child>base</child></joint>
  <joint name="shoulder" type="revolute"><parent>base</parent><child>upper::rod</child><axis><xyz>0 1 0</xyz></axis></joint>
</model>`;

function expectSame(a: PoseValue, b: PoseValue, digits: number): void {
  for (const key of ["x", "y", "z", "qx", "qy", "qz", "qw"] as const) expect(a[key]).toBeCloseTo(b[key], digits);
}

test.each(["rapier", "mujoco"])("[PS31] a nested model's frame moves with its canonical link, in %s", async (type) => {
  using sim = await TestSim.load(arm(type));
  const { world } = sim.runner;
  const inModel = (): PoseValue[] =>
    ["robot::upper::rod", "robot::upper::hand::palm"].map((name) => world.get(sim.entity(name), Pose)!);
  const before = inModel();
  const start = world.get(sim.entity("robot::upper"), Pose)!;
  const places = ["robot::upper::rod", "robot::upper::hand::wrist", "robot::upper::hand::palm"];
  sim.run({ steps: 300 });
  expect(inModel()).toEqual(before);
  expect(Math.abs(world.get(sim.entity("robot::upper"), Pose)!.z - start.z)).toBeGreaterThan(0.05);
  // Whatever the frames, a link is where the joints hold it: 0.1 m along the upper model's x from its frame.
  const upper = worldPose(world, sim.entity("robot::upper"));
  expectSame(worldPose(world, sim.entity(places[0]!)), compose(upper, before[0]!), 6);
  const wrist = worldPose(world, sim.entity(places[1]!));
  const palm = worldPose(world, sim.entity(places[2]!));
  expectSame(
    relativeTo(wrist, palm),
    { x: 0.2, y: -0.3, z: 0, qx: 0, qy: 0, qz: Math.sin(0.05), qw: Math.cos(0.05) },
    3,
  );
  // An uninterrupted world of the same kind has the same bits.
  const [moment, state] = [sim.runner.keyframe(), sim.runner.hash()];
  sim.run({ steps: 200 });
  const later = sim.runner.hash();
  expect(later).not.toBe(state);
  sim.runner.restore(moment);
  expect(sim.runner.hash()).toBe(state);
  sim.run({ steps: 200 });
  expect(sim.runner.hash()).toBe(later);
});

test("[PS31] a saved world has nested models where they are at zero, and their canonical links", async () => {
  using sim = await TestSim.load(arm("mujoco"));
  const { world } = sim.runner;
  const start = worldPose(world, sim.entity("robot::upper::hand"));
  sim.run({ steps: 300 });
  const saved = saveWorld(world, sim.runner.root);
  const [upper] = saved.models[0]!.models;
  const [hand] = upper!.models;
  expect([upper!.canonicalLink, hand!.canonicalLink]).toEqual(["rod", "palm"]);
  expectSame(upper!.pose, { x: 0.5, y: 0, z: 0, qx: 0, qy: Math.sin(0.1), qz: 0, qw: Math.cos(0.1) }, 9);
  expect(upper!.moved).toBeDefined();
  const again = new World();
  const root = spawnWorld(again, saved);
  for (const name of ["robot::upper", "robot::upper::hand", "robot::upper::hand::wrist", "robot::upper::hand::palm"]) {
    expectSame(worldPose(again, find(again, root, name)!), worldPose(world, sim.entity(name)), 9);
  }
  expect(Math.abs(worldPose(world, sim.entity("robot::upper::hand")).z - start.z)).toBeGreaterThan(0.1);
});

test("[PS31] a link that sleeps stays where it is while its model moves", async () => {
  using sim = await TestSim.load(`<physics type="rapier"/>
    <model name="ground"><static>true</static><link name="l"><collision name="c"><geometry><plane/></geometry></collision></link></model>
    <model name="two">${link("runs", "0 0 0.1 0 0 0")}${link("stays", "0 3 0.1 0 0 0")}
      <model name="inner"><pose>0 5 0 0 0 0</pose>${link("own", "0 0 0.1 0 0 0")}${link("other", "0 1 0.1 0 0 0")}</model></model>`);
  const { world } = sim.runner;
  sim.run({ steps: 1500 });
  const still = ["two::stays", "two::inner", "two::inner::own", "two::inner::other"];
  const places = still.map((name) => worldPose(world, sim.entity(name)));
  world.set(sim.entity("two::runs"), WorldLinearVelocity, { x: 2, y: 0, z: 0 });
  sim.run({ steps: 100 });
  expect(worldPose(world, sim.entity("two")).x).toBeGreaterThan(0.1);
  still.forEach((name, i) => expectSame(worldPose(world, sim.entity(name)), places[i]!, 6));
});

test.each(["rapier", "mujoco"])(
  "[PS31] a model without a pose is at the origin, and frames in it stay numbers, in %s",
  async (type) => {
    using sim = await TestSim.load(arm(type));
    const { world } = sim.runner;
    sim.run({ steps: 10 });
    world.unset(sim.entity("robot"), Pose);
    world.unset(sim.entity("robot::upper::hand"), Pose);
    sim.run({ steps: 10 });
    expect(world.has(sim.entity("robot::upper::hand"), Pose)).toBe(false);
    expect(Object.values(world.get(sim.entity("robot::upper"), Pose)!).every(Number.isFinite)).toBe(true);
  },
);
