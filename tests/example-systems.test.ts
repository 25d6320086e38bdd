import type { Node } from "@orrery/sim";
import { JointPosition, JointVelocityCmd } from "@orrery/sim/components";
import { TestSim } from "@orrery/sim/testing";
import { expect, test } from "vitest";
import lockStep from "../examples/systems/lock-step.ts";
import rayBumper from "../examples/systems/ray-bumper.ts";
import { connected } from "../packages/sim/src/testing/connected.ts";
import { hingeModel } from "../packages/sim/src/testing/hinge.ts";

/** A cart at the origin, turned by 90°, whose front is at y = 0.25; and a wall that begins 0.6 m before it. */
const cartAndWall = (engine: string): string => `
  <physics type="${engine}"/><gravity>0 0 0</gravity>
  <model name="cart"><pose>0 0 0.5 0 0 1.5707963267948966</pose>
    <link name="link"><inertial><mass>1</mass></inertial>
      <collision name="c"><geometry><box><size>0.5 0.4 0.2</size></box></geometry></collision></link>
    <plugin name="ray-bumper" filename="ray-bumper"><ahead>0.25</ahead><range>0.65</range><every_steps>5</every_steps></plugin>
  </model>
  <model name="wall"><static>true</static><pose>0 1.35 0.5 0 0 0</pose>
    <link name="link"><collision name="c"><geometry><box><size>4 1 1</size></box></geometry></collision></link></model>`;

test.each(["rapier", "mujoco"])(
  "[RU76] with %s, the example of a bumper publishes how far away a wall is, ray by ray, and does not see its own cart",
  async (engine) => {
    using sim = await TestSim.load(cartAndWall(engine), { systems: [rayBumper] });
    const scans: (readonly number[] | undefined)[] = [];
    sim.node.subscribe("/model/cart/bumper", "gz.msgs.LaserScan", ({ value }) => scans.push(value.ranges));
    sim.run({ steps: 10 });
    expect(scans).toHaveLength(2);
    // The rays at ±0.4 rad would meet the wall after 0.651 m, beyond their range.
    const oblique = 0.6 / Math.cos(0.2);
    for (const [i, expected] of [Infinity, oblique, 0.6, oblique, Infinity].entries()) {
      for (const scan of scans) expect(scan![i]).toBeCloseTo(expected, 5);
    }
  },
);

test("[RU75] the example of lock-step: a pilot outside is asked every ten steps, and leads the joint to its target", async () => {
  using sim = await TestSim.load(swing, { systems: [lockStep] });
  using pilot = connected(sim, "pilot");
  const asked: number[] = [];
  await offer(sim, pilot, (position) => {
    asked.push(sim.runner.now().count);
    return 4 * (1 - position);
  });
  await sim.runAlong({ steps: 2000 });
  // While it is asked, no step is made.
  expect(asked.slice(0, 4)).toEqual([10, 20, 30, 40]);
  expect(sim.runner.world.get(sim.joint("swing::j"), JointPosition)!.axis1).toBeCloseTo(1, 2);
});

test("[RU73] the example of lock-step: without a pilot the joint stops, the log says why, and the world continues", async () => {
  using sim = await TestSim.load(swing, { systems: [lockStep] });
  await sim.runAlong({ steps: 25 });
  expect(sim.runner.now().count).toBe(25);
  expect(sim.runner.world.get(sim.joint("swing::j"), JointVelocityCmd)).toMatchObject({ axis1: 0 });
  expect(sim.log.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^the joint stops: .*pilot/));
});

const swing = hingeModel("swing", {
  plugins: `<plugin name="lock-step" filename="lock-step"><joint_name>j</joint_name><limit_ms>60000</limit_ms></plugin>`,
});

/** Offers the service that the system asks, and waits until the world knows it. */
async function offer(sim: TestSim, pilot: Node, speedAt: (position: number) => number): Promise<void> {
  const both = { request: "gz.msgs.Double", response: "gz.msgs.Double" } as const;
  pilot.service("/pilot", both, ({ data = 0 }) => ({ data: speedAt(data) }));
  await expect.poll(() => sim.node.services().some(({ name }) => name === "/pilot")).toBe(true);
}
