import type { gz } from "@orrery/msgs";
import { expect, test } from "vitest";
import { toRollPitchYaw } from "../base/rotation.ts";
import { JointPosition, JointVelocityCmd } from "../components/joint.ts";
import { hashesOfInterruptedRuns } from "../testing/interrupted.ts";
import { TestSim } from "../testing/test-sim.ts";
import { car, floor } from "../testing/vehicles.ts";
import { jointNamed } from "./control/model-joint.ts";
import { ackermannCommand } from "./drive/ackermann.ts";

function load(settings = ""): Promise<TestSim> {
  return TestSim.load(
    `${floor}${car(`<plugin filename="gz-sim-ackermann-steering-system"
    name="gz::sim::systems::AckermannSteering">
    <left_joint>front_left</left_joint><left_joint>rear_left</left_joint>
    <right_joint>front_right</right_joint><right_joint>rear_right</right_joint>
    <left_steering_joint>left_steering</left_steering_joint><right_steering_joint>right_steering</right_steering_joint>
    <wheel_base>0.8</wheel_base><wheel_separation>0.7</wheel_separation><kingpin_width>0.7</kingpin_width>
    <wheel_radius>0.2</wheel_radius>${settings}</plugin>`)}`,
  );
}

function command(sim: TestSim, x: number, z: number): void {
  sim.publish("/model/car/cmd_vel", "gz.msgs.Twist", { linear: { x }, angular: { z } });
}

function joint(sim: TestSim, name: string) {
  const { world } = sim.runner;
  const entity = jointNamed(world, sim.entity("car"), name);
  return { position: world.get(entity, JointPosition)!.axis1, speed: world.get(entity, JointVelocityCmd)!.axis1 };
}

const geometry = { wheelBase: 0.8, wheelSeparation: 0.7, kingpinWidth: 0.7, wheelRadius: 0.2, steeringLimit: 0.5 };

test("[AS1] the front wheels point at right angles to the centre of the turn, and outer wheels turn faster", () => {
  // 1 m/s at 0.5 rad/s means a radius of 2 m.
  expect(ackermannCommand(1, 0.5, geometry)).toEqual({
    leftAngle: expect.closeTo(Math.atan(0.8 / (2 - 0.35)), 12),
    rightAngle: expect.closeTo(Math.atan(0.8 / (2 + 0.35)), 12),
    leftSpeed: expect.closeTo((1 - 0.35 * 0.5) / 0.2, 12),
    rightSpeed: expect.closeTo((1 + 0.35 * 0.5) / 0.2, 12),
  });
  const back = ackermannCommand(-1, 0.5, geometry);
  expect(back.leftAngle).toBeCloseTo(-Math.atan(0.8 / (2 + 0.35)), 12);
  expect(back.rightSpeed).toBeCloseTo(-(1 - 0.35 * 0.5) / 0.2, 12);
});

test("[AS1] it turns no tighter than the steering limit, and straight when hardly turning", () => {
  const tightest = 0.8 / Math.sin(0.5);
  for (const angular of [10, 1e6]) {
    expect(ackermannCommand(1, angular, geometry).leftAngle).toBeCloseTo(Math.atan(0.8 / (tightest - 0.35)), 12);
  }
  expect(ackermannCommand(0, -1, geometry).rightAngle).toBeCloseTo(Math.atan(0.8 / (-tightest + 0.35)), 12);
  expect(ackermannCommand(1, 0.0005, geometry).leftAngle).toBeCloseTo(0, 8);
  expect(ackermannCommand(0, 0, geometry)).toMatchObject({ leftSpeed: 0, rightSpeed: 0 });
});

test("[AS2] steering closes by its gain, one step late, and the car drives its circle", async () => {
  using sim = await load("<steer_p_gain>5</steer_p_gain>");
  command(sim, 1, 0.5);
  sim.run({ steps: 2 });
  const left = Math.atan(0.8 / 1.65);
  expect(joint(sim, "left_steering").speed).toBeCloseTo(5 * left, 3);
  expect(joint(sim, "rear_right").speed).toBeCloseTo(1.175 / 0.2, 9);
  sim.run({ steps: 200 });
  // Wheels slip, and so pull at the steering, while the car has not reached the speed of its wheels.
  expect(Math.abs(joint(sim, "left_steering").position - left * (1 - Math.exp(-1)))).toBeLessThan(0.05);
  sim.run({ steps: 1000 });
  expect(Math.abs(joint(sim, "left_steering").position - left)).toBeLessThan(0.02);
  const yaw = () => {
    const { qx, qy, qz, qw } = sim.poseOf("car");
    return toRollPitchYaw({ x: qx, y: qy, z: qz, w: qw }).yaw;
  };
  const before = yaw();
  sim.run({ steps: 1000 });
  expect(Math.abs(yaw() - before - 0.5)).toBeLessThan(0.05);
});

