import { expect, test } from "vitest";
import { TestSim } from "../../testing/test-sim.ts";
import { driveMessage, driveTarget, jointDrivesOf, type JointDrive } from "./joint-drives.ts";

const bar = (name: string, parent: string, kind = "revolute"): string => `
  <link name="${name}"><inertial><mass>1</mass></inertial></link>
  <joint name="j_${name}" type="${kind}"><parent>${parent}</parent><child>${name}</child>
    <axis><xyz>0 0 1</xyz></axis>${kind === "universal" ? "<axis2><xyz>0 1 0</xyz></axis2>" : ""}</joint>`;

const controller = (kind: string, inner: string): string =>
  `<plugin name="gz::sim::systems::${kind}" filename="">${inner}</plugin>`;

function robot(...plugins: string[]): Promise<TestSim> {
  return TestSim.load(`<gravity>0 0 0</gravity><model name="my robot"><link name="base"/>
    <joint name="hold" type="fixed"><parent>world</parent><child>base</child></joint>
    ${bar("a", "base")}${bar("b", "base")}${bar("c", "base", "universal")}${plugins.join("")}
    <model name="inner"><link name="root"/>${bar("d", "root", "prismatic")}
      ${controller("JointPositionController", "<joint_name>j_d</joint_name><sub_topic>lift</sub_topic>")}</model></model>`);
}

/** Returns each drive with its purpose, and the topic of its targets. */
const described = (drives: readonly JointDrive[]): string[] =>
  drives.map(({ quantity, axis, topic, via }) => `${quantity} ${axis} ${topic} ${via}`);

function send(sim: TestSim, drive: JointDrive, target: number): void {
  const { world } = sim.runner;
  const { type, value } = driveMessage(world, jointDrivesOf(world, sim.entity("my robot")), drive, target);
  sim.publish(drive.topic, type, value as Record<string, unknown>);
  sim.run({ steps: 2 });
}

test("[JD1] what the controllers of a model and of those in it drive is known from its components", async () => {
  using sim = await robot(
    controller("JointPositionController", "<joint_name>j_c</joint_name><joint_index>1</joint_index>"),
    controller("JointController", "<joint_name>j_a</joint_name><initial_velocity>2</initial_velocity>"),
    controller("JointTrajectoryController", "<joint_name>j_b</joint_name><initial_position>0.5</initial_position>"),
  );
  const { world } = sim.runner;
  const drives = jointDrivesOf(world, sim.entity("my robot"));
  expect(described(drives)).toEqual([
    "position 1 /model/my_robot/joint/j_c/1/cmd_pos number",
    "velocity 0 /model/my_robot/joint/j_a/cmd_vel number",
    "position 0 /model/my_robot/joint_trajectory trajectory",
    "position 0 /model/inner/lift number",
  ]);
  expect(drives.map(({ joint }) => joint)).toEqual(["c", "a", "b", "inner::j_d"].map((name) => jointOf(sim, name)));
  expect(drives.map((drive) => driveTarget(world, drive))).toEqual([0, 2, 0.5, 0]);
});

test("[JD2] the message for a drive gives it the target, whatever kind of message it takes", async () => {
  using sim = await robot(
    controller("JointPositionController", "<joint_name>j_c</joint_name><joint_index>1</joint_index>"),
    controller("JointController", "<joint_name>j_a</joint_name>"),
    controller("JointTrajectoryController", "<joint_name>j_b</joint_name>"),
  );
  const { world } = sim.runner;
  for (const drive of jointDrivesOf(world, sim.entity("my robot"))) {
    send(sim, drive, 0.3);
    expect(driveTarget(world, drive)).toBe(0.3);
  }
});

test("[JD2] others that listen to the same message keep their targets", async () => {
  const actuator = (joint: string, place: number): string =>
    `<joint_name>j_${joint}</joint_name><use_actuator_msg>true</use_actuator_msg><actuator_number>${place}</actuator_number>`;
  using sim = await robot(
    controller("JointPositionController", actuator("a", 2)),
    controller("JointPositionController", actuator("b", 0)),
  );
  const { world } = sim.runner;
  const [a, b] = jointDrivesOf(world, sim.entity("my robot")) as [JointDrive, JointDrive];
  send(sim, a, 0.3);
  send(sim, b, -0.2);
  expect([driveTarget(world, a), driveTarget(world, b)]).toEqual([0.3, -0.2]);
});

test("[JD2] in a paused world, targets of one trajectory after the other all count", async () => {
  using sim = await robot(
    controller("JointTrajectoryController", "<joint_name>j_a</joint_name><joint_name>j_b</joint_name>"),
  );
  const { world } = sim.runner;
  const [a, b] = jointDrivesOf(world, sim.entity("my robot")) as [JointDrive, JointDrive];
  sim.runner.state.pause();
  send(sim, a, 0.3);
  send(sim, b, -0.2);
  expect([driveTarget(world, a), driveTarget(world, b)]).toEqual([0.3, -0.2]);
  sim.runner.state.run();
  sim.run({ steps: 3 });
  expect([driveTarget(world, a), driveTarget(world, b)]).toEqual([0.3, -0.2]);
});

function jointOf(sim: TestSim, name: string) {
  return sim.joint(name.includes("::") ? `my robot::${name}` : `my robot::j_${name}`);
}
