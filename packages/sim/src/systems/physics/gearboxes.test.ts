import { expect, test } from "vitest";
import { JointPosition, JointPositionReset, JointVelocity, JointVelocityCmd } from "../../components/joint.ts";
import { MemoryResources } from "../../formats/memory-resources.ts";
import { parseSdf } from "../../formats/sdf/load-sdf.ts";
import { writeSdf } from "../../formats/sdf/write/write-sdf.ts";
import { saveWorld } from "../../entities/kinds/world.ts";
import { TestSim } from "../../testing/test-sim.ts";

const link = (name: string, x: number): string =>
  `<link name="${name}"><pose>${x} 0 0 0 0 0</pose><inertial><mass>1</mass>
    <inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial></link>`;
const joint = (name: string, type: string, parent: string, child: string, inside: string): string =>
  `<joint name="${name}" type="${type}"><parent>${parent}</parent><child>${child}</child>${inside}</joint>`;
const z = "<axis><xyz>0 0 1</xyz></axis>";

/**
 * Returns two wheels on a fixed case, with a gear ratio of 3; the second hinge is written in the opposite direction.
 */
function gears(engine: string, body = "case"): string {
  return `<gravity>0 0 0</gravity><physics type="${engine}"/><model name="m">
    ${link("case", 0)}${link("a", 1)}${link("b", 2)}
    ${joint("hold", "fixed", "world", "case", "")}
    ${joint("turn_a", "revolute", "case", "a", z)}
    ${joint("turn_b", "continuous", "b", "case", "<axis><xyz>0 0 -1</xyz></axis>")}
    ${joint(
      "gear",
      "gearbox",
      "a",
      "b",
      `${z}<axis2><xyz>0 0 1</xyz></axis2>
      <gearbox_ratio>3</gearbox_ratio><gearbox_reference_body>${body}</gearbox_reference_body>`,
    )}</model>`;
}

/** Returns the angles about z relative to the case, computed from the poses of the wheels, within half a turn. */
function turns(sim: TestSim): number[] {
  return ["m::a", "m::b"].map((name) => {
    const { qz, qw } = sim.poseOf(name);
    return 2 * Math.atan2(qz, qw);
  });
}

test("[PS27] a gearbox turns its child by minus its ratio, however hinges are told, and its parent carries it", async () => {
  using sim = await TestSim.load(gears("auto"));
  expect(sim.log.map(({ message }) => message)).toContain(
    "physics engine mujoco: chosen because only it can do 1 joint of this world",
  );
  const { world } = sim.runner;
  world.set(sim.joint("m::turn_a"), JointVelocityCmd, { axis1: 0.5, axis2: 0 });
  sim.run({ steps: 1000 });
  const [a, b] = turns(sim);
  expect(a).toBeCloseTo(0.5, 2);
  expect(b).toBeCloseTo(-3 * a!, 5);
  // The hinge's parent is the wheel, and its axis points down: two changes of sign.
  expect(world.get(sim.joint("m::turn_b"), JointPosition)!.axis1).toBeCloseTo(-3 * a!, 5);
  // Released, it keeps turning; when the child is braked, the parent stops.
  world.unset(sim.joint("m::turn_a"), JointVelocityCmd);
  sim.run({ steps: 100 });
  expect(world.get(sim.joint("m::turn_a"), JointVelocity)!.axis1).toBeCloseTo(0.5, 4);
  world.set(sim.joint("m::turn_b"), JointVelocityCmd, { axis1: 0, axis2: 0 });
  sim.run({ steps: 100 });
  expect(world.get(sim.joint("m::turn_a"), JointVelocity)!.axis1).toBeCloseTo(0, 4);
});

test("[PS27] Rapier's gearbox turns one way, which is said", async () => {
  using sim = await TestSim.load(gears("rapier"));
  sim.runner.world.set(sim.joint("m::turn_a"), JointVelocityCmd, { axis1: 0.5, axis2: 0 });
  sim.run({ steps: 1000 });
  const [a, b] = turns(sim);
  expect(b).toBeCloseTo(-3 * a!, 3);
  const warnings = sim.log.filter(({ level }) => level === "warn").map(({ message }) => message);
  expect(warnings).toEqual([
    'joint m::gear: in Rapier one side of it turns the other, but not the other way round (<physics type="mujoco"> does both)',
  ]);
});

test.each([
  ["", 'its gearbox_reference_body "" is no link'],
  ["nowhere", 'its gearbox_reference_body "nowhere" is no link'],
  ["a", '"a" has no hinge to its parent about its axis'],
])("[PS27] a gearbox on %o is named and left out", async (body, why) => {
  using sim = await TestSim.load(gears("mujoco", body));
  sim.runner.world.set(sim.joint("m::turn_a"), JointVelocityCmd, { axis1: 0.5, axis2: 0 });
  sim.run({ steps: 100 });
  expect(turns(sim)[1]).toBe(0);
  const warnings = sim.log.filter(({ level }) => level === "warn").map(({ message }) => message);
  expect(warnings).toEqual([`joint m::gear: ${why}; this gearbox is left out`]);
});

