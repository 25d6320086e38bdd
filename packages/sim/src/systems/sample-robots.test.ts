import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { gz } from "@orrery/msgs";
import { expect, test } from "vitest";
import { TestSim } from "../testing/test-sim.ts";

function load(name: string): Promise<TestSim> {
  const path = join(import.meta.dirname, "../../../../worlds", name);
  return TestSim.load(readFileSync(path, "utf8"), { file: path });
}

/** Subscribes to a model's joint states. Returns a function for the last positions received, by joint. */
function positionsIn(sim: TestSim, topic: string): () => Record<string, number> {
  let last: gz.Model = {};
  sim.node.subscribe(topic, "gz.msgs.Model", ({ value }) => (last = value));
  return () => Object.fromEntries((last.joint ?? []).map(({ name = "", axis1 }) => [name, axis1?.position ?? 0]));
}

test("[JP8] the sample arm goes to its first pose, and from there where it is told, and tells where it is", async () => {
  using sim = await load("arm.sdf");
  const positions = positionsIn(sim, "/world/arm/model/arm/joint_state");
  const expectNear = (targets: Record<string, number>): void => {
    const now = positions();
    for (const [joint, target] of Object.entries(targets))
      expect([joint, now[joint]]).toEqual([joint, expect.closeTo(target, 1)]);
  };
  sim.run({ steps: 2000 });
  expectNear({ yaw: 0.6, lift: 0.4, elbow: 1.1, roll: 0, bend: 0.8, twist: 0 });
  const next = { yaw: -1, lift: 0.9, elbow: 0.7, roll: 1, bend: 0.5, twist: -1 };
  for (const [joint, data] of Object.entries(next))
    sim.publish(`/model/arm/joint/${joint}/0/cmd_pos`, "gz.msgs.Double", { data });
  sim.run({ steps: 2500 });
  expectNear(next);
});

test("[JP8] the sample quadruped stands on its feet, level and still", async () => {
  using sim = await load("quadruped.sdf");
  sim.run({ steps: 2500 });
  const { x, y, z, qx, qy } = sim.poseOf("dog");
  // Two segments of 0.16 m, each 0.6 rad from upright, and a foot of 25 mm; springs yield by some millimetres.
  expect(z).toBeCloseTo(0.32 * Math.cos(0.6) + 0.025, 1);
  expect(Math.max(Math.abs(qx), Math.abs(qy))).toBeLessThan(0.02);
  expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(0.05);
  sim.run({ steps: 1000 });
  expect(sim.poseOf("dog").x).toBeCloseTo(x, 3);
  expect(sim.poseOf("dog").z).toBeCloseTo(z, 3);
});
