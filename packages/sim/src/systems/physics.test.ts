import { expect, test } from "vitest";
import { Geometry } from "../components/geometry.ts";
import { IsStatic, Name } from "../components/identity.ts";
import {
  JointForceCmd,
  JointPosition,
  JointServo,
  JointType,
  JointVelocity,
  JointVelocityCmd,
} from "../components/joint.ts";
import {
  AngularVelocityCmd,
  LinearVelocityCmd,
  WorldAngularVelocity,
  WorldLinearAcceleration,
  WorldLinearVelocity,
  WorldWrenchCmd,
} from "../components/motion.ts";
import { Contacts, Gravity, Inertial, IsKinematic, WantsContacts } from "../components/physics.ts";
import { Pose } from "../components/pose.ts";
import type { Entity } from "../ecs/entities.ts";
import { MemoryResources } from "../formats/memory-resources.ts";
import { parseSdf } from "../formats/sdf/load-sdf.ts";
import { spawnModel } from "../entities/kinds/model.ts";
import { TestSim } from "../testing/test-sim.ts";

const ground = `<model name="ground"><static>true</static><link name="link">
  <collision name="c"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>`;

function box(name: string, pose: string): string {
  return `<model name="${name}"><pose>${pose} 0 0 0</pose><link name="link">
    <inertial><mass>2</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>
    <collision name="c"><geometry><box><size>0.4 0.4 0.4</size></box></geometry></collision></link></model>`;
}

/** An arm of 1 kg and 1 m, attached to a post, that turns about y. */
const arm = `<model name="arm"><pose>0 0 2 0 0 0</pose>
  <link name="post"><inertial><mass>1</mass></inertial></link>
  <joint name="hold" type="fixed"><parent>world</parent><child>post</child></joint>
  <link name="bar"><pose>0.5 0 0 0 0 0</pose>
    <inertial><mass>1</mass><inertia><ixx>0.01</ixx><iyy>0.0833</iyy><izz>0.0833</izz></inertia></inertial></link>
  <joint name="turn" type="revolute"><pose>-0.5 0 0 0 0 0</pose><parent>post</parent><child>bar</child>
    <axis><xyz>0 1 0</xyz></axis></joint></model>`;

function childOf(sim: TestSim, model: string, name: string): Entity {
  const { world } = sim.runner;
  return world.childrenOf(sim.entity(model)).find((child) => world.get(child, Name) === name)!;
}

test("[PS1] a model's frame moves with its canonical link; other links' poses are relative to it", async () => {
  using sim = await TestSim.load(`<model name="pair"><pose>0 0 3 0 0 0</pose>
    <link name="a"><pose>0 0 0.5 0 0 0</pose><inertial><mass>1</mass></inertial></link>
    <link name="b"><pose>1 0 0 0 0 0</pose><inertial><mass>1</mass></inertial></link></model>`);
  const { world } = sim.runner;
  const b = sim.entity("pair::b");
  world.set(b, WorldLinearVelocity, { x: 0, y: 1, z: 0 });
  sim.run({ steps: 500 });
  expect(world.get(sim.entity("pair::a"), Pose)).toMatchObject({ x: 0, y: 0, z: 0.5 });
  expect(world.get(b, Pose)!.y).toBeCloseTo(0.5, 4);
  expect(world.get(b, Pose)!.z).toBeCloseTo(0, 5);
  expect(sim.poseOf("pair").z).toBeCloseTo(3 - 9.8 / 8, 2);
});

test("[PS2] writing a pose moves the bodies of a model, a link or a shape; writing a velocity sets it", async () => {
  using sim = await TestSim.load(ground + box("box", "0 0 0.2"));
  const { world } = sim.runner;
  sim.run({ steps: 200 });
  const box1 = sim.entity("box");
  world.set(box1, Pose, { ...world.get(box1, Pose)!, x: 5, z: 2 });
  world.set(sim.entity("box::link"), WorldAngularVelocity, { x: 0, y: 0, z: 3 });
  sim.run({ steps: 100 });
  expect(sim.poseOf("box").x).toBeCloseTo(5, 3);
  expect(sim.poseOf("box").z).toBeCloseTo(2 - 0.049, 2);
  expect(world.get(sim.entity("box::link"), WorldAngularVelocity)!.z).toBeCloseTo(3, 3);
  // A link, and its model with it; then its shape, so that it comes to rest with its origin 0.3 m lower.
  const link = sim.entity("box::link");
  world.set(link, Pose, { ...world.get(link, Pose)!, y: 2 });
  sim.run({ steps: 1 });
  expect(Math.hypot(sim.poseOf("box::link").x - 5, sim.poseOf("box::link").y)).toBeCloseTo(2, 2);
  const shape = world.childrenOf(link)[0]!;
  world.set(shape, Pose, { ...world.get(shape, Pose)!, z: -0.3 });
  sim.run({ steps: 2500 });
  expect(sim.poseOf("box::link").z).toBeCloseTo(0.5, 2);
});

