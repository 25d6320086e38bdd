import { expect, test } from "vitest";
import { Name } from "../components/identity.ts";
import { JointForceCmd, JointPosition, JointVelocity } from "../components/joint.ts";
import { hingeModel } from "../testing/hinge.ts";
import { hashesOfInterruptedRuns } from "../testing/interrupted.ts";
import { TestSim } from "../testing/test-sim.ts";

function controller(inner: string): string {
  return `<plugin name="gz::sim::systems::JointPositionController" filename="gz-sim-joint-position-controller-system">
    ${inner}</plugin>`;
}

const pd = "<joint_name>j</joint_name><p_gain>2</p_gain><i_gain>0.1</i_gain><d_gain>0.4</d_gain>";

function load(inner: string, limit = ""): Promise<TestSim> {
  return TestSim.load(`<gravity>0 0 0</gravity>${hingeModel("m", { plugins: controller(inner), limit })}`, {
    defaultSystems: ["physics"],
  });
}

function goTo(sim: TestSim, target: number, topic = "/model/m/joint/j/0/cmd_pos"): void {
  sim.publish(topic, "gz.msgs.Double", { data: target });
}

function positionOf(sim: TestSim): number {
  return sim.runner.world.get(sim.joint("m::j"), JointPosition)!.axis1;
}

test("[JP2] a joint follows the same PID on a plain body of its inertia, from the second step on", async () => {
  using sim = await load(pd);
  goTo(sim, 1);
  let [position, velocity, lastError, integral] = [0, 0, 0, 0];
  let worst = 0;
  for (let step = 0; step < 1500; step++) {
    sim.run({ steps: 1 });
    if (step > 0) {
      const error = position - 1;
      integral += 0.1 * 0.001 * error;
      velocity += (0.001 * (-2 * error - integral - (0.4 * (error - lastError)) / 0.001)) / 0.05;
      lastError = error;
    }
    position += 0.001 * velocity;
    worst = Math.max(worst, Math.abs(positionOf(sim) - position));
  }
  expect(position).toBeCloseTo(1, 1);
  // Rapier moves bodies in four substeps, while this loop makes a single one.
  expect(worst).toBeLessThan(0.005);
});

test("[JP2] it holds its initial position until it is told another", async () => {
  using sim = await load(`${pd}<initial_position>0.3</initial_position>`);
  sim.run({ steps: 3000 });
  expect(positionOf(sim)).toBeCloseTo(0.3, 2);
});

test("[JP3] velocity commands reach the target within a step, or at the speed <cmd_max>", async () => {
  using sim = await load("<joint_name>j</joint_name><use_velocity_commands>true</use_velocity_commands>");
  sim.run({ steps: 1 });
  goTo(sim, 0.02);
  sim.run({ steps: 1 });
  // Rapier changes the speed in the course of a step.
  expect(positionOf(sim)).toBeCloseTo(0.02, 3);
  sim.run({ steps: 5 });
  expect(positionOf(sim)).toBeCloseTo(0.02, 6);
  expect(sim.runner.world.get(sim.joint("m::j"), JointVelocity)!.axis1).toBeCloseTo(0, 3);

  using slow = await load(
    "<joint_name>j</joint_name><use_velocity_commands>true</use_velocity_commands><cmd_max>0.5</cmd_max>",
  );
  slow.run({ steps: 1 });
  goTo(slow, -0.2);
  slow.run({ steps: 200 });
  expect(positionOf(slow)).toBeCloseTo(-0.1, 3);
  slow.run({ steps: 300 });
  expect(positionOf(slow)).toBeCloseTo(-0.2, 4);
});

test("[JP4] it listens where the file says", async () => {
  using named = await load(`${pd}<topic>go there</topic>`);
  goTo(named, 1, "/go_there");
  named.run({ steps: 1500 });
  expect(positionOf(named)).toBeCloseTo(1, 1);

  using below = await load(`${pd}<sub_topic>elbow</sub_topic>`);
  goTo(below, 1, "/model/m/elbow");
  below.run({ steps: 1500 });
  expect(positionOf(below)).toBeCloseTo(1, 1);

  using actuated = await load(`${pd}<use_actuator_msg>true</use_actuator_msg><actuator_number>1</actuator_number>`);
  actuated.publish("/actuators", "gz.msgs.Actuators", { position: [7, 1] });
  actuated.run({ steps: 1500 });
  expect(positionOf(actuated)).toBeCloseTo(1, 1);
});

