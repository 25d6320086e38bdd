import type { gz } from "@orrery/msgs";
import { expect, test } from "vitest";
import { toRollPitchYaw } from "../base/rotation.ts";
import { JointVelocityCmd } from "../components/joint.ts";
import { hashesOfInterruptedRuns } from "../testing/interrupted.ts";
import { TestSim } from "../testing/test-sim.ts";
import { floor, twoWheeler } from "../testing/vehicles.ts";
import { jointNamed } from "./control/model-joint.ts";

function drive(settings = ""): string {
  return `<plugin filename="gz-sim-diff-drive-system" name="gz::sim::systems::DiffDrive"><left_joint>left</left_joint><right_joint>right</right_joint>
    <wheel_separation>0.5</wheel_separation><wheel_radius>0.15</wheel_radius>${settings}</plugin>`;
}

function load(settings = "", pose?: string): Promise<TestSim> {
  return TestSim.load(floor + twoWheeler(drive(settings), pose));
}

function command(sim: TestSim, x: number, z: number): void {
  sim.publish("/model/vehicle/cmd_vel", "gz.msgs.Twist", { linear: { x }, angular: { z } });
}

function speed(sim: TestSim, side: "left" | "right"): number | undefined {
  const { world } = sim.runner;
  return world.get(jointNamed(world, sim.entity("vehicle"), side), JointVelocityCmd)?.axis1;
}

function yawOf(sim: TestSim): number {
  const { qx, qy, qz, qw } = sim.poseOf("vehicle");
  return toRollPitchYaw({ x: qx, y: qy, z: qz, w: qw }).yaw;
}

test("[DD1] the vehicle goes as fast as it is told, straight and in a turn", async () => {
  using sim = await load();
  command(sim, 0.5, 0);
  sim.run({ steps: 2000 });
  // Minus the distance lost while the wheels slip: v²/(2 µ g), with the share of the weight that they carry, is about 2
  // cm.
  expect(sim.poseOf("vehicle").x).toBeGreaterThan(0.96);
  expect(sim.poseOf("vehicle").x).toBeLessThan(1);
  expect(sim.poseOf("vehicle").y).toBeCloseTo(0, 2);
  command(sim, 0, 0.8);
  sim.run({ steps: 1000 });
  expect(yawOf(sim)).toBeCloseTo(0.8, 1);
});

test("[DD1] a command is heard in one step and acts in the next", async () => {
  using sim = await load();
  sim.run({ steps: 1 });
  expect(speed(sim, "left")).toBe(0);
  command(sim, 0.3, 0.6);
  sim.run({ steps: 1 });
  expect(speed(sim, "left")).toBe(0);
  sim.run({ steps: 1 });
  // (0.3 ∓ 0.6 · 0.5 / 2) / 0.15
  expect(speed(sim, "left")).toBeCloseTo(1, 12);
  expect(speed(sim, "right")).toBeCloseTo(3, 12);
});

test("[DD2] speed, acceleration and jerk stay within limits; linear and angular ones of their own come first", async () => {
  using sim = await load(`<max_velocity>1</max_velocity><max_linear_velocity>0.3</max_linear_velocity>
    <max_acceleration>2</max_acceleration><min_angular_acceleration>-5</min_angular_acceleration>`);
  command(sim, 10, -10);
  sim.run({ steps: 101 });
  // After 100 steps: 2 m/s² give 0.2 m/s, −5 rad/s² give −0.5 rad/s.
  expect((speed(sim, "left")! + speed(sim, "right")!) / 2).toBeCloseTo(0.2 / 0.15, 9);
  expect(speed(sim, "right")! - speed(sim, "left")!).toBeCloseTo((-0.5 * 0.5) / 0.15, 9);
  sim.run({ steps: 100 });
  expect((speed(sim, "left")! + speed(sim, "right")!) / 2).toBeCloseTo(0.3 / 0.15, 9);

  using soft = await load("<max_jerk>10</max_jerk>");
  command(soft, 10, 0);
  soft.run({ steps: 101 });
  // A jerk of 10 m/s³ in each of 100 steps: j dt² n (n + 1) / 2.
  expect(speed(soft, "left")).toBeCloseTo((10 * 1e-6 * 100 * 101) / 2 / 0.15, 9);
});

