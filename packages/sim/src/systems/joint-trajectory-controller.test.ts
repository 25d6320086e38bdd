import type { gz } from "@orrery/msgs";
import { expect, test } from "vitest";
import { JointPosition, JointVelocity } from "../components/joint.ts";
import { hingeModel } from "../testing/hinge.ts";
import { hashesOfInterruptedRuns } from "../testing/interrupted.ts";
import { TestSim } from "../testing/test-sim.ts";
import { TrajectoryControl } from "./joint-trajectory-controller.ts";

const gains = `<position_p_gain>2</position_p_gain><position_i_gain>0.1</position_i_gain>
  <position_d_gain>0.4</position_d_gain><position_i_min>-1</position_i_min><position_i_max>1</position_i_max>`;

function load(inner = gains): Promise<TestSim> {
  const plugins = `<plugin name="gz::sim::systems::JointTrajectoryController"
    filename="gz-sim-joint-trajectory-controller-system">${inner}</plugin>`;
  return TestSim.load(`<gravity>0 0 0</gravity>${hingeModel("m", { plugins })}`);
}

function point(
  milliseconds: number,
  values: Omit<gz.JointTrajectoryPoint, "time_from_start">,
): gz.JointTrajectoryPoint {
  return { ...values, time_from_start: { sec: 0, nsec: milliseconds * 1e6 } };
}

function follow(sim: TestSim, points: gz.JointTrajectoryPoint[], rest: gz.JointTrajectory = {}): void {
  const trajectory = { joint_names: ["j"], points, ...rest };
  sim.publish("/model/m/joint_trajectory", "gz.msgs.JointTrajectory", trajectory);
}

function targetOf(sim: TestSim): number {
  return sim.runner.world.get(sim.joint("m::j"), TrajectoryControl)!.position;
}

function warnings(sim: TestSim): string[] {
  return sim.log.filter(({ level }) => level === "warn").map(({ message }) => message);
}

test("[JT1] each point is the target until its time has passed, with no way between; progress is told", async () => {
  using sim = await load();
  const told: [number, number][] = [];
  sim.node.subscribe("/model/m/joint_trajectory_progress", "gz.msgs.Float", ({ value }) =>
    told.push([sim.runner.now().count, value.data ?? 0]),
  );
  sim.run({ steps: 100 });
  follow(sim, [point(50, { positions: [0.2] }), point(150, { positions: [0.7] }), point(200, { positions: [-1] })]);
  const targets: number[] = [];
  for (let step = 0; step < 300; step++) {
    sim.run({ steps: 1 });
    targets.push(targetOf(sim));
  }
  // Time zero is the first step that follows it, and a point is still valid at its own time.
  expect([targets[0], targets[50], targets[51], targets[150], targets[151], targets[299]]).toEqual([
    0.2, 0.2, 0.7, 0.7, -1, -1,
  ]);
  expect(told).toEqual([
    [101, 1 / 3],
    [152, 2 / 3],
    [252, 1],
  ]);
});

test("[JT2] positions and velocities are kept by PIDs, efforts are added", async () => {
  using sim = await load();
  follow(sim, [point(0, { positions: [1] })]);
  sim.run({ steps: 3000 });
  expect(sim.runner.world.get(sim.joint("m::j"), JointPosition)!.axis1).toBeCloseTo(1, 1);

  using fast = await load("<velocity_p_gain>0.2</velocity_p_gain>");
  follow(fast, [point(0, { velocities: [2] })]);
  fast.run({ steps: 251 });
  // I v' = p (2 − v): a time constant of 0.05 / 0.2 s, of which one has gone by
  expect(fast.runner.world.get(fast.joint("m::j"), JointVelocity)!.axis1).toBeCloseTo(2 * (1 - Math.exp(-1)), 2);

  using pushed = await load("");
  follow(pushed, [point(0, { effort: [0.1] })]);
  pushed.run({ steps: 101 });
  // 0.1 N·m on 0.05 kg·m² for 0.1 s
  expect(pushed.runner.world.get(pushed.joint("m::j"), JointVelocity)!.axis1).toBeCloseTo(0.2, 3);
});

test("[JT2] before the first trajectory joints hold their initial positions", async () => {
  using sim = await load(`<joint_name>j</joint_name>${gains}<initial_position>0.3</initial_position>`);
  sim.run({ steps: 3000 });
  expect(sim.runner.world.get(sim.joint("m::j"), JointPosition)!.axis1).toBeCloseTo(0.3, 2);
});

test("[JT3] a trajectory starts when it comes, or at its stamp", async () => {
  using sim = await load(`${gains}<use_header_start_time>true</use_header_start_time>`);
  sim.run({ steps: 10 });
  const header = { stamp: { sec: 0, nsec: 200e6 } };
  follow(sim, [point(100, { positions: [0.2] }), point(200, { positions: [0.7] })], { header });
  sim.run({ steps: 290 });
  expect(targetOf(sim)).toBe(0.2);
  sim.run({ steps: 1 });
  expect(targetOf(sim)).toBe(0.7);
});

test("[JT4] what is no trajectory is refused, unknown joints are passed over, and the last one continues", async () => {
  using sim = await load();
  follow(sim, [point(0, { positions: [0.5] })]);
  sim.run({ steps: 5 });
  follow(sim, [point(0, { positions: [NaN] })]);
  follow(sim, [point(0, { positions: [1] })], { joint_names: [] });
  sim.run({ steps: 5 });
  expect(targetOf(sim)).toBe(0.5);
  follow(sim, [point(0, { positions: [8, 0.6] })], { joint_names: ["k", "j"] });
  sim.run({ steps: 5 });
  expect(targetOf(sim)).toBe(0.6);
  expect(warnings(sim)).toEqual([
    "a value of a trajectory is not finite; it is ignored",
    "a trajectory without joint names; it is ignored",
    'a trajectory of a joint "k", which is not controlled; it is ignored',
  ]);
});

test("[SY1] a run saved between two points continues alike elsewhere", async () => {
  const { whole, elsewhere, takenBack } = await hashesOfInterruptedRuns(
    load,
    (sim) => {
      follow(sim, [point(50, { positions: [0.2] }), point(150, { positions: [0.7] }), point(200, {})]);
      sim.run({ steps: 100 });
    },
    (sim) => sim.run({ steps: 200 }),
  );
  expect([elsewhere, takenBack]).toEqual([whole, whole]);
});