test("[PS3] models added and removed while the world runs are simulated, and gone", async () => {
  using sim = await TestSim.load(ground + box("low", "0 0 0.2") + box("high", "0 0 0.6"));
  const { world } = sim.runner;
  sim.run({ steps: 2000 });
  expect(sim.poseOf("high").z).toBeCloseTo(0.6, 2);
  world.remove(sim.entity("low"));
  sim.run({ steps: 1000 });
  expect(sim.poseOf("high").z).toBeCloseTo(0.2, 2);
  const { scene } = await parseSdf(
    `<sdf version="1.9">${box("new", "0 0 3")}</sdf>`,
    "new.sdf",
    new MemoryResources({}),
  );
  spawnModel(world, sim.runner.root, scene.models[0]!);
  sim.run({ steps: 2000 });
  expect(sim.poseOf("new").z).toBeCloseTo(0.6, 2);
});

test("[PS12] what is static, kinematic, or a joint of another type can be changed while the world runs", async () => {
  using sim = await TestSim.load(ground + box("box", "0 0 2") + arm);
  const { world } = sim.runner;
  const [model, link] = [sim.entity("box"), sim.entity("box::link")];
  world.set(model, IsStatic, {});
  sim.run({ steps: 200 });
  expect(sim.poseOf("box").z).toBe(2);
  world.unset(model, IsStatic);
  world.set(link, IsKinematic, {});
  world.set(link, WorldLinearVelocity, { x: 1, y: 0, z: 0 });
  sim.run({ steps: 100 });
  expect(sim.poseOf("box")).toMatchObject({ z: 2 });
  expect(sim.poseOf("box").x).toBeCloseTo(0.1, 3);
  world.unset(link, IsKinematic);
  sim.run({ steps: 200 });
  expect(sim.poseOf("box").z).toBeLessThan(1.9);
  const joint = childOf(sim, "arm", "turn");
  expect(world.get(joint, JointPosition)!.axis1).toBeGreaterThan(0.1);
  world.set(joint, JointType, "fixed");
  sim.run({ steps: 1500 });
  world.set(joint, JointVelocityCmd, { axis1: 1, axis2: 1 });
  sim.run({ steps: 1 });
  world.unset(joint, JointVelocityCmd);
  sim.run({ steps: 1 });
  expect(sim.runner.systems.list().map(({ state }) => state)).toEqual(["running"]);
  // A fixed joint holds position zero, so the bar is level again.
  expect(sim.poseOf("arm::bar").z).toBeCloseTo(2, 2);
});

test("[PS4] a changed geometry collides as it is now, a changed mass weighs as it does now", async () => {
  using sim = await TestSim.load(ground + box("box", "0 0 0.2"));
  const { world } = sim.runner;
  sim.run({ steps: 100 });
  const collision = world.childrenOf(sim.entity("box::link"))[0]!;
  world.set(collision, Geometry, { type: "box", size: { x: 0.4, y: 0.4, z: 1 } });
  sim.run({ steps: 1500 });
  expect(sim.poseOf("box").z).toBeCloseTo(0.5, 2);
  const link = sim.entity("box::link");
  world.set(link, Inertial, { ...world.get(link, Inertial)!, mass: 8 });
  world.set(collision, WantsContacts, {});
  sim.run({ steps: 300 });
  const force = world.get(collision, Contacts)!.flatMap(({ points }) => points.map((point) => point.force.z));
  expect(force.reduce((sum, z) => sum + z, 0)).toBeCloseTo(8 * 9.8, 0);
});

test("[PS5] gravity is a component of the world", async () => {
  using sim = await TestSim.load(box("box", "0 0 1"));
  sim.runner.world.set(sim.runner.root, Gravity, { x: 2, y: 0, z: 0 });
  sim.run({ steps: 1000 });
  expect(sim.poseOf("box").x).toBeCloseTo(1, 2);
  expect(sim.poseOf("box").z).toBeCloseTo(1, 6);
});

