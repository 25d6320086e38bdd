import { expect, test } from "vitest";
import * as components from "@orrery/sim/components";
import type { TestSim } from "@orrery/sim/testing";
import { loadSample } from "./sample-world.ts";

/** Step, m/s and rad/s: the course described in the world's file. */
const course = [
  [500, 1, 0],
  [1500, 1, 1.2],
  [2400, 1, -1.2],
  [4200, 1, 1.2],
  [6000, 1, -1.2],
  [7800, 1, 1.2],
  [8700, 1, 0],
  [9500, 0, 0],
] as const;

/** The place of each gate, between two cones 1.5 m apart along x. */
const gates = [
  { x: 0.5, y: 0 },
  { x: 2.27, y: 1.15 },
  { x: 3.6, y: 0.54 },
  { x: 5.22, y: 1.68 },
  { x: 7.2, y: 1.07 },
];

/** Returns the vehicle's distance from the middle of each gate when it passed, in m. */
function drive(sim: TestSim): number[] {
  const misses: number[] = [];
  for (const [i, [step, x, z]] of course.entries()) {
    advance(step);
    sim.publish("/model/vehicle/cmd_vel", "gz.msgs.Twist", { linear: { x }, angular: { z } });
    advance(course[i + 1]?.[0] ?? step + 1500);
  }
  return misses;

  function advance(until: number): void {
    while (sim.runner.now().count < until) {
      sim.run({ steps: 10 });
      const { x, y } = sim.poseOf("vehicle");
      const gate = gates[misses.length];
      if (gate !== undefined && x > gate.x) misses.push(Math.abs(y - gate.y));
    }
  }
}

test.each(["rapier", "mujoco"])(
  "[SW1] the sample vehicle drives its slalom and touches no cone, alike in two runs: %s",
  { timeout: 120_000 },
  async (engine) => {
    const hashes: string[] = [];
    for (let run = 0; run < 2; run++) {
      using sim = await loadSample("diff-drive.sdf", engine);
      sim.run({ steps: 300 });
      const cones = Array.from({ length: 10 }, (_, i) => `cone_${i + 1}`);
      const before = cones.map((name) => sim.poseOf(name));
      const misses = drive(sim);
      expect(misses).toHaveLength(gates.length);
      // 0.75 m to a cone, minus half of its foot and half of the vehicle, leaves 0.22 m.
      expect(Math.max(...misses)).toBeLessThan(0.2);
      const end = sim.poseOf("vehicle");
      expect(Math.hypot(end.x - 7.7, end.y - 1.07)).toBeLessThan(0.2);
      for (const [i, name] of cones.entries()) {
        const { x, y, qw } = sim.poseOf(name);
        expect(Math.hypot(x - before[i]!.x, y - before[i]!.y)).toBeLessThan(0.002);
        expect(Math.abs(qw)).toBeGreaterThan(0.9999);
      }
      hashes.push(sim.runner.hash());
    }
    expect(hashes[1]).toBe(hashes[0]);
  },
);

test.each(["rapier", "mujoco"])(
  "[SW2] the sample pole falls, and its cart rolls, by the equations: %s",
  async (engine) => {
    using sim = await loadSample("cart-pole.sdf", engine);
    sim.run({ steps: 250 });
    const { world } = sim.runner;
    const joint = (name: string): number => {
      const model = sim.entity("cart_pole");
      const found = world.childrenOf(model).find((child) => world.get(child, components.Name) === name)!;
      return world.get(found, components.JointPosition)!.axis1;
    };
    // θ₀ cosh λt near upright: λ² = m l g (M + m) / ((M + m)(I + m l²) − m² l²), with M = 1, m = 0.1 kg, l = 0.5 m.
    const lambda = Math.sqrt((0.05 * 9.8 * 1.1) / (1.1 * (0.00834 + 0.025) - 0.05 ** 2));
    const angle = 0.1 * Math.cosh(lambda * 0.25);
    expect(Math.abs(0.1 + joint("hinge") - angle)).toBeLessThan(0.003);
    // No horizontal force acts, so the common centre of mass stays where it is.
    const offset = (-0.05 * (Math.sin(0.1 + joint("hinge")) - Math.sin(0.1))) / 1.1;
    expect(Math.abs(joint("slide") - offset)).toBeLessThan(0.0005);
  },
);
