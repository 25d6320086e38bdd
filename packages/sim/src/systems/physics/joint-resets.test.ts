import { expect, test } from "vitest";
import { IsJoint, Name } from "../../components/identity.ts";
import { JointPosition, JointPositionReset, JointVelocity, JointVelocityReset } from "../../components/joint.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import { Gravity } from "../../components/physics.ts";
import type { Entity } from "../../ecs/entities.ts";
import { TestSim } from "../../testing/test-sim.ts";

/** Two bars of 1 m along x, attached to a post; both joints turn about y, where a positive angle points down. */
const arm = `<model name="arm"><pose>0 0 2 0 0 0</pose>
  <link name="post"><inertial><mass>1</mass></inertial></link>
  <joint name="hold" type="fixed"><parent>world</parent><child>post</child></joint>
  ${bar("upper", "post", 0)}${bar("lower", "upper", 1)}</model>`;

function bar(name: string, parent: string, x: number): string {
  return `<link name="${name}"><pose>${x} 0 0 0 0 0</pose><inertial><pose>0.5 0 0 0 0 0</pose><mass>1</mass>
      <inertia><ixx>0.01</ixx><iyy>0.0833</iyy><izz>0.0833</izz></inertia></inertial></link>
    <joint name="turn_${name}" type="revolute"><parent>${parent}</parent><child>${name}</child>
      <axis><xyz>0 1 0</xyz></axis></joint>`;
}

function jointOf(sim: TestSim, name: string): Entity {
  const { world } = sim.runner;
  for (const [joint] of world.query(IsJoint)) if (world.get(joint, Name) === name) return joint;
  throw new Error(`no joint ${name}`);
}

const axes = (axis1: number, axis2 = 0, axis3 = 0) => ({ axis1, axis2, axis3 });

test("[PS14] a position reset turns what hangs on the joint as one piece", async () => {
  using sim = await TestSim.load(arm, { paused: true });
  const { world, root } = sim.runner;
  world.set(root, Gravity, { x: 0, y: 0, z: 0 });
  world.set(jointOf(sim, "turn_lower"), JointPositionReset, axes(0.3));
  world.set(jointOf(sim, "turn_upper"), JointPositionReset, axes(Math.PI / 2));
  sim.run({ steps: 1 });
  // The upper bar points down from the post; the lower one begins 1 m below it.
  expect(sim.poseOf("arm::lower").x).toBeCloseTo(0, 12);
  expect(sim.poseOf("arm::lower").z).toBeCloseTo(1, 12);
  sim.runner.state.run();
  sim.run({ steps: 10 });
  expect(world.get(jointOf(sim, "turn_upper"), JointPosition)!.axis1).toBeCloseTo(Math.PI / 2, 5);
  expect(world.get(jointOf(sim, "turn_lower"), JointPosition)!.axis1).toBeCloseTo(0.3, 5);
  expect(world.has(jointOf(sim, "turn_upper"), JointPositionReset)).toBe(false);
});

test("[PS14] a velocity reset carries along what hangs on the joint; the others keep their speeds", async () => {
  using sim = await TestSim.load(arm, { paused: true });
  const { world } = sim.runner;
  world.set(jointOf(sim, "turn_lower"), JointVelocityReset, axes(0.5));
  sim.run({ steps: 1 });
  world.set(jointOf(sim, "turn_upper"), JointVelocityReset, axes(2));
  sim.run({ steps: 1 });
  // The lower bar's origin moves down with the end of the upper one, at 1 m · 2 rad/s.
  expect(world.get(sim.entity("arm::lower"), WorldLinearVelocity)).toEqual({ x: 0, y: 0, z: -2 });
  expect(world.get(sim.entity("arm::lower"), WorldAngularVelocity)).toEqual({ x: 0, y: 2.5, z: 0 });
  expect(world.get(jointOf(sim, "turn_lower"), JointVelocity)!.axis1).toBe(0.5);
});

test("[PS14] a position reset turns velocities with the links", async () => {
  using sim = await TestSim.load(arm, { paused: true });
  const { world } = sim.runner;
  world.set(jointOf(sim, "turn_upper"), JointVelocityReset, axes(2));
  sim.run({ steps: 1 });
  world.set(jointOf(sim, "turn_upper"), JointPositionReset, axes(Math.PI / 2));
  sim.run({ steps: 1 });
  const { x, z } = world.get(sim.entity("arm::lower"), WorldLinearVelocity)!;
  expect(x).toBeCloseTo(-2, 12);
  expect(z).toBeCloseTo(0, 12);
});

test("[PS14] a model whose canonical link hangs on the joint moves with it, and the rest of it stays", async () => {
  using sim = await TestSim.load(
    `<model name="slider" canonical_link="cart">
      <link name="cart"><pose>1 0 1 0 0 0</pose><inertial><mass>1</mass></inertial></link>
      <link name="rail"><pose>0 0 1 0 0 0</pose><inertial><mass>1</mass></inertial></link>
      <joint name="hold" type="fixed"><parent>world</parent><child>rail</child></joint>
      <joint name="slide" type="prismatic"><parent>rail</parent><child>cart</child><axis><xyz>1 0 0</xyz></axis></joint></model>`,
    { paused: true },
  );
  sim.runner.world.set(jointOf(sim, "slide"), JointPositionReset, axes(0.25));
  sim.run({ steps: 1 });
  expect(sim.poseOf("slider")).toMatchObject({ x: 0.25, z: 0 });
  expect(sim.poseOf("slider::cart")).toMatchObject({ x: 1.25, z: 1 });
  expect(sim.poseOf("slider::rail")).toMatchObject({ x: 0, z: 1 });
});

test("[PS15] a fixed joint and one in a loop cannot be reset, and a value that is not finite is refused", async () => {
  const loop = arm.replace(
    "</model>",
    `<joint name="closing" type="ball"><parent>post</parent><child>lower</child></joint></model>`,
  );
  using sim = await TestSim.load(loop, { paused: true });
  const { world } = sim.runner;
  world.set(jointOf(sim, "hold"), JointPositionReset, axes(1));
  world.set(jointOf(sim, "turn_upper"), JointPositionReset, axes(1));
  world.set(jointOf(sim, "turn_lower"), JointVelocityReset, axes(NaN));
  sim.run({ steps: 1 });
  expect(sim.log.filter(({ level }) => level === "error").map(({ message }) => message)).toEqual([
    "arm::hold: a joint of its type has no position to reset; it is left as it was",
    "arm::turn_upper: it is part of a loop of joints and cannot be reset; it is left as it was",
    "arm::turn_lower: its reset is not finite; it is left as it was",
  ]);
  expect(sim.poseOf("arm::lower").x).toBe(1);
});
