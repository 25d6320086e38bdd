import { relativeTo, worldPose } from "@orrery/sim";
import { JointPosition, Pose } from "@orrery/sim/components";
import { TestSim } from "@orrery/sim/testing";
import { expect, test } from "vitest";
import { JointMotion, withAxis } from "./joint-motion.ts";

const link = (name: string, x: number): string =>
  `<link name="${name}"><pose>${x} 0 0 0 0 0</pose><inertial><mass>1</mass></inertial></link>`;

/** Two bars along x; a finger at the end mimics the elbow. */
const arm = `<model name="arm"><pose>0 0 1 0 0 0</pose>${link("base", 0)}${link("upper", 1)}${link("lower", 2)}
  <joint name="hold" type="fixed"><parent>world</parent><child>base</child></joint>
  <joint name="elbow" type="revolute"><parent>base</parent><child>upper</child><axis><xyz>0 0 1</xyz></axis></joint>
  <joint name="finger" type="revolute"><parent>upper</parent><child>lower</child>
    <axis><xyz>0 0 1</xyz><mimic joint="elbow"><multiplier>2</multiplier></mimic></axis></joint></model>`;

test("[JN4] while a joint is dragged, what hangs on it and what mimics it is shown where it would be, and the world is left alone", async () => {
  using sim = await TestSim.load(arm, { paused: true });
  const { world } = sim.runner;
  const before = sim.runner.hash();
  const [elbow, upper, lower] = [sim.joint("arm::elbow"), sim.entity("arm::upper"), sim.entity("arm::lower")];
  const motion = new JointMotion(world, elbow);
  motion.at(withAxis(world, elbow, 0, 0.2));
  const placed = new Map(motion.at(withAxis(world, elbow, 0, Math.PI / 2)).map(({ entity, pose }) => [entity, pose]));
  expect([...placed.keys()]).toEqual([upper, lower]);
  expect(placed.get(lower)).toMatchObject({ x: expect.closeTo(1, 12), y: expect.closeTo(1, 12) });
  // A quarter turn of the elbow, and twice that of the finger.
  expect(placed.get(lower)!.qz).toBeCloseTo(Math.sin((3 * Math.PI) / 4), 12);
  expect(sim.runner.hash()).toEqual(before);
  expect(motion.at(withAxis(world, elbow, 0, 0))).toEqual([]);
});

test("[JN4] other axes of a joint stay, and a model that moves with the joint's child is shown with it", async () => {
  using sim = await TestSim.load(
    `<model name="m" canonical_link="cart">${link("cart", 1)}${link("rail", 0)}
      <joint name="hold" type="fixed"><parent>world</parent><child>rail</child></joint>
      <joint name="slide" type="prismatic"><parent>rail</parent><child>cart</child><axis><xyz>1 0 0</xyz></axis></joint></model>`,
    { paused: true },
  );
  const { world } = sim.runner;
  const slide = sim.joint("m::slide");
  world.set(slide, JointPosition, { axis1: 0, axis2: 3, axis3: 4 });
  expect(withAxis(world, slide, 0, 0.25)).toEqual({ axis1: 0.25, axis2: 3, axis3: 4 });
  const placed = new Map(
    new JointMotion(world, slide).at({ axis1: 0.25, axis2: 0, axis3: 0 }).map((p) => [p.entity, p.pose]),
  );
  const model = placed.get(sim.entity("m"))!;
  expect(model.x).toBe(0.25);
  expect(placed.get(sim.entity("m::rail"))).toEqual(relativeTo(model, worldPose(world, sim.entity("m::rail"))));
  expect(world.get(sim.entity("m"), Pose)!.x).toBe(0);
});
