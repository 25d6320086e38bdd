import type { gz } from "@orrery/msgs";
import { expect, test } from "vitest";
import { WorldAngularVelocity, WorldLinearVelocity } from "../components/motion.ts";
import { hashesOfInterruptedRuns } from "../testing/interrupted.ts";
import { TestSim } from "../testing/test-sim.ts";

/** Returns a weightless box at (1, 2, 3), rotated by a quarter turn about z. */
function load(settings = ""): Promise<TestSim> {
  return TestSim.load(`<gravity>0 0 0</gravity><model name="box"><pose>1 2 3 0 0 1.5707963267949</pose>
    <link name="link"><inertial><mass>1</mass></inertial></link>
    <plugin filename="gz-sim-odometry-publisher-system" name="gz::sim::systems::OdometryPublisher">${settings}</plugin>
  </model>`);
}

function push(sim: TestSim, y: number, z: number, turn: number): void {
  const link = sim.entity("box::link");
  sim.runner.world.set(link, WorldLinearVelocity, { x: 0, y, z });
  sim.runner.world.set(link, WorldAngularVelocity, { x: 0, y: 0, z: turn });
}

function listen(sim: TestSim, topic = "/model/box/odometry"): gz.Odometry[] {
  const heard: gz.Odometry[] = [];
  sim.node.subscribe(topic, "gz.msgs.Odometry", ({ value }) => heard.push(value));
  return heard;
}

test("[OP1] on a plane it says where the model is and how it moves in its own axes, without height", async () => {
  using sim = await load();
  const heard = listen(sim);
  push(sim, 0.5, 0.2, 0);
  sim.run({ steps: 100 });
  expect(heard).toHaveLength(5);
  const { header, pose, twist } = heard.at(-1)!;
  expect(header!.data!.map(({ value }) => value![0])).toEqual(["box/odom", "box/base_footprint"]);
  expect(header!.stamp).toEqual({ sec: 0, nsec: 100_000_000 });
  // Errors of single precision add up over a hundred steps.
  expect(pose!.position!.x).toBeCloseTo(1, 4);
  expect(pose!.position!.y).toBeCloseTo(2.05, 4);
  expect(pose!.position!.z).toBe(0);
  expect(twist!.linear!.x).toBeCloseTo(0.5, 4);
  expect(twist!.linear!.y).toBeCloseTo(0, 4);
  expect(twist!.linear!.z).toBe(0);
});

test("[OP1] in space it says height and all rates", async () => {
  using sim = await load("<dimensions>3</dimensions><odom_publish_frequency>0</odom_publish_frequency>");
  const heard = listen(sim);
  push(sim, 0, 0.2, 3);
  sim.run({ steps: 50 });
  expect(heard).toHaveLength(50);
  for (const { twist } of heard) {
    expect(twist!.linear!.z).toBeCloseTo(0.2, 4);
    expect(twist!.angular!.z).toBeCloseTo(3, 3);
  }
  expect(heard.at(-1)!.pose!.position!.z).toBeCloseTo(3.01, 4);
});

test("[OP2] an offset, other frames and other topics can be given", async () => {
  using sim =
    await load(`<xyz_offset>1 0 0</xyz_offset><odom_frame>map</odom_frame><robot_base_frame>base</robot_base_frame>
    <odom_topic>where</odom_topic><tf_topic>tf</tf_topic><odom_publish_frequency>0</odom_publish_frequency>`);
  const heard = listen(sim, "/where");
  const transforms: gz.Pose_V[] = [];
  sim.node.subscribe("/tf", "gz.msgs.Pose_V", ({ value }) => transforms.push(value));
  sim.run({ steps: 2 });
  expect(heard[0]!.header!.data!.map(({ value }) => value![0])).toEqual(["map", "base"]);
  // One metre in front of a model that faces along y.
  expect(heard[0]!.pose!.position!.x).toBeCloseTo(1, 5);
  expect(heard[0]!.pose!.position!.y).toBeCloseTo(3, 5);
  expect(transforms[0]!.pose![0]).toEqual({ ...heard[0]!.pose, header: heard[0]!.header });
});

test("[OP2] the velocity is that of what is followed: ahead of the centre of a turn, it moves sideways", async () => {
  using sim = await load("<xyz_offset>0.5 0 0</xyz_offset><odom_publish_frequency>0</odom_publish_frequency>");
  const heard = listen(sim);
  push(sim, 0, 0, 2);
  sim.run({ steps: 10 });
  expect(heard.at(-1)!.twist!.linear!.x).toBeCloseTo(0, 4);
  expect(heard.at(-1)!.twist!.linear!.y).toBeCloseTo(1, 4);
  expect(heard.at(-1)!.twist!.angular!.z).toBeCloseTo(2, 4);
});

test("[OP3] noise has its deviation, says so as covariance, and is drawn whether anybody listens or not", async () => {
  using deaf = await load("<gaussian_noise>0.1</gaussian_noise>");
  deaf.run({ steps: 2000 });
  using sim = await load("<gaussian_noise>0.1</gaussian_noise>");
  const heard: gz.OdometryWithCovariance[] = [];
  sim.node.subscribe("/model/box/odometry_with_covariance", "gz.msgs.OdometryWithCovariance", ({ value }) =>
    heard.push(value),
  );
  sim.run({ steps: 2000 });
  const { covariance } = heard[0]!.twist_with_covariance!;
  expect(covariance!.data!.filter((value) => value !== 0)).toHaveLength(6);
  expect(covariance!.data![7]).toBeCloseTo(0.01, 9);
  // 100 messages of 6 values each: with 600 draws, the variance is known to about 6 %.
  const draws = heard.flatMap(({ twist_with_covariance: { twist } = {} }) => [
    ...Object.values(twist!.linear!),
    ...Object.values(twist!.angular!),
  ]) as number[];
  expect(draws).toHaveLength(600);
  const variance = draws.reduce((sum, value) => sum + value * value, 0) / draws.length;
  expect(Math.sqrt(variance)).toBeGreaterThan(0.09);
  expect(Math.sqrt(variance)).toBeLessThan(0.11);
  expect(sim.runner.hash()).toBe(deaf.runner.hash());
});

test("[SY1] a run saved in mid-course continues as if it had never stopped", async () => {
  const { whole, elsewhere, takenBack } = await hashesOfInterruptedRuns(
    () => load("<gaussian_noise>0.1</gaussian_noise>"),
    (sim) => {
      push(sim, 0.5, 0, 1);
      sim.run({ steps: 55 });
    },
    (sim) => sim.run({ steps: 100 }),
  );
  expect(elsewhere).toBe(whole);
  expect(takenBack).toBe(whole);
});
