import { expect, test } from "vitest";
import { AngularVelocityCmd, LinearVelocityCmd } from "../components/motion.ts";
import { hashesOfInterruptedRuns } from "../testing/interrupted.ts";
import { TestSim } from "../testing/test-sim.ts";

const weld = `<joint name="weld" type="fixed"><parent>body</parent><child>head</child></joint>`;

/** Returns a weightless pair of bodies, rotated by a quarter turn about z. */
function load(settings = "", joint = ""): Promise<TestSim> {
  const inertial = "<inertial><mass>1</mass></inertial>";
  return TestSim.load(`<gravity>0 0 0</gravity><model name="pair"><pose>0 0 1 0 0 1.5707963267949</pose>
    <link name="body">${inertial}</link><link name="head"><pose>1 0 0 0 0 0</pose>${inertial}</link>${joint}
    <plugin filename="gz-sim-velocity-control-system" name="gz::sim::systems::VelocityControl">${settings}</plugin>
  </model>`);
}

const still = { x: 0, y: 0, z: 0 };

test("[VC1] the model moves as told, in its own axes, from the step after the one that receives it", async () => {
  using sim = await load();
  const model = sim.entity("pair");
  const { world } = sim.runner;
  sim.publish("/model/pair/cmd_vel", "gz.msgs.Twist", { linear: { x: 0.5 } });
  sim.run({ steps: 1 });
  expect(world.get(model, LinearVelocityCmd)).toEqual(still);
  sim.run({ steps: 1 });
  expect(world.get(model, LinearVelocityCmd)).toEqual({ x: 0.5, y: 0, z: 0 });
  sim.run({ steps: 999 });
  expect(sim.poseOf("pair").x).toBeCloseTo(0, 3);
  expect(sim.poseOf("pair").y).toBeCloseTo(0.5, 3);
  expect(sim.poseOf("pair::head").y).toBeCloseTo(1.5, 3);
});

test("[VC1] it turns as one body, and keeps its speed against gravity", async () => {
  using sim = await load("<initial_angular>0 0 1</initial_angular>", weld);
  sim.request("/world/test/set_physics", "gz.msgs.Physics", { gravity: { z: -10 } });
  sim.run({ steps: 1000 });
  // Every step begins at rest and falls by at most g dt², 1 cm/s for steps of 1 ms; in free fall it would have been 5
  // m.
  expect(sim.poseOf("pair").z).toBeGreaterThan(1 - 0.0101);
  const angle = Math.PI / 2 + 1;
  expect(sim.poseOf("pair::head").x).toBeCloseTo(Math.cos(angle), 2);
  expect(sim.poseOf("pair::head").y).toBeCloseTo(Math.sin(angle), 2);
});

test("[VC2] a link that is listed has a topic of its own, and moves as it does until told", async () => {
  using sim = await load("<link_name>head</link_name><topic>/go</topic>");
  const head = sim.entity("pair::head");
  sim.run({ steps: 10 });
  expect(sim.runner.world.has(head, LinearVelocityCmd)).toBe(false);
  sim.publish("/model/pair/link/head/cmd_vel", "gz.msgs.Twist", { linear: { x: 1 }, angular: { z: 2 } });
  sim.run({ steps: 102 });
  expect(sim.poseOf("pair").y).toBeCloseTo(0, 6);
  expect(sim.runner.world.get(head, AngularVelocityCmd)).toEqual({ x: 0, y: 0, z: 2 });
  // Along its own axis, which turns by 0.2 rad: sin(0.2) / 2 m.
  expect(sim.poseOf("pair::head").y).toBeCloseTo(1 + Math.sin(0.2) / 2, 2);
});

test("[VC3] what is not finite, or for a link that is not there, is refused once", async () => {
  using sim = await load("<link_name>tail</link_name>");
  for (let i = 0; i < 3; i++) {
    sim.publish("/model/pair/cmd_vel", "gz.msgs.Twist", { linear: { x: Infinity } });
    sim.publish("/model/pair/link/tail/cmd_vel", "gz.msgs.Twist", { linear: { x: 1 } });
    sim.run({ steps: 2 });
  }
  expect(sim.runner.world.get(sim.entity("pair"), LinearVelocityCmd)).toEqual(still);
  expect(sim.log.filter(({ level }) => level === "warn").map(({ message }) => message)).toEqual([
    "a velocity on /model/pair/cmd_vel: linear.x is not finite; it is ignored",
    "a velocity on /model/pair/link/tail/cmd_vel for a link that is not there; it is ignored",
  ]);
});

test("[SY1] a run saved in mid-course continues as if it had never stopped", async () => {
  const { whole, elsewhere, takenBack } = await hashesOfInterruptedRuns(
    () => load("<link_name>head</link_name>"),
    (sim) => {
      sim.publish("/model/pair/link/head/cmd_vel", "gz.msgs.Twist", { linear: { x: 1 }, angular: { z: 2 } });
      sim.run({ steps: 50 });
      sim.publish("/model/pair/cmd_vel", "gz.msgs.Twist", { linear: { y: 1 }, angular: { x: 0.1 } });
      sim.run({ steps: 1 });
    },
    (sim) => sim.run({ steps: 100 }),
  );
  expect(elsewhere).toBe(whole);
  expect(takenBack).toBe(whole);
});
