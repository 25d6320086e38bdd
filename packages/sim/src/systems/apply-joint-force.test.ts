import { expect, test } from "vitest";
import { JointVelocity } from "../components/joint.ts";
import { hingeModel } from "../testing/hinge.ts";
import { hashesOfInterruptedRuns } from "../testing/interrupted.ts";
import { TestSim } from "../testing/test-sim.ts";

function load(): Promise<TestSim> {
  const plugins = `<plugin name="gz::sim::systems::ApplyJointForce" filename="gz-sim-apply-joint-force-system">
    <joint_name>j</joint_name></plugin>`;
  return TestSim.load(`<gravity>0 0 0</gravity>${hingeModel("m", { plugins })}`);
}

function push(sim: TestSim, force: number): void {
  sim.publish("/model/m/joint/j/cmd_force", "gz.msgs.Double", { data: force });
}

function speedOf(sim: TestSim): number {
  return sim.runner.world.get(sim.joint("m::j"), JointVelocity)!.axis1;
}

test("[AF1] a force acts in every step until another is asked for", async () => {
  using sim = await load();
  push(sim, 0.1);
  sim.run({ steps: 100 });
  // 0.1 N·m on 0.05 kg·m² for 0.1 s, then three times that in the other direction for half as long
  expect(speedOf(sim)).toBeCloseTo(0.2, 4);
  push(sim, -0.3);
  sim.run({ steps: 50 });
  expect(speedOf(sim)).toBeCloseTo(-0.1, 4);
  push(sim, 0);
  sim.run({ steps: 50 });
  expect(speedOf(sim)).toBeCloseTo(-0.1, 4);
});

test("[AF2] what is no number is refused, and the last force stays", async () => {
  using sim = await load();
  push(sim, 0.1);
  sim.run({ steps: 50 });
  push(sim, NaN);
  sim.run({ steps: 50 });
  expect(speedOf(sim)).toBeCloseTo(0.2, 4);
  expect(sim.log.map(({ message }) => message)).toContain("a force is not finite; it is ignored");
});

test("[SY1] a run saved under a force continues alike elsewhere", async () => {
  const { whole, elsewhere, takenBack } = await hashesOfInterruptedRuns(
    load,
    (sim) => {
      push(sim, 0.3);
      sim.run({ steps: 100 });
    },
    (sim) => sim.run({ steps: 100 }),
  );
  expect([elsewhere, takenBack]).toEqual([whole, whole]);
});