test("[JP5] a target that is no number is refused once, and the joint stays where it is", async () => {
  using sim = await load(pd);
  for (let i = 0; i < 50; i++) {
    goTo(sim, NaN);
    sim.run({ steps: 1 });
  }
  expect(positionOf(sim)).toBe(0);
  expect(sim.log.filter(({ level }) => level === "warn").map(({ message }) => message)).toEqual([
    "a target position is not finite; it is ignored",
  ]);
});

test("[JP5] a joint or an axis that is not there is one line in the log, and the world runs on", async () => {
  const warnings = async (inner: string): Promise<string[]> => {
    using sim = await load(inner);
    sim.run({ steps: 5 });
    goTo(sim, 1);
    sim.run({ steps: 5 });
    expect(sim.runner.systems.list().every(({ state }) => state === "running")).toBe(true);
    return sim.log.filter(({ level }) => level === "warn").map(({ message }) => message);
  };
  expect(await warnings("<joint_name>jj</joint_name>")).toEqual([
    'the model m has no joint "jj" (did you mean "j"?); it is looked up again when joints are added',
  ]);
  expect(await warnings("<joint_name>j</joint_name><joint_index>1</joint_index>")).toEqual([
    "a joint of the model m has fewer than 2 axes and is not controlled",
  ]);
});

test("[JP5] a joint that appears later is driven from then on", async () => {
  using sim = await load(pd.replace("<joint_name>j</joint_name>", "<joint_name>elbow</joint_name>"));
  sim.run({ steps: 5 });
  expect(positionOf(sim)).toBe(0);
  sim.runner.world.set(sim.joint("m::j"), Name, "elbow");
  sim.run({ steps: 1 });
  sim.publish("/model/m/joint/elbow/0/cmd_pos", "gz.msgs.Double", { data: 0.3 });
  sim.run({ steps: 3000 });
  expect(sim.runner.world.get(sim.joint("m::elbow"), JointPosition)!.axis1).toBeCloseTo(0.3, 2);
});

test("[JP6] a run saved on its way to the target continues alike elsewhere, and a reset forgets the command", async () => {
  const { whole, elsewhere, takenBack } = await hashesOfInterruptedRuns(
    () => load(pd),
    (sim) => {
      goTo(sim, 1);
      sim.run({ steps: 300 });
    },
    (sim) => {
      sim.run({ steps: 100 });
      goTo(sim, -0.5);
      sim.run({ steps: 200 });
    },
  );
  expect([elsewhere, takenBack]).toEqual([whole, whole]);

  using sim = await load(pd);
  goTo(sim, 1);
  sim.run({ steps: 300 });
  sim.runner.reset("all");
  sim.run({ steps: 300 });
  expect(positionOf(sim)).toBe(0);
});

test("[JP7] a paused world changes nothing, and what other systems want of the joint is added", async () => {
  using sim = await load(pd);
  sim.run({ steps: 2 });
  sim.runner.state.pause();
  goTo(sim, 1);
  sim.run({ steps: 5 });
  expect(sim.runner.world.get(sim.joint("m::j"), JointForceCmd)).toEqual({ axis1: 0, axis2: 0 });
  expect(positionOf(sim)).toBe(0);
  sim.runner.state.run();
  sim.run({ steps: 1500 });
  for (let i = 0; i < 3000; i++) {
    sim.runner.world.set(sim.joint("m::j"), JointForceCmd, { axis1: 0.2, axis2: 0 });
    sim.run({ steps: 1 });
  }
  // 0.2 N·m against a gain of 2 N·m/rad, minus the part that the integral term has taken over in these seconds
  expect(positionOf(sim)).toBeGreaterThan(1.05);
});

test("[PS17] forces stay within a joint's effort, speeds within its velocity limit", async () => {
  using weak = await load(pd, "<effort>0.1</effort>");
  goTo(weak, 1);
  weak.run({ steps: 101 });
  // 0.1 N·m on 0.05 kg·m² for 0.1 s
  expect(weak.runner.world.get(weak.joint("m::j"), JointVelocity)!.axis1).toBeCloseTo(0.2, 3);

  using slow = await load(
    "<joint_name>j</joint_name><use_velocity_commands>true</use_velocity_commands>",
    "<velocity>2</velocity>",
  );
  goTo(slow, 1);
  slow.run({ steps: 101 });
  expect(positionOf(slow)).toBeCloseTo(0.2, 3);
});