test("[PS6] a wrench acts for one step", async () => {
  using sim = await TestSim.load(box("box", "0 0 1"));
  const { world } = sim.runner;
  world.set(sim.runner.root, Gravity, { x: 0, y: 0, z: 0 });
  const link = sim.entity("box::link");
  world.set(link, WorldWrenchCmd, { fx: 2000, fy: 0, fz: 0, tx: 0, ty: 0, tz: 50 });
  sim.run({ steps: 10 });
  // 2000 N on 2 kg and 50 N·m on 0.1 kg·m² for a millisecond
  expect(world.get(link, WorldLinearVelocity)!.x).toBeCloseTo(1, 4);
  expect(world.get(link, WorldAngularVelocity)!.z).toBeCloseTo(0.5, 4);
});

test.each(["rapier", "mujoco"])("[PS6] a wrench acts at the link's origin, in world axes, in %s", async (type) => {
  using sim =
    await TestSim.load(`<physics type="${type}"/><gravity>0 0 0</gravity><model name="m"><pose>3 2 1 0 0 1.5707963267948966</pose>
    <link name="link"><inertial><pose>0.1 0 0 0 0 0</pose><mass>2</mass>
      <inertia><ixx>0.5</ixx><iyy>0.5</iyy><izz>0.5</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial></link></model>`);
  const { world } = sim.runner;
  const link = sim.entity("m::link");
  world.set(link, WorldWrenchCmd, { fx: 100, fy: 0, fz: 0, tx: 0, ty: 0, tz: 0 });
  sim.run({ steps: 1 });
  // The centre of mass is 0.1 m along world y, so 100 N give a torque of 10 N·m about it; it moves at 0.05 m/s itself.
  expect(world.get(link, WorldAngularVelocity)!.z).toBeCloseTo((0.1 * 100 * 0.001) / 0.5, 6);
  expect(world.get(link, WorldLinearVelocity)!.x).toBeCloseTo(0.05 + 0.1 * 0.02, 5);
});

test.each(["rapier", "mujoco"])(
  "[PS17] a joint that only falls stays within its velocity limit, in %s",
  async (type) => {
    const limit = "<limit><velocity>0.8</velocity></limit>";
    using sim =
      await TestSim.load(`<physics type="${type}"/><model name="m"><link name="arm"><pose>1 0 0 0 0 0</pose></link>
    <joint name="j" type="revolute"><pose>-1 0 0 0 0 0</pose><parent>world</parent><child>arm</child>
    <axis><xyz>0 1 0</xyz>${limit}</axis></joint></model>`);
    const joint = childOf(sim, "m", "j");
    for (let i = 0; i < 1000; i++) {
      sim.run({ steps: 1 });
      expect(Math.abs(sim.runner.world.get(joint, JointVelocity)!.axis1)).toBeLessThan(0.815);
    }
    expect(sim.runner.world.get(joint, JointPosition)!.axis1).toBeCloseTo(0.72, 1);
  },
);

test("[PS7] joints report position and velocity, and obey speed, servo and force commands", async () => {
  using sim = await TestSim.load(arm);
  const { world } = sim.runner;
  const joint = childOf(sim, "arm", "turn");
  world.set(joint, JointVelocityCmd, { axis1: 0.5, axis2: 0 });
  sim.run({ steps: 1000 });
  // The motor yields a little to the arm's weight.
  expect(world.get(joint, JointPosition)!.axis1).toBeCloseTo(0.5, 1);
  expect(world.get(joint, JointVelocity)!.axis1).toBeCloseTo(0.5, 1);
  world.unset(joint, JointVelocityCmd);
  world.set(joint, JointServo, { target: -0.3, stiffness: 5000, damping: 100, maxForce: Infinity });
  sim.run({ steps: 1500 });
  expect(world.get(joint, JointPosition)!.axis1).toBeCloseTo(-0.3, 2);
  world.unset(joint, JointServo);
  world.set(sim.runner.root, Gravity, { x: 0, y: 0, z: 0 });
  sim.run({ steps: 1 });
  const before = world.get(joint, JointVelocity)!.axis1;
  world.set(joint, JointForceCmd, { axis1: 100, axis2: 0 });
  sim.run({ steps: 1 });
  // 100 N·m for a millisecond on 1/3 kg·m²
  expect(world.get(joint, JointVelocity)!.axis1 - before).toBeCloseTo(0.3, 2);
});