test("[AS3] odometry is that of the rear axle, by wheels and steering", async () => {
  using sim = await load("<max_acceleration>3</max_acceleration><odom_publish_frequency>0</odom_publish_frequency>");
  const heard: gz.Odometry[] = [];
  sim.node.subscribe("/model/car/odometry", "gz.msgs.Odometry", ({ value }) => heard.push(value));
  command(sim, 0.9, 0);
  sim.run({ steps: 1001 });
  // 0.3 s of acceleration, n (n + 1) a dt² / 2, and 0.7 s at full speed, minus that of the first step.
  expect(heard.at(-1)!.pose!.position!.x).toBeCloseTo((3 * 1e-6 * 300 * 301) / 2 + 0.7 * 0.9, 2);
  expect(heard.at(-1)!.twist!.linear!.x).toBeCloseTo(0.9, 2);
  command(sim, 0.9, 0.45);
  sim.run({ steps: 5000 });
  const [from, to] = [heard.at(-1001)!, heard.at(-1)!];
  expect(to.twist!.angular!.z).toBeCloseTo(0.45, 1);
  const chord = Math.hypot(
    to.pose!.position!.x! - from.pose!.position!.x!,
    to.pose!.position!.y! - from.pose!.position!.y!,
  );
  // The chord of 0.45 rad on a circle of 2 m.
  expect(chord).toBeCloseTo(2 * 2 * Math.sin(0.225), 1);
});

test("[AS4] with steering_only it subscribes to an angle and leaves the wheels alone", async () => {
  using sim = await load("<steering_only>true</steering_only><steer_p_gain>10</steer_p_gain>");
  sim.publish("/model/car/steer_angle", "gz.msgs.Double", { data: 0.3 });
  sim.run({ steps: 1500 });
  const radius = 0.8 / Math.tan(0.3);
  expect(joint(sim, "left_steering").position).toBeCloseTo(Math.atan(0.8 / (radius - 0.35)), 2);
  expect(joint(sim, "right_steering").position).toBeCloseTo(Math.atan(0.8 / (radius + 0.35)), 2);
  const { world } = sim.runner;
  expect(world.has(jointNamed(world, sim.entity("car"), "rear_left"), JointVelocityCmd)).toBe(false);
  sim.publish("/model/car/steer_angle", "gz.msgs.Double", { data: NaN });
  sim.run({ steps: 2 });
  expect(sim.log.filter(({ message }) => message.includes("not finite"))).toHaveLength(1);
});

test.each(["", "<steering_only>1</steering_only>"])(
  "[SY1] a run saved in mid-course continues unchanged: %s",
  async (settings) => {
    const { whole, elsewhere, takenBack } = await hashesOfInterruptedRuns(
      () => load(settings),
      (sim) => {
        command(sim, 0.5, 0.3);
        sim.publish("/model/car/steer_angle", "gz.msgs.Double", { data: 0.3 });
        sim.run({ steps: 101 });
        command(sim, 1, -0.3);
        sim.publish("/model/car/steer_angle", "gz.msgs.Double", { data: -0.3 });
        sim.run({ steps: 1 });
      },
      (sim) => sim.run({ steps: 200 }),
    );
    expect(elsewhere).toBe(whole);
    expect(takenBack).toBe(whole);
  },
);

test("[AS5] commands come on a sub-topic of the model, or, when only steering, as one of many actuators", async () => {
  using sim = await load("<sub_topic>drive</sub_topic>");
  sim.publish("/model/car/drive", "gz.msgs.Twist", { linear: { x: 1 } });
  sim.run({ steps: 5 });
  expect(joint(sim, "rear_left").speed).toBeCloseTo(5, 6);
  const actuated = "<steering_only>true</steering_only><use_actuator_msg>true</use_actuator_msg>";
  using steered = await load(`${actuated}<actuator_number>1</actuator_number>`);
  steered.publish("/actuators", "gz.msgs.Actuators", { position: [0, 0.2] });
  steered.run({ steps: 5 });
  expect(joint(steered, "left_steering").speed).toBeGreaterThan(0.1);
});
