import type { gz } from "@orrery/msgs";
import { expect, test } from "vitest";
import { toRollPitchYaw } from "../base/rotation.ts";
import { JointVelocityCmd } from "../components/joint.ts";
import { hashesOfInterruptedRuns } from "../testing/interrupted.ts";
import { TestSim } from "../testing/test-sim.ts";
import { floor, mecanumVehicle } from "../testing/vehicles.ts";
import { jointNamed } from "./control/model-joint.ts";
import { mecanumMotion, mecanumSpeeds } from "./mecanum-drive.ts";

function load(settings = ""): Promise<TestSim> {
  return TestSim.load(
    `${floor}${mecanumVehicle(`<plugin filename="gz-sim-mecanum-drive-system"
    name="gz::sim::systems::MecanumDrive"><front_left_joint>front_left</front_left_joint>
    <front_right_joint>front_right</front_right_joint><back_left_joint>back_left</back_left_joint>
    <back_right_joint>back_right</back_right_joint><wheel_separation>0.6</wheel_separation><wheelbase>0.5</wheelbase>
    <wheel_radius>0.15</wheel_radius>${settings}</plugin>`)}`,
  );
}

function command(sim: TestSim, x: number, y: number, z: number): void {
  sim.publish("/model/vehicle/cmd_vel", "gz.msgs.Twist", { linear: { x, y }, angular: { z } });
}

test("[MD1] wheels turn by the rule of mecanum wheels, and the other way round", () => {
  // Reach 0.55 m, radius 0.1 m: 1 m/s forwards, 0.5 m/s to the left, 2 rad/s.
  const speeds = mecanumSpeeds({ linear: 1, lateral: 0.5, angular: 2 }, 0.55, 0.1);
  for (const [i, speed] of [-6, 26, 4, 16].entries()) expect(speeds[i]).toBeCloseTo(speed, 9);
  const motion = mecanumMotion(speeds, 0.55, 0.1);
  expect(motion.linear).toBeCloseTo(1, 9);
  expect(motion.lateral).toBeCloseTo(0.5, 9);
  expect(motion.angular).toBeCloseTo(2, 9);
});

test.each([
  { move: "ahead", x: 0.4, y: 0, z: 0 },
  { move: "sideways", x: 0, y: 0.4, z: 0 },
  { move: "askew", x: 0.3, y: -0.3, z: 0 },
  { move: "round", x: 0, y: 0, z: 0.8 },
])("[MD2] it goes $move", async ({ x, y, z }) => {
  using sim = await load();
  sim.run({ steps: 300 });
  const start = sim.poseOf("vehicle");
  command(sim, x, y, z);
  sim.run({ steps: 1500 });
  const { x: px, y: py, qx, qy, qz, qw } = sim.poseOf("vehicle");
  // Minus the distance lost while it accelerates.
  expect(Math.abs(px - start.x - 1.5 * x)).toBeLessThan(0.03);
  expect(Math.abs(py - start.y - 1.5 * y)).toBeLessThan(0.03);
  expect(Math.abs(toRollPitchYaw({ x: qx, y: qy, z: qz, w: qw }).yaw - 1.5 * z)).toBeLessThan(0.05);
});

test("[MD3] odometry knows the way sideways, and commands act one step late within limits", async () => {
  using sim = await load(`<odom_publish_frequency>0</odom_publish_frequency>
    <max_linear_acceleration>1</max_linear_acceleration>`);
  const heard: gz.Odometry[] = [];
  sim.node.subscribe("/model/vehicle/odometry", "gz.msgs.Odometry", ({ value }) => heard.push(value));
  command(sim, 0, 0.3, 0);
  sim.run({ steps: 2 });
  const { world } = sim.runner;
  const wheel = jointNamed(world, sim.entity("vehicle"), "front_right");
  expect(world.get(wheel, JointVelocityCmd)!.axis1).toBeCloseTo(0.001 / 0.15, 9);
  sim.run({ steps: 998 });
  // n (n + 1) a dt² / 2 while it accelerates, then 0.699 s at full speed.
  const { pose, twist } = heard.at(-1)!;
  expect(pose!.position!.y).toBeCloseTo((1e-6 * 300 * 301) / 2 + 0.699 * 0.3, 2);
  expect(pose!.position!.x).toBeCloseTo(0, 2);
  expect(twist!.linear!.y).toBeCloseTo(0.3, 2);
});

test("[SY1] a run saved in mid-course continues as if it had never stopped", async () => {
  const { whole, elsewhere, takenBack } = await hashesOfInterruptedRuns(
    () => load(),
    (sim) => {
      sim.run({ steps: 100 });
      command(sim, 0.2, 0.3, 0.4);
      sim.run({ steps: 151 });
      command(sim, 0.3, -0.3, 0);
      sim.run({ steps: 1 });
    },
    (sim) => sim.run({ steps: 200 }),
  );
  expect(elsewhere).toBe(whole);
  expect(takenBack).toBe(whole);
});