test("[DD3] odometry starts at zero wherever the vehicle is, follows the wheels and is published at its rate", async () => {
  using sim = await load("<odom_publish_frequency>20</odom_publish_frequency>", "3 2 0 0 0 1");
  const odometry: gz.Odometry[] = [];
  const transforms: gz.Pose_V[] = [];
  sim.node.subscribe("/model/vehicle/odometry", "gz.msgs.Odometry", ({ value }) => odometry.push(value));
  sim.node.subscribe("/model/vehicle/tf", "gz.msgs.Pose_V", ({ value }) => transforms.push(value));
  command(sim, 0.5, 0.5);
  sim.run({ steps: 1000 });
  expect(odometry).toHaveLength(20);
  expect(odometry[0]!.header).toEqual({
    stamp: { sec: 0, nsec: 50_000_000 },
    data: [
      { key: "frame_id", value: ["vehicle/odom"] },
      { key: "child_frame_id", value: ["vehicle/chassis"] },
    ],
  });
  // An arc of radius 1 m, 0.5 rad minus that of the first step.
  const { pose, twist } = odometry.at(-1)!;
  expect(pose!.position!.x).toBeCloseTo(Math.sin(0.4995), 3);
  expect(pose!.position!.y).toBeCloseTo(1 - Math.cos(0.4995), 3);
  expect(pose!.orientation!.z).toBeCloseTo(Math.sin(0.4995 / 2), 3);
  expect(twist!.linear!.x).toBeCloseTo(0.5, 2);
  expect(twist!.angular!.z).toBeCloseTo(0.5, 2);
  expect(transforms.at(-1)).toEqual({ pose: [{ ...pose, header: odometry.at(-1)!.header }] });
});

test("[DD3] topics and frames can be named otherwise", async () => {
  using sim = await load(`<topic>go there</topic><odom_topic>/where</odom_topic><frame_id>map</frame_id>
    <child_frame_id>base</child_frame_id>`);
  const odometry: gz.Odometry[] = [];
  sim.node.subscribe("/where", "gz.msgs.Odometry", ({ value }) => odometry.push(value));
  sim.publish("/go_there", "gz.msgs.Twist", { linear: { x: 0.15 } });
  sim.run({ steps: 20 });
  expect(speed(sim, "left")).toBe(1);
  expect(odometry.map(({ header }) => header!.data!.map(({ value }) => value![0]))).toEqual([["map", "base"]]);
});

test("[DD4] switched off it stops, and ignores commands until it is switched on", async () => {
  using sim = await load();
  command(sim, 0.15, 0);
  sim.run({ steps: 3 });
  expect(speed(sim, "left")).toBe(1);
  sim.publish("/model/vehicle/enable", "gz.msgs.Boolean", { data: false });
  command(sim, 0.3, 0);
  sim.run({ steps: 3 });
  expect(speed(sim, "left")).toBe(0);
  sim.publish("/model/vehicle/enable", "gz.msgs.Boolean", { data: true });
  sim.run({ steps: 3 });
  expect(speed(sim, "left")).toBe(0);
  command(sim, 0.3, 0);
  sim.run({ steps: 3 });
  expect(speed(sim, "left")).toBe(2);
});

test("[DD5] what is not finite is refused once, and the last command stays", async () => {
  using sim = await load();
  command(sim, 0.15, 0);
  sim.run({ steps: 1 });
  for (let i = 0; i < 3; i++) command(sim, NaN, 0);
  sim.run({ steps: 5 });
  expect(speed(sim, "left")).toBe(1);
  expect(sim.log.filter(({ message }) => message.includes("not finite"))).toHaveLength(1);
});

test("[DD5] a joint that is not there is named once, and the rest drives", async () => {
  using sim = await load("<left_joint>third</left_joint>");
  command(sim, 0.15, 0);
  sim.run({ steps: 5 });
  expect(speed(sim, "left")).toBe(1);
  const told = sim.log.filter(({ message }) => message.includes("third"));
  expect(told.map(({ message }) => message)).toEqual([
    'the model vehicle has no joint "third"; it is looked up again when joints are added',
  ]);
});

test("[DD5] a wheel without a radius is refused", async () => {
  using sim = await TestSim.load(floor + twoWheeler(drive().replace("0.15", "0")));
  expect(sim.runner.systems.list().find(({ name }) => name === "diff-drive")?.failure?.error).toContain(
    "<wheel_radius> must be above 0, not 0",
  );
});

test("[SY1] a run saved in mid-course continues as if it had never stopped", async () => {
  const { whole, elsewhere, takenBack } = await hashesOfInterruptedRuns(
    () => load("<max_acceleration>0.5</max_acceleration>"),
    (sim) => {
      command(sim, 0.5, 0.3);
      sim.run({ steps: 300 });
      command(sim, -0.2, 0.5);
      sim.run({ steps: 1 });
    },
    (sim) => sim.run({ steps: 500 }),
  );
  expect(elsewhere).toBe(whole);
  expect(takenBack).toBe(whole);
});

test("[SY4] several on one vehicle keep their commands apart", async () => {
  const side = (
    name: string,
  ) => `<plugin filename="gz-sim-diff-drive-system" name="gz::sim::systems::DiffDrive"><left_joint>${name}</left_joint><right_joint>${name}</right_joint>
    <wheel_radius>0.15</wheel_radius><topic>/${name}</topic><odom_topic>/${name}/odom</odom_topic></plugin>`;
  using sim = await TestSim.load(floor + twoWheeler(side("left") + side("right")));
  sim.publish("/right", "gz.msgs.Twist", { linear: { x: 0.15 } });
  sim.run({ steps: 2 });
  expect([speed(sim, "left"), speed(sim, "right")]).toEqual([0, 1]);
});
