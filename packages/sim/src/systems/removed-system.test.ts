import { expect, test } from "vitest";
import { Plugins } from "../components/simulation.ts";
import { numeric } from "../ecs/component.ts";
import { defineSystem } from "../runner/systems/system.ts";
import { hingeModel } from "../testing/hinge.ts";
import { plugin, TestSim } from "../testing/test-sim.ts";
import { car, floor, mecanumVehicle, twoWheeler } from "../testing/vehicles.ts";

const twist = { type: "gz.msgs.Twist", value: { linear: { x: 1 }, angular: { z: 1 } } };
const number = { type: "gz.msgs.Double", value: { data: 0.5 } };
const driven = "<left_joint>left</left_joint><right_joint>right</right_joint>";
const hinge = "<joint_name>j</joint_name>";
const carWheels = `<left_joint>rear_left</left_joint><right_joint>rear_right</right_joint>
  <left_steering_joint>left_steering</left_steering_joint><right_steering_joint>right_steering</right_steering_joint>`;
const corners = ["front_left", "front_right", "back_left", "back_right"]
  .map((corner) => `<${corner}_joint>${corner}</${corner}_joint>`)
  .join("");

const cases = [
  {
    system: "detachable-joint",
    params: "<parent_link>chassis</parent_link><child_model>floor</child_model><child_link>link</child_link>",
    model: twoWheeler(""),
    topic: "/model/vehicle/detachable_joint/attach",
    type: "gz.msgs.Empty",
    value: {},
  },
  { system: "diff-drive", params: driven, model: twoWheeler(""), topic: "/model/vehicle/cmd_vel", ...twist },
  { system: "mecanum-drive", params: corners, model: mecanumVehicle(""), topic: "/model/vehicle/cmd_vel", ...twist },
  { system: "ackermann-steering", params: carWheels, model: car(""), topic: "/model/car/cmd_vel", ...twist },
  {
    system: "ackermann-steering",
    params: `${carWheels}<steering_only>true</steering_only>`,
    model: car(""),
    topic: "/model/car/steer_angle",
    ...number,
  },
  { system: "velocity-control", params: "", model: twoWheeler(""), topic: "/model/vehicle/cmd_vel", ...twist },
  {
    system: "velocity-control",
    params: "<link_name>chassis</link_name>",
    model: twoWheeler(""),
    topic: "/model/vehicle/link/chassis/cmd_vel",
    ...twist,
  },
  { system: "joint-controller", params: hinge, model: hingeModel("m"), topic: "/model/m/joint/j/cmd_vel", ...number },
  {
    system: "joint-position-controller",
    params: `${hinge}<use_velocity_commands>true</use_velocity_commands>`,
    model: hingeModel("m"),
    topic: "/model/m/joint/j/0/cmd_pos",
    ...number,
  },
  {
    system: "joint-trajectory-controller",
    params: hinge,
    model: hingeModel("m"),
    topic: "/model/m/joint_trajectory",
    type: "gz.msgs.JointTrajectory",
    value: { joint_names: ["j"], points: [{ positions: [1] }] },
  },
  {
    system: "apply-joint-force",
    params: hinge,
    model: hingeModel("m"),
    topic: "/model/m/joint/j/cmd_force",
    ...number,
  },
];

test.each(cases)(
  "[SY3] $system lets go of what it commanded when it is removed, and leaves no component $params",
  async ({ system, params, model, topic, type, value }) => {
    using sim = await TestSim.load(floor + model);
    const { runner } = sim;
    const name = /<model name="(\w+)"/.exec(model)![1]!;
    const components = (): string[] =>
      [...runner.world.stores()].filter(({ count }) => count > 0).map(({ component }) => component.name);
    const before = components();
    const entities = runner.world.entityCount;
    await runner.library.load(plugin(system));
    runner.inputs.replay({ kind: "start-systems", entity: sim.entity(name), plugins: [plugin(system, params)] });
    sim.run({ steps: 2 });
    sim.publish(topic, type, value);
    sim.run({ steps: 3 });
    expect(components().length).toBeGreaterThan(before.length);
    const answer = sim.node.request(
      "/world/test/entity/system/remove",
      {
        entity: { id: sim.entity(name) },
        plugins: [{ name: system }],
      },
      { response: "gz.msgs.Boolean" },
    );
    sim.run({ steps: 1 });
    expect((await answer).data).toBe(true);
    // Physics keeps components that apply to one step only, with the value zero.
    expect(components().filter((one) => !one.endsWith("JointForceCmd"))).toEqual(before);
    expect(runner.world.entityCount).toBe(entities);
  },
);

const Mark = numeric("test.Mark", { value: 0 });

/** A system that marks the world in every step, and fails in the tenth if `fails`. */
const marking = (fails: boolean) =>
  defineSystem({
    name: "marking",
    create: ({ entity, world }) => ({
      preUpdate({ count }) {
        world.set(entity, Mark, { value: count });
        if (fails && count === 10) throw new Error("no luck");
      },
      onRemove: () => world.unset(entity, Mark),
    }),
  });

test("[SY3] a system that fails lets go too", async () => {
  using sim = await TestSim.load("", { systems: [marking(true)], defaultSystems: ["marking"] });
  sim.run({ steps: 9 });
  expect(sim.runner.world.has(sim.runner.root, Mark)).toBe(true);
  sim.run({ steps: 1 });
  expect(sim.runner.world.has(sim.runner.root, Mark)).toBe(false);
});

test("[SY3] a jump in time that stops or restarts a system leaves components as they were then", async () => {
  using sim = await TestSim.load("", { systems: [marking(false)], defaultSystems: ["marking"] });
  const { runner } = sim;
  sim.run({ steps: 5 });
  const marked = runner.keyframe();
  runner.world.set(runner.root, Plugins, [plugin("marking", "<other/>")]);
  sim.run({ steps: 1 });
  runner.restore(marked);
  expect(runner.world.get(runner.root, Mark)).toEqual({ value: 5 });
});

test("[SY3] a keyframe between the removal and the next pass makes no difference", async () => {
  using sim = await TestSim.load("", { systems: [marking(false)], defaultSystems: ["marking"] });
  const { runner } = sim;
  sim.run({ steps: 5 });
  const before = runner.keyframe();
  runner.world.set(runner.root, Plugins, []);
  sim.run({ steps: 1 });
  const hash = runner.hash();
  runner.restore(before);
  runner.world.set(runner.root, Plugins, []);
  runner.restore(runner.keyframe());
  sim.run({ steps: 1 });
  expect(runner.hash()).toBe(hash);
});
