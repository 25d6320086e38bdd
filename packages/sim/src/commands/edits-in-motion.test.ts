import type { gz, orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { CastShadows, Geometry, Material, Transparency } from "../components/geometry.ts";
import { IsStatic, IsVisual } from "../components/identity.ts";
import { JointServo } from "../components/joint.ts";
import { Light } from "../components/light.ts";
import { Pushes, WorldLinearVelocity } from "../components/motion.ts";
import { CollisionOff, Gravity, GravityEnabled, Inertial, PhysicsSettings, Surface } from "../components/physics.ts";
import { Pose } from "../components/pose.ts";
import type { Component } from "../ecs/component.ts";
import type { Entity } from "../ecs/entities.ts";
import { parseSdf } from "../formats/sdf/load-sdf.ts";
import { MemoryResources } from "../formats/memory-resources.ts";
import { writeSdf } from "../formats/sdf/write/write-sdf.ts";
import { saveWorld } from "../entities/kinds/world.ts";
import { askFor, command, reasonOf } from "../testing/commands.ts";
import { hingeModel } from "../testing/hinge.ts";
import { hashesOfInterruptedRuns } from "../testing/interrupted.ts";
import { TestSim, type TestSimOptions } from "../testing/test-sim.ts";
import {
  collisionEdit,
  componentsEdit,
  createEdit,
  jointEdit,
  moveEdit,
  pushEdit,
  removeEdit,
  renameEdit,
  scaleEdit,
} from "./make-edit.ts";

const ground = `<model name="ground"><static>true</static><link name="link">
  <collision name="c"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>`;

function box(name: string, pose = "0 0 0.2 0 0 0"): string {
  return `<model name="${name}"><pose>${pose}</pose><link name="link">
    <inertial><mass>2</mass><inertia><ixx>0.05</ixx><iyy>0.05</iyy><izz>0.05</izz></inertia></inertial>
    <collision name="c"><geometry><box><size>0.4 0.4 0.4</size></box></geometry></collision>
    <visual name="v"><geometry><box><size>0.4 0.4 0.4</size></box></geometry></visual></link></model>`;
}

const sun = '<light name="sun" type="point"><pose>0 0 5 0 0 0</pose></light>';
const engines = ["rapier", "mujoco"] as const;

function load(engine: string, world: string, options: TestSimOptions = {}): Promise<TestSim> {
  const text = `<physics type="${engine}"/>${world}`;
  return TestSim.load(text, { defaultSystems: ["physics", "user-commands"], ...options });
}

function childOf(sim: TestSim, parent: string, kind: Component): Entity {
  const { world } = sim.runner;
  return world.childrenOf(sim.entity(parent)).find((child) => world.has(child, kind))!;
}

async function done(sim: TestSim, ...edits: orrery.Edit[]): Promise<void> {
  expect(reasonOf(await command(sim, ...edits))).toBe("");
}

test.each(engines)("[CD15] in %s a push lasts a step, or as long as it says, and adds to others", async (engine) => {
  using sim = await load(engine, `<gravity>0 0 0</gravity>${box("a")}${box("b", "3 0 0 0 0 0")}`);
  const { world } = sim.runner;
  const speed = (name: string): number => world.get(sim.entity(`${name}::link`), WorldLinearVelocity)!.x;
  await done(sim, pushEdit(sim.entity("a::link"), { force: { x: 20, y: 0, z: 0 } }));
  sim.run({ steps: 5 });
  // F t / m, where t is one step of 1 ms.
  expect(speed("a")).toBeCloseTo(0.01, 6);
  const long = pushEdit(sim.entity("b"), { force: { x: 20, y: 0, z: 0 }, durationNs: 10_500_000 });
  await done(sim, long, long);
  expect(world.get(sim.entity("b::link"), Pushes)).toHaveLength(2);
  sim.run({ steps: 20 });
  // Twice 20 N for 10.5 ms on 2 kg: the last step has half the force.
  expect(speed("b")).toBeCloseTo(0.21, 6);
  expect(world.query(Pushes).count).toBe(0);
});

test("[CD15] a push off the centre turns, and one on what cannot move is refused", async () => {
  using sim = await load("rapier", `<gravity>0 0 0</gravity>${ground}${box("a", "0 0 3 0 0 0")}`, { paused: true });
  const refusal = async (edit: orrery.Edit): Promise<string> => reasonOf(await command(sim, edit));
  const up = { x: 0, y: 0, z: 1 };
  const before = sim.runner.hash();
  expect(await refusal(pushEdit(sim.entity("ground"), { force: up }))).toBe('"ground" is static and does not move');
  expect(await refusal(pushEdit(sim.entity("a"), {}))).toBe("neither a force nor a torque is given");
  expect(await refusal(pushEdit(sim.entity("a"), { torque: { x: Number.NaN, y: 0, z: 0 } }))).toMatch("finite");
  expect(await refusal(pushEdit(sim.entity("a"), { force: up, durationNs: -1 }))).toMatch("cannot be negative");
  expect(sim.runner.hash()).toBe(before);
  await done(sim, pushEdit(sim.entity("a::link"), { force: { x: 0, y: 0, z: 50 }, offset: { x: 0.2, y: 0, z: 0 } }));
  sim.runner.state.run();
  sim.run({ steps: 100 });
  // r × F t / I = −0.2 · 50 · 0.001 / 0.05 rad/s about y, for 0.1 s.
  expect(2 * sim.poseOf("a").qy).toBeCloseTo(-0.02, 3);
});

test.each(engines)(
  "[CD16] in %s nothing touches collisions that are off; on again they are as they were",
  async (engine) => {
    using sim = await load(engine, ground + box("a") + box("b", "3 0 0.2 0 0 0"));
    const { world, root } = sim.runner;
    const surface = world.get(sim.entity("a::link"), Surface);
    sim.run({ steps: 1000 });
    await done(sim, collisionEdit(sim.entity("a"), false));
    sim.run({ steps: 100 });
    expect(sim.poseOf("a").z).toBeLessThan(0.17);
    expect(sim.poseOf("b").z).toBeCloseTo(0.2, 2);
    const sdf = writeSdf({ worlds: [saveWorld(world, root)], models: [], lights: [], actors: [] });
    const { scene, problems } = await parseSdf(sdf, "saved.sdf", new MemoryResources({}));
    expect(problems).toEqual([]);
    expect(scene.worlds[0]!.models.map(({ links }) => links[0]!.collisions[0]!.off ?? false)).toEqual([
      false,
      true,
      false,
    ]);
    const pose = { x: 0, y: 0, z: 0.3, qx: 0, qy: 0, qz: 0, qw: 1 };
    await done(sim, collisionEdit(sim.entity("a::link"), true), moveEdit(sim.entity("a"), pose));
    sim.run({ steps: 1500 });
    expect(sim.poseOf("a").z).toBeCloseTo(0.2, 2);
    expect([world.query(CollisionOff).count, world.get(sim.entity("a::link"), Surface)]).toEqual([0, surface]);
    expect(reasonOf(await command(sim, collisionEdit(root, true)))).toBe('"test" has no collisions');
  },
);

test("[CD17] lights and looks are changed by messages; what these leave out stays", async () => {
  using sim = await load("rapier", ground + box("a") + sun, { paused: true });
  const { world } = sim.runner;
  const light: gz.Light = {
    name: "sun",
    diffuse: { r: 1, g: 0.5, a: 1 },
    cast_shadows: true,
    attenuation_linear: 0.25,
  };
  const [lamp] = [...world.query(Light)][0]!;
  const before = world.get(lamp, Light)!;
  expect(reasonOf(await askFor(sim, "light_config", light))).toBe("");
  expect(world.get(lamp, Light)).toEqual({
    ...before,
    diffuse: { r: 1, g: 0.5, b: 0, a: 1 },
    castShadows: true,
    visualize: false,
    attenuation: { ...before.attenuation, linear: 0.25, quadratic: 0 },
  });
  await done(sim, { light: { id: lamp, pose: { position: { x: 2 } }, is_light_off: true } });
  expect([world.get(lamp, Pose)!.x, world.get(lamp, Light)!.on]).toEqual([2, false]);
  sim.publish("/world/test/light_config", "gz.msgs.Light", { name: "sun", intensity: 3 });
  sim.run({ steps: 1 });
  expect(world.get(lamp, Light)!.intensity).toBe(3);

  const visual = childOf(sim, "a::link", IsVisual);
  const looks: gz.Visual = {
    name: "v",
    parent_name: "a::link",
    material: { diffuse: { r: 1, a: 1 } },
    transparency: 0.5,
  };
  expect(reasonOf(await askFor(sim, "visual_config", looks))).toBe("");
  expect(world.get(visual, Material)!.diffuse).toEqual({ r: 1, g: 0, b: 0, a: 1 });
  expect(world.get(visual, Transparency)).toEqual({ amount: 0.5 });
  await done(sim, {
    visual: { name: "a::link::v", geometry: { sphere: { radius: 2 } }, pose: { position: { z: 1 } } },
  });
  expect(world.get(visual, Geometry)).toEqual({ type: "sphere", radius: 2 });
  expect([world.get(visual, Pose)!.z, world.get(visual, CastShadows), world.get(visual, Transparency)!.amount]).toEqual(
    [1, true, 0.5],
  );
  const hash = sim.runner.hash();
  const refusal = async (edit: orrery.Edit): Promise<string> => reasonOf(await command(sim, edit));
  expect(await refusal({ visual: { id: visual } })).toMatch("nothing is given");
  expect(await refusal({ visual: { id: visual, transparency: 2 } })).toMatch("at most 1");
  expect(await refusal({ visual: { id: visual, geometry: { box: {} } } })).toMatch("above 0");
  expect(await refusal({ visual: { name: "w", parent_name: "a::link" } })).toBe('"a::link" has no visual "w"');
  expect(await refusal({ light: { name: "a" } })).toMatch('there is no entity "a"');
  expect(await refusal({ light: { id: lamp, range: -1 } })).toMatch("at least 0");
  expect(sim.runner.hash()).toBe(hash);
});

test("[CD18] gravity and the step are changed by a command; a step that is none is refused", async () => {
  using sim = await load("rapier", box("a"));
  const { world, root } = sim.runner;
  await done(sim, { physics: { max_step_size: 0.002, gravity: { z: -2 } } });
  expect(world.get(root, PhysicsSettings)!.maxStepSize).toBe(0.002);
  expect(world.get(root, Gravity)).toEqual({ x: 0, y: 0, z: -2 });
  sim.runner.state.pause();
  const before = sim.runner.hash();
  expect(reasonOf(await command(sim, { physics: { max_step_size: 5, gravity: {} } }))).toMatch("a step must take");
  expect(reasonOf(await command(sim, { physics: { gravity: { x: Infinity } } }))).toMatch("finite");
  expect(reasonOf(await command(sim, { physics: { real_time_factor: 2 } }))).toMatch("nothing is given");
  expect(sim.runner.hash()).toBe(before);
});

test("[UC12] what Gazebo's services ask for and is not there is refused with the reason", async () => {
  using sim = await load("rapier", box("a"), { paused: true });
  expect(reasonOf(await askFor(sim, "set_spherical_coordinates", { latitude_deg: 1 }))).toMatch("no planet");
  expect(reasonOf(await askFor(sim, "set_pose_vector", {}))).toBe("the request names nothing");
  expect(reasonOf(await askFor(sim, "disable_collision", { name: "a", type: "MODEL" }))).toBe("");
  expect(sim.runner.world.query(CollisionOff).count).toBe(1);
  expect(reasonOf(await askFor(sim, "enable_collision", { name: "a::link::c" }))).toBe("");
  expect(sim.runner.world.query(CollisionOff).count).toBe(0);
});

/** The effect of each kind, on a world with a ground, two boxes, a lamp and an arm. */
const kinds: Readonly<Record<string, (sim: TestSim) => orrery.Edit[]>> = {
  create: () => [createEdit({ sdf: `<sdf version="1.9">${box("c", "0.1 0.1 2 0 0.3 0")}</sdf>` }, 2 ** 31)],
  clone: () => [createEdit({ clone_name: "arm", name: "arm2", pose: { position: { y: 3, z: 1 } } })],
  remove: (sim) => [removeEdit(sim.entity("a"))],
  move: (sim) => [moveEdit(sim.entity("b"), { x: 0, y: 0, z: 1, qx: 0, qy: 0.6, qz: 0, qw: 0.8 })],
  "scale a model": (sim) => [scaleEdit(sim.entity("b"), { x: 2, y: 1, z: 0.5 })],
  "scale an arm": (sim) => [scaleEdit(sim.entity("arm"), { x: 1.5, y: 1.5, z: 1.5 })],
  rename: (sim) => [renameEdit(sim.entity("arm"), "tool")],
  "edit mass": (sim) => [
    componentsEdit(sim.entity("a::link"), [
      [Inertial, { ...Inertial.initial(), mass: 5, ixx: 0.3, iyy: 0.3, izz: 0.3 }],
    ]),
  ],
  "edit gravity of a link": (sim) => [componentsEdit(sim.entity("b::link"), [[GravityEnabled, { on: 0 }]])],
  "make static": (sim) => [componentsEdit(sim.entity("a"), [[IsStatic, {}]])],
  "let move": (sim) => [componentsEdit(sim.entity("block"), [[IsStatic, undefined]])],
  "drive a joint": (sim) => [
    componentsEdit(sim.joint("arm::j"), [[JointServo, { target: 1, stiffness: 10, damping: 1, maxForce: 5 }]]),
  ],
  "set a joint": (sim) => [jointEdit(sim.joint("arm::j"), { axis1: 0.7, axis2: 0, axis3: 0 })],
  light: () => [{ light: { name: "sun", intensity: 2 } }],
  visual: () => [{ visual: { name: "a::link::v", transparency: 0.3 } }],
  physics: () => [{ physics: { gravity: { x: 1, z: -5 }, max_step_size: 0.002 } }],
  "switch collisions": (sim) => [collisionEdit(sim.entity("a"), false)],
  push: (sim) => [pushEdit(sim.entity("b"), { force: { x: 9, y: 0, z: 0 }, durationNs: 60_000_000 })],
};

const scene = `${ground}${box("a")}${box("b", "0.1 0 0.7 0 0 0.2")}${sun}${hingeModel("arm", { y: 5 })}
  ${box("block", "2 0 0.5 0 0 0").replace("<pose>", "<static>true</static><pose>")}`;

for (const engine of engines) {
  test.each(Object.keys(kinds))(
    `[CD19] in ${engine} a world continues alike after "%s", saved or not, running or paused`,
    async (kind) => {
      for (const paused of [false, true]) {
        const { whole, elsewhere, takenBack } = await hashesOfInterruptedRuns(
          () => load(engine, scene),
          async (sim) => {
            sim.run({ steps: 60 });
            if (paused) sim.runner.state.pause();
            const before = sim.runner.hash();
            await done(sim, ...kinds[kind]!(sim));
            expect(sim.runner.hash()).not.toBe(before);
          },
          (sim) => {
            sim.runner.state.run();
            sim.run({ steps: 50 });
          },
        );
        expect([elsewhere, takenBack]).toEqual([whole, whole]);
      }
    },
  );
}
