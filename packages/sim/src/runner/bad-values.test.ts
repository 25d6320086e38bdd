import type { gz } from "@orrery/msgs";
import { expect, test } from "vitest";
import { JointForceCmd } from "../components/joint.ts";
import { WorldLinearVelocity, WorldWrenchCmd } from "../components/motion.ts";
import { PhysicsSettings } from "../components/physics.ts";
import { Pose } from "../components/pose.ts";
import { threeBoxes } from "../testing/boxes.ts";
import { TestSim } from "../testing/test-sim.ts";
import { defineSystem } from "./systems/system.ts";

test("[PS11] a step size that a system writes wrongly pauses the world, and no more", async () => {
  using sim = await TestSim.load(threeBoxes);
  const { runner } = sim;
  runner.world.set(runner.root, PhysicsSettings, { ...PhysicsSettings.initial(), maxStepSize: Number.NaN });
  sim.run({ steps: 3 });
  expect([runner.state.paused, runner.now().count]).toEqual([true, 0]);
  runner.world.set(runner.root, PhysicsSettings, PhysicsSettings.initial());
  runner.state.run();
  sim.run({ steps: 3 });
  expect(runner.now().count).toBe(3);
});

test("[RU12] a state whose engine bytes or systems do not fit is refused, and nothing changes", async () => {
  using sim = await TestSim.load(threeBoxes);
  sim.run({ steps: 10 });
  const before = sim.runner.hash();
  using bare = await TestSim.load(threeBoxes, {
    systems: [defineSystem({ name: "absent", create: () => ({}) })],
    defaultSystems: ["absent"],
  });
  await expect(sim.runner.load(bare.runner.save())).rejects.toThrow('there is no system "absent"');
  const { snapshot, states } = sim.runner.keyframe();
  const broken = new Map([...states].map(([key, state]) => [key, state.slice(0, 100)]));
  expect(() => sim.runner.restore({ snapshot, states: broken })).toThrow("not a state of orrery rapier");
  sim.runner.restore({ snapshot, states });
  expect(sim.runner.hash()).toBe(before);
});

test("[PS11] nonsense from one entity is reported once, and the rest of the world moves on", async () => {
  const screw = `<model name="vice"><link name="x"><inertial><mass>1</mass></inertial></link><link name="y"><inertial><mass>1</mass></inertial></link>
    <joint name="j" type="screw"><parent>x</parent><child>y</child><axis><xyz>0 0 1</xyz></axis></joint></model>`;
  using sim = await TestSim.load(threeBoxes + screw);
  const { runner } = sim;
  const a = sim.entity("a");
  const joint = runner.world.childrenOf(sim.entity("vice")).at(-1)!;
  for (let i = 0; i < 5; i++) {
    runner.world.set(a, Pose, { ...runner.world.get(a, Pose)!, x: Number.NaN });
    runner.world.set(a, WorldWrenchCmd, { fx: 1, fy: 0, fz: 0, tx: 0, ty: 0, tz: 0 });
    runner.world.set(sim.entity("c::link"), WorldWrenchCmd, { fx: Number.NaN, fy: 0, fz: 0, tx: 0, ty: 0, tz: 0 });
    runner.world.set(joint, JointForceCmd, { axis1: 1, axis2: 1 });
    runner.world.set(sim.entity("b::link"), WorldLinearVelocity, { x: 0, y: 1, z: 0 });
    sim.run({ steps: 2 });
  }
  expect(runner.systems.list().map(({ state }) => state)).toEqual(["running"]);
  expect(sim.poseOf("b").y).toBeGreaterThan(0.005);
  const errors = sim.log.filter(({ level }) => level === "error").map(({ message }) => message);
  expect(errors).toHaveLength(3);
  expect(errors.join()).toMatch(/a: .*not finite|a::link: .*pose/);
  expect(errors.join()).toContain("there is no axis 1");
});

test("[RU15] a step that stands still or jumps is refused whole, by service and by file", async () => {
  using sim = await TestSim.load(threeBoxes);
  const ask = async (physics: gz.Physics): Promise<boolean> => {
    const answer = sim.node.request("/world/test/set_physics", physics, { response: "gz.msgs.Boolean" });
    sim.run({ steps: 1 });
    return (await answer).data ?? false;
  };
  for (const max_step_size of [1e300, 1e-12, Number.NaN, -1]) expect(await ask({ max_step_size })).toBe(false);
  expect(await ask({ max_step_size: 0.002, real_time_factor: -1 })).toBe(false);
  expect(await ask({ gravity: { z: Number.NaN } })).toBe(false);
  sim.run({ steps: 10 });
  expect(sim.runner.now().timeNs).toBe(sim.runner.now().count * 1e6);
  await expect(TestSim.load(`<physics type="ode"><max_step_size>1e9</max_step_size></physics>`)).rejects.toThrow(
    "a step must take from",
  );
});
