import { expect, test } from "vitest";
import { TestSim } from "../testing/test-sim.ts";
import { floor, twoWheeler } from "../testing/vehicles.ts";

const wheels = "<left_joint>left</left_joint><right_joint>right</right_joint>";

test.each([
  ["DiffDrive", wheels],
  ["AckermannSteering", `${wheels}<left_steering_joint>left</left_steering_joint>`],
  ["AckermannSteering", `${wheels}<steering_only>true</steering_only>`],
  ["MecanumDrive", "<front_left_joint>left</front_left_joint>"],
  ["VelocityControl", "<link_name>chassis</link_name>"],
  ["OdometryPublisher", "<odom_publish_frequency>0</odom_publish_frequency>"],
  [
    "DetachableJoint",
    "<parent_link>chassis</parent_link><child_model>floor</child_model><child_link>link</child_link>",
  ],
])("[SY2] %s ends quietly when its model is removed, commands on the way included", async (name, settings) => {
  using sim = await TestSim.load(
    floor + twoWheeler(`<plugin filename="${name}" name="gz::sim::systems::${name}">${settings}</plugin>`),
  );
  sim.run({ steps: 5 });
  expect(sim.runner.systems.list()).toHaveLength(2);
  sim.publish("/model/vehicle/cmd_vel", "gz.msgs.Twist", { linear: { x: 1 } });
  sim.publish("/model/vehicle/steer_angle", "gz.msgs.Double", { data: 1 });
  sim.publish("/model/vehicle/detachable_joint/detach", "gz.msgs.Empty", {});
  sim.runner.world.remove(sim.entity("vehicle"));
  sim.run({ steps: 5 });
  expect(sim.runner.systems.list().map((system) => system.name)).toEqual(["physics"]);
  expect(sim.log.filter(({ level }) => level === "error")).toEqual([]);
});
