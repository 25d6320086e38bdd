import { expect, test } from "vitest";
import { JointAxes, JointPosition, JointPositionReset, JointServo, JointVelocityCmd } from "../../components/joint.ts";
import { MemoryResources } from "../../formats/memory-resources.ts";
import { parseSdf } from "../../formats/sdf/load-sdf.ts";
import { writeSdf } from "../../formats/sdf/write/write-sdf.ts";
import { saveWorld } from "../../entities/kinds/world.ts";
import { TestSim } from "../../testing/test-sim.ts";

/**
 * Returns two hinges about y and a slide along y on one post: `follow` is twice `lead` minus 0.1, `slide` a tenth of
 * it.
 */
function gripper(engine: string, type = ""): string {
  const part = (name: string, kind: string, x: number, law = ""): string =>
    `<link name="${name}_link"><pose>${x} 0 0 0 0 0</pose><inertial><mass>1</mass></inertial></link>
     <joint name="${name}" type="${kind}"><parent>post</parent><child>${name}_link</child>
       <axis><xyz>0 1 0</xyz>${law}</axis></joint>`;
  const law = (multiplier: number, offset: number, reference: number): string =>
    `<mimic joint="lead"><multiplier>${multiplier}</multiplier><offset>${offset}</offset>
       <reference>${reference}</reference></mimic>`;
  return `<sdf version="1.11"><world name="test"><gravity>0 0 0</gravity><physics type="${engine}"/><model name="m">
    <link name="post"><inertial><mass>1</mass></inertial></link>
    <joint name="hold" type="fixed"><parent>world</parent><child>post</child></joint>
    ${part("lead", "revolute", 1)}${part("follow", "revolute", 2, law(2, 0.3, 0.2))}
    ${part("slide", "prismatic", 3, law(0.1, 0, 0))}${type}</model></world></sdf>`;
}

function positions(sim: TestSim): { lead: number; follow: number; slide: number } {
  const of = (name: string): number => sim.runner.world.get(sim.joint(`m::${name}`), JointPosition)!.axis1;
  return { lead: of("lead"), follow: of("follow"), slide: of("slide") };
}

test.each([
  ["mujoco", 5],
  ["rapier", 3],
] as const)("[PS26] in %s a joint follows the leader of its <mimic>", async (engine, digits) => {
  using sim = await TestSim.load(gripper(engine));
  sim.runner.world.set(sim.joint("m::lead"), JointVelocityCmd, { axis1: 1.5, axis2: 0 });
  sim.run({ steps: 1000 });
  const { lead, follow, slide } = positions(sim);
  expect(lead).toBeCloseTo(1.5, 1);
  expect(follow).toBeCloseTo(2 * (lead - 0.2) + 0.3, digits);
  expect(slide).toBeCloseTo(0.1 * lead, digits);
  const said = sim.log.filter(({ message }) => message.includes("leader feels nothing"));
  expect(said).toHaveLength(engine === "rapier" ? 1 : 0);
});

test("[PS26] a law that is edited, and one whose leader comes later, counts", async () => {
  using sim = await TestSim.load(gripper("mujoco"));
  const { world } = sim.runner;
  const [lead, follow] = [sim.joint("m::lead"), sim.joint("m::follow")];
  world.set(lead, JointServo, { target: 0.5, stiffness: 200, damping: 20, maxForce: Infinity });
  const [axis] = world.get(follow, JointAxes)!;
  world.set(follow, JointAxes, [{ ...axis!, mimic: { ...axis!.mimic!, joint: "late" } }]);
  sim.run({ steps: 200 });
  expect(positions(sim).follow).toBe(0);
  const warning = "joint m::follow: it cannot follow joint late, which is not there";
  expect(sim.log.filter(({ message }) => message === warning)).toHaveLength(1);
  world.set(follow, JointAxes, [{ ...axis!, mimic: { ...axis!.mimic!, multiplier: -1 } }]);
  sim.run({ steps: 800 });
  const { lead: led, follow: followed } = positions(sim);
  expect(led).toBeCloseTo(0.5, 2);
  expect(followed).toBeCloseTo(-(led - 0.2) + 0.3, 4);
  world.set(follow, JointAxes, [{ ...axis!, mimic: { ...axis!.mimic!, joint: "follow" } }]);
  sim.run({ steps: 1 });
  expect(sim.log.at(-1)!.message).toContain("would follow itself");
});

test("[PS26] what follows a joint that is reset is put where the law says", async () => {
  using sim = await TestSim.load(gripper("mujoco"));
  sim.runner.world.set(sim.joint("m::lead"), JointPositionReset, { axis1: 0.7, axis2: 0, axis3: 0 });
  sim.run({ steps: 1 });
  const { lead, follow, slide } = positions(sim);
  expect(lead).toBeCloseTo(0.7, 6);
  expect(follow).toBeCloseTo(2 * 0.5 + 0.3, 6);
  expect(slide).toBeCloseTo(0.07, 6);
});

test.each(["mujoco", "rapier"])("[PS26] laws come back with a saved state of %s, to the bit", async (engine) => {
  using sim = await TestSim.load(gripper(engine));
  sim.runner.world.set(sim.joint("m::lead"), JointVelocityCmd, { axis1: 1.5, axis2: 0 });
  sim.run({ steps: 100 });
  const state = sim.runner.save();
  sim.run({ steps: 100 });
  const wanted = sim.runner.hash();
  using other = await TestSim.load(`<physics type="rapier"/>`);
  await other.runner.load(state);
  other.run({ steps: 100 });
  expect(other.runner.hash()).toBe(wanted);
});

test("[SS2] a law holds on when its joints are saved and loaded", async () => {
  using sim = await TestSim.load(gripper("mujoco"));
  sim.runner.world.set(sim.joint("m::lead"), JointVelocityCmd, { axis1: 1.5, axis2: 0 });
  sim.run({ steps: 600 });
  const before = positions(sim);
  const text = writeSdf({ worlds: [saveWorld(sim.runner.world, sim.runner.root)], models: [], lights: [], actors: [] });
  const { problems } = await parseSdf(text, "saved.sdf", new MemoryResources({}));
  expect(problems).toEqual([]);
  using again = await TestSim.load(text);
  again.runner.world.set(again.joint("m::lead"), JointVelocityCmd, { axis1: 1.5, axis2: 0 });
  again.run({ steps: 400 });
  const after = positions(again);
  expect(after.lead).toBeGreaterThan(before.lead + 0.5);
  expect(after.follow).toBeCloseTo(2 * (after.lead - 0.2) + 0.3, 4);
  expect(after.slide).toBeCloseTo(0.1 * after.lead, 4);
});