test("[PS16] a model begins every step with the velocity it is told, its joints continue as they do, and held to the world it stays", async () => {
  const free = arm.replace(/<joint name="hold".*<\/joint>/, "");
  using sim = await TestSim.load(`<gravity>0 0 0</gravity>${free}${arm.replace('"arm"', '"held"')}`);
  const { world } = sim.runner;
  // The bar turns at 3 rad/s about the hinge, half a metre from its origin.
  const bar = sim.entity("arm::bar");
  world.set(bar, WorldAngularVelocity, { x: 0, y: 3, z: 0 });
  world.set(bar, WorldLinearVelocity, { x: 0, y: 0, z: -1.5 });
  for (const name of ["arm", "held"]) {
    world.set(sim.entity(name), LinearVelocityCmd, { x: 1, y: 0, z: 0 });
    world.set(sim.entity(name), AngularVelocityCmd, { x: 0, y: 0, z: 2 });
  }
  sim.run({ steps: 1 });
  // Within what one step at these rates changes: 0.01 of each.
  const velocity = world.get(bar, WorldLinearVelocity)!;
  for (const [is, should] of [
    [velocity.x, 1],
    [velocity.y, 2 * 0.5],
    [velocity.z, -3 * 0.5],
    [world.get(bar, WorldAngularVelocity)!.z, 2],
    [world.get(childOf(sim, "arm", "turn"), JointVelocity)!.axis1, 3],
  ] as const)
    expect(Math.abs(is - should)).toBeLessThan(0.02);
  sim.run({ steps: 500 });
  expect(world.get(sim.entity("arm::post"), WorldAngularVelocity)!.z).toBeCloseTo(2, 1);
  expect(sim.poseOf("held")).toMatchObject({ x: 0, y: 0, z: 2 });
});

test("[PS20] friction is another along the direction that a surface names than across it", async () => {
  const slider = (name: string, y: number, mu: string): string =>
    box(name, `0 ${y} 0.2`).replace(
      "</collision>",
      `<surface><friction><ode>${mu}<fdir1>1 0 0</fdir1></ode></friction></surface></collision>`,
    );
  using sim = await TestSim.load(
    ground +
      slider("along", 0, "<mu>0.5</mu><mu2>0.1</mu2>") +
      slider("across", 2, "<mu>0.1</mu><mu2>0.5</mu2>") +
      slider("turned", 4, "<mu>0.5</mu><mu2>0.1</mu2>"),
  );
  const { world } = sim.runner;
  world.set(sim.entity("turned"), Pose, { ...sim.poseOf("turned"), qz: Math.SQRT1_2, qw: Math.SQRT1_2 });
  sim.run({ steps: 300 });
  for (const name of ["along", "across", "turned"])
    world.set(sim.entity(`${name}::link`), WorldLinearVelocity, { x: 1, y: 0, z: 0 });
  sim.run({ steps: 1500 });
  // v²/(2 µ g), to 3 %.
  for (const [name, mu] of [
    ["along", 0.5],
    ["across", 0.1],
    ["turned", 0.1],
  ] as const)
    expect(Math.abs((sim.poseOf(name).x * 2 * mu * 9.8) / 1 - 1)).toBeLessThan(0.03);
});

test("[PS8] accelerations are written for links that have such a component", async () => {
  using sim = await TestSim.load(box("box", "0 0 10"));
  const link = sim.entity("box::link");
  sim.runner.world.set(link, WorldLinearAcceleration, { x: 0, y: 0, z: 0 });
  sim.run({ steps: 5 });
  expect(sim.runner.world.get(link, WorldLinearAcceleration)!.z).toBeCloseTo(-9.8, 2);
});

test("[PS9] a resting world writes nothing, and its velocities are zero", async () => {
  using sim = await TestSim.load(ground + box("box", "0 0 0.2"));
  const { world } = sim.runner;
  sim.run({ steps: 3000 });
  const { version } = world.changesSince(0);
  sim.run({ steps: 100 });
  expect(world.changesSince(version).delta.set.map(({ component }) => component.name)).toEqual(["orrery.SimClock"]);
  expect(world.get(sim.entity("box::link"), WorldLinearVelocity)).toEqual({ x: 0, y: 0, z: 0 });
});

test("[PS10] links of one model pass through each other unless it says self_collide", async () => {
  const model = (self: string) => `<model name="m"><self_collide>${self}</self_collide>
    ${["0.2", "0.9"]
      .map(
        (z, i) => `<link name="l${i}"><pose>0 0 ${z} 0 0 0</pose><inertial><mass>1</mass></inertial>
      <collision name="c"><geometry><box><size>0.4 0.4 0.4</size></box></geometry></collision></link>`,
      )
      .join("")}</model>`;
  const height = async (self: string): Promise<number> => {
    using sim = await TestSim.load(ground + model(self));
    sim.run({ steps: 1500 });
    return sim.poseOf("m::l1").z;
  };
  expect(await height("false")).toBeCloseTo(0.2, 1);
  expect(await height("true")).toBeCloseTo(0.6, 1);
});
