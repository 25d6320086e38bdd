import { expect, test } from "vitest";
import { JointVelocity } from "../components/joint.ts";
import { hingeModel } from "../testing/hinge.ts";
import { hashesOfInterruptedRuns } from "../testing/interrupted.ts";
import { TestSim } from "../testing/test-sim.ts";

function load(inner: string, limit = ""): Promise<TestSim> {
  const plugins = `<plugin name="ignition::gazebo::systems::JointController" filename="ignition-gazebo-joint-controller-system">
    ${inner}</plugin>`;
  return TestSim.load(`<gravity>0 0 0</gravity>${hingeModel("m", { plugins, limit })}`);
}

const motor = "<joint_name>j</joint_name>";
const force = "<joint_name>j</joint_name><use_force_commands>true</use_force_commands><p_gain>0.2</p_gain>";

function goAt(sim: TestSim, speed: number, topic = "/model/m/joint/j/cmd_vel"): void {
  sim.publish(topic, "gz.msgs.Double", { data: speed });
}

function speedOf(sim: TestSim): number {
  return sim.runner.world.get(sim.joint("m::j"), JointVelocity)!.axis1;
}

test("[JC1] a joint has its speed after one step, within its velocity limit", async () => {
  using sim = await load(motor);
  sim.run({ steps: 1 });
  goAt(sim, 5);
  sim.run({ steps: 1 });
  expect(speedOf(sim)).toBeCloseTo(5, 3);
  goAt(sim, -2);
  sim.run({ steps: 1 });
  expect(speedOf(sim)).toBeCloseTo(-2, 3);

  using limited = await load(motor, "<velocity>3</velocity>");
  goAt(limited, 5);
  limited.run({ steps: 2 });
  expect(speedOf(limited)).toBeCloseTo(3, 3);
});

test("[JC1] the motor's effort limits how fast the speed is reached", async () => {
  using sim = await load(motor, "<effort>0.5</effort>");
  sim.run({ steps: 1 });
  goAt(sim, 5);
  sim.run({ steps: 200 });
  // 0.5 N·m on 0.05 kg·m² for 0.2 s
  expect(speedOf(sim)).toBeCloseTo(2, 2);
  sim.run({ steps: 400 });
  expect(speedOf(sim)).toBeCloseTo(5, 3);
});

test("[JC1] it lets its first step go by, then holds the initial speed", async () => {
  using sim = await load(`${motor}<initial_velocity>1.5</initial_velocity>`);
  sim.run({ steps: 1 });
  expect(speedOf(sim)).toBe(0);
  sim.run({ steps: 1 });
  expect(speedOf(sim)).toBeCloseTo(1.5, 3);
});

test("[JC2] by force, the speed closes in as a PID on the joint's inertia says", async () => {
  using sim = await load(force);
  goAt(sim, 2);
  sim.run({ steps: 251 });
  // I v' = p (2 − v): a time constant of 0.05 / 0.2 s, of which one has gone by
  expect(speedOf(sim)).toBeCloseTo(2 * (1 - Math.exp(-1)), 2);
});

test("[JC3] it listens where the file says, and refuses what is no number", async () => {
  using sim = await load(`${motor}<topic>/speed</topic>`);
  goAt(sim, 1, "/speed");
  sim.run({ steps: 3 });
  goAt(sim, Infinity, "/speed");
  sim.run({ steps: 3 });
  expect(speedOf(sim)).toBeCloseTo(1, 3);
  expect(sim.log.some(({ message }) => message === "a target velocity is not finite; it is ignored")).toBe(true);

  using actuated = await load(`${motor}<use_actuator_msg>true</use_actuator_msg>`);
  actuated.publish("/actuators", "gz.msgs.Actuators", { velocity: [0.5] });
  actuated.run({ steps: 3 });
  expect(speedOf(actuated)).toBeCloseTo(0.5, 3);
});

test.each([
  ["motor", motor],
  ["force", force],
])("[SY1] a run saved on its way continues alike elsewhere, by %s", async (_, inner) => {
  const { whole, elsewhere, takenBack } = await hashesOfInterruptedRuns(
    () => load(inner, "<effort>0.5</effort>"),
    (sim) => {
      goAt(sim, 5);
      sim.run({ steps: 200 });
    },
    (sim) => {
      sim.run({ steps: 100 });
      goAt(sim, -1);
      sim.run({ steps: 100 });
    },
  );
  expect([elsewhere, takenBack]).toEqual([whole, whole]);
});

test("[JC2] with disable_braking a joint is sped up but never slowed down", async () => {
  using sim = await load(`${force}<disable_braking>true</disable_braking>`);
  goAt(sim, 4);
  sim.run({ steps: 2000 });
  expect(speedOf(sim)).toBeCloseTo(4, 1);
  const fast = speedOf(sim);
  for (const target of [1, 0]) {
    goAt(sim, target);
    sim.run({ steps: 500 });
    expect(speedOf(sim)).toBeCloseTo(fast, 2);
  }
  goAt(sim, 6);
  sim.run({ steps: 2000 });
  expect(speedOf(sim)).toBeCloseTo(6, 1);
});
