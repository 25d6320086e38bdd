import { expect, test } from "vitest";
import { JointPosition, JointVelocity } from "../../components/joint.ts";
import { command, reasonOf } from "../../testing/commands.ts";
import { TestSim } from "../../testing/test-sim.ts";
import { jointEdit } from "../make-edit.ts";

/** Returns a double pendulum attached to the world, with `more` in its model. */
const pendulum = (engine: string, more = "", isStatic = false): string => `<physics type="${engine}"/>
  <model name="arm"><static>${isStatic}</static><pose>0 0 2 0 0 0</pose>
    ${bar("upper", 0)}${bar("lower", 1)}
    <joint name="shoulder" type="revolute"><parent>world</parent><child>upper</child><axis><xyz>0 1 0</xyz></axis></joint>
    <joint name="elbow" type="revolute"><parent>upper</parent><child>lower</child><axis><xyz>0 1 0</xyz></axis></joint>
    ${more}</model>`;

const bar = (name: string, x: number): string => `<link name="${name}"><pose>${x} 0 0 0 0 0</pose>
  <inertial><pose>0.5 0 0 0 0 0</pose><mass>1</mass><inertia><ixx>0.01</ixx><iyy>0.08</iyy><izz>0.08</izz></inertia></inertial></link>`;

const load = (sdf: string): Promise<TestSim> =>
  TestSim.load(sdf, { defaultSystems: ["physics", "user-commands"], history: { enabled: true } });

const at = (axis1: number) => ({ axis1, axis2: 0, axis3: 0 });
const me = { author: "test", authorName: "Test" };

test.each(["rapier", "mujoco"])(
  "[CD26] in %s a command puts joints at positions, at rest; undo and redo are exact",
  async (engine) => {
    using sim = await load(pendulum(engine));
    const { runner } = sim;
    const { world } = runner;
    const [shoulder, elbow] = [sim.joint("arm::shoulder"), sim.joint("arm::elbow")];
    sim.run({ steps: 200 });
    runner.state.pause();
    sim.run({ steps: 1 });
    expect(Math.abs(world.get(shoulder, JointVelocity)!.axis1)).toBeGreaterThan(0.1);
    const before = runner.hash();
    expect(reasonOf(await command(sim, jointEdit(shoulder, at(-0.5)), jointEdit(elbow, at(1.25))))).toBe("");
    expect([shoulder, elbow].map((joint) => world.get(joint, JointPosition)!.axis1)).toEqual([-0.5, 1.25]);
    expect([shoulder, elbow].map((joint) => world.get(joint, JointVelocity)!.axis1)).toEqual([0, 0]);
    // Rapier computes in single precision.
    const { x, z } = sim.poseOf("arm::lower");
    expect([x, z]).toEqual([expect.closeTo(Math.cos(0.5), 6), expect.closeTo(2 + Math.sin(0.5), 6)]);
    runner.state.run();
    sim.run({ steps: 50 });
    // Released at rest, it has only begun to fall.
    expect(world.get(shoulder, JointPosition)!.axis1).toBeCloseTo(-0.5, 1);
    const after = runner.hash();
    const [mark] = runner.timeline.undoable();
    runner.timeline.undo(mark!.id, me);
    expect(runner.hash()).toEqual(before);
    runner.timeline.redo(mark!.id, me);
    expect(runner.hash()).toEqual(after);
  },
);

test("[CD26] a joint whose child cannot move without the rest, and one of a static model, is refused", async () => {
  const refused = async (more: string, isStatic = false): Promise<string> => {
    using sim = await load(pendulum("rapier", more, isStatic));
    return reasonOf(await command(sim, jointEdit(sim.joint("arm::elbow"), at(1))));
  };
  const joint = (parent: string): string =>
    `<joint name="closing" type="ball"><parent>${parent}</parent><child>lower</child></joint>`;
  expect(await refused(joint("upper"))).toMatch(/part of a loop/);
  expect(await refused(joint("world"))).toMatch(/holds its child to the world/);
  expect(await refused("", true)).toMatch(/static and does not move/);
});