const thread = (engine: string): string => `<gravity>0 0 0</gravity><physics type="${engine}"/><model name="m">
  ${link("post", 0)}${link("nut", 0)}${joint("hold", "fixed", "world", "post", "")}
  ${joint("thread", "screw", "post", "nut", `${z}<screw_thread_pitch>0.2</screw_thread_pitch>`)}</model>`;

test("[PS28] a screw's nut goes its pitch in a turn; resets and files keep that", async () => {
  using sim = await TestSim.load(thread("auto"));
  const { world } = sim.runner;
  world.set(sim.joint("m::thread"), JointPositionReset, { axis1: 7, axis2: 0, axis3: 0 });
  sim.run({ steps: 1 });
  expect(world.get(sim.joint("m::thread"), JointPosition)!.axis1).toBeCloseTo(7, 6);
  expect(sim.poseOf("m::nut").z).toBeCloseTo((7 * 0.2) / (2 * Math.PI), 6);
  world.set(sim.joint("m::thread"), JointVelocityCmd, { axis1: 2, axis2: 0 });
  sim.run({ steps: 500 });
  const angle = world.get(sim.joint("m::thread"), JointPosition)!.axis1;
  expect(angle).toBeCloseTo(8, 1);
  const height = sim.poseOf("m::nut").z;
  expect(height).toBeCloseTo((angle * 0.2) / (2 * Math.PI), 6);
  const text = writeSdf({ worlds: [saveWorld(world, sim.runner.root)], models: [], lights: [], actors: [] });
  expect((await parseSdf(text, "saved.sdf", new MemoryResources({}))).problems).toEqual([]);
  using again = await TestSim.load(text);
  again.runner.world.set(again.joint("m::thread"), JointVelocityCmd, { axis1: 2, axis2: 0 });
  again.run({ steps: 500 });
  const more = again.runner.world.get(again.joint("m::thread"), JointPosition)!.axis1;
  expect(more).toBeCloseTo(angle + 1, 1);
  expect(again.poseOf("m::nut").z).toBeCloseTo((more * 0.2) / (2 * Math.PI), 6);
});

test("[PS28] joints that Rapier has not are named there and left out", async () => {
  using sim = await TestSim.load(thread("rapier"));
  sim.run({ steps: 10 });
  const warnings = sim.log.filter(({ level }) => level === "warn").map(({ message }) => message);
  expect(warnings).toEqual([
    'joint m::thread: Rapier has no screw joints; it is left out (<physics type="mujoco"> has it)',
  ]);
});

test.each(["mujoco", "rapier"])(
  "[PS29] a revolute2 joint of %s steers and rolls, saved and loaded too",
  async (engine) => {
    const wheel = (loaded: string): string => `<gravity>0 0 0</gravity><physics type="${engine}"/><model name="m">
    ${link("fork", 0)}${link("wheel", 1)}${joint("hold", "fixed", "world", "fork", "")}
    ${joint("both", "revolute2", "fork", "wheel", `${z}<axis2><xyz>0 1 0</xyz></axis2>`)}</model>${loaded}`;
    using sim = await TestSim.load(wheel(""));
    const drive = (it: TestSim, steering: number): void => {
      it.runner.world.set(it.joint("m::both"), JointVelocityCmd, { axis1: steering, axis2: 3 });
      it.run({ steps: 500 });
    };
    drive(sim, 0.4);
    const { axis1, axis2 } = sim.runner.world.get(sim.joint("m::both"), JointPosition)!;
    expect(axis1).toBeCloseTo(0.2, 2);
    expect(axis2).toBeCloseTo(1.5, 2);
    // Rz(axis1) Ry(axis2): the axle stays level and points where it is steered.
    const axle = (it: TestSim): number[] => {
      const { qx, qy, qz, qw } = it.poseOf("m::wheel");
      return [2 * (qx * qy - qw * qz), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz + qw * qx)];
    };
    const pointing = (angle: number): number[] => [-Math.sin(angle), Math.cos(angle), 0];
    axle(sim).forEach((value, i) => expect(value).toBeCloseTo(pointing(axis1)[i]!, 4));
    const saved = saveWorld(sim.runner.world, sim.runner.root);
    using again = await TestSim.load(writeSdf({ worlds: [saved], models: [], lights: [], actors: [] }));
    drive(again, -1);
    const turned = again.runner.world.get(again.joint("m::both"), JointPosition)!;
    expect(turned.axis1).toBeCloseTo(axis1 - 0.5, 2);
    axle(again).forEach((value, i) => expect(value).toBeCloseTo(pointing(turned.axis1)[i]!, 3));
  },
);
