import { expect, test } from "vitest";
import { Geometry } from "../../components/geometry.ts";
import { IsCollision, Name } from "../../components/identity.ts";
import { JointAxes, JointChildFrame, JointParentFrame, JointPosition } from "../../components/joint.ts";
import { Inertial } from "../../components/physics.ts";
import { Pose } from "../../components/pose.ts";
import { Frames } from "../../components/simulation.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { massOfShapes } from "../../formats/sdf/inertia.ts";
import { saveWorld } from "../../entities/kinds/world.ts";
import { solidOf } from "../../entities/solid-of.ts";
import { TestSim } from "../../testing/test-sim.ts";
import { applyCommand } from "../apply-command.ts";
import { scaleEdit } from "../make-edit.ts";
import { scaleProblem } from "./scale.ts";

function scale(sim: TestSim, entity: Entity, x: number, y = x, z = x): void {
  applyCommand(sim.runner.world, sim.runner.root, { edits: [scaleEdit(entity, { x, y, z })] }, []);
}

function shape(name: string, geometry: string, pose = ""): string {
  return `<collision name="${name}">${pose && `<pose>${pose}</pose>`}<geometry>${geometry}</geometry></collision>`;
}

/** Returns a model of one link with these shapes, with the mass that they give. */
function model(...shapes: string[]): string {
  return `<model name="m"><pose>5 6 7 0.1 0.2 0.3</pose>
    <link name="l"><inertial auto="true"/>${shapes.join("")}</link></model>`;
}

function partNamed(world: World, link: Entity, name: string): Entity {
  return world.childrenOf(link).find((part) => world.get(part, Name) === name)!;
}

const box = "<box><size>1 2 3</size></box>";
const quarter = Math.PI / 2;

test("[CD10] sizes and the places of parts grow along the model's axes, also in parts that stand at right angles", async () => {
  using sim = await TestSim.load(model(shape("a", box, "1 1 1 0 0 0"), shape("b", box, `0 0 1 0 0 ${quarter}`)));
  const { world } = sim.runner;
  const before = world.get(sim.entity("m"), Pose);
  scale(sim, sim.entity("m"), 2, 3, 4);
  const link = sim.entity("m::l");
  expect(world.get(sim.entity("m"), Pose)).toEqual(before);
  expect(world.get(partNamed(world, link, "a"), Geometry)).toEqual({ type: "box", size: { x: 2, y: 6, z: 12 } });
  expect(world.get(partNamed(world, link, "a"), Pose)).toMatchObject({ x: 2, y: 3, z: 4 });
  // Its x is along the model's y.
  expect(world.get(partNamed(world, link, "b"), Geometry)).toEqual({ type: "box", size: { x: 3, y: 4, z: 12 } });
});

test("[CD10] what is round stays round", async () => {
  const shapes = ["sphere", "cylinder", "cone", "capsule"].map((type) => {
    const length = type === "sphere" ? "" : "<length>2</length>";
    return shape(type, `<${type}><radius>0.5</radius>${length}</${type}>`);
  });
  using sim = await TestSim.load(model(...shapes));
  const { world } = sim.runner;
  const part = (name: string): Entity => partNamed(world, sim.entity("m::l"), name);
  const problem = (name: string, x: number, y: number, z: number) => scaleProblem(world, part(name), { x, y, z });
  expect(problem("sphere", 1, 1, 2)).toBe("m::l::sphere: a sphere has one radius: give three equal factors");
  for (const type of ["cylinder", "cone", "capsule"])
    expect(problem(type, 1, 2, 1)).toMatch("round about z: the factors along x and y must be equal");
  expect(problem("capsule", 4, 4, 1)).toMatch("cannot be shorter than its two round ends");
  scale(sim, part("sphere"), 3);
  expect(world.get(part("sphere"), Geometry)).toEqual({ type: "sphere", radius: 1.5 });
  for (const type of ["cylinder", "cone"]) {
    scale(sim, part(type), 2, 2, 3);
    expect(world.get(part(type), Geometry)).toEqual({ type, radius: 1, length: 6 });
  }
  // 3 m high, then 6: the round ends keep a total of 2.
  scale(sim, part("capsule"), 2, 2, 2);
  expect(world.get(part("capsule"), Geometry)).toEqual({ type: "capsule", radius: 1, length: 4 });
  scale(sim, part("capsule"), 0.5, 0.5, 1);
  expect(world.get(part("capsule"), Geometry)).toEqual({ type: "capsule", radius: 0.5, length: 5 });
});

test("[CD11] mass and inertia are those of the larger body of the same density, to rounding", async () => {
  const shapes = [
    shape("a", box, "1 -2 0.5 0 0 0"),
    shape("b", "<ellipsoid><radii>1 2 0.5</radii></ellipsoid>", `0 1 0 ${quarter} 0 0`),
    shape("c", "<cylinder><radius>0.3</radius><length>2</length></cylinder>", "0 0 -2 0 0 0"),
  ];
  using sim = await TestSim.load(model(...shapes));
  const { world, root } = sim.runner;
  const link = sim.entity("m::l");
  scale(sim, sim.entity("m"), 1.5, 1.5, 0.7);
  scale(sim, link, 2);
  const inertial = world.get(link, Inertial)!;
  const wanted = massOfShapes(saveWorld(world, root).models[0]!.links[0]!.collisions)!;
  expect(inertial.mass / wanted.mass).toBeCloseTo(1, 12);
  for (const axis of ["x", "y", "z"] as const) expect(inertial.pose[axis]).toBeCloseTo(wanted.center[axis], 12);
  for (const moment of ["ixx", "iyy", "izz", "ixy", "ixz", "iyz"] as const)
    expect((inertial[moment] - wanted.inertia[moment]) / wanted.inertia.ixx).toBeCloseTo(0, 12);
});

test("[CD11] an inertia whose axes stand askew is stretched along the link's", async () => {
  const inertia = "<ixx>1</ixx><iyy>2</iyy><izz>2.5</izz>";
  using sim = await TestSim.load(`<model name="m"><link name="l">
    <inertial><mass>3</mass><pose>1 0 0 0.4 0.5 0.6</pose><inertia>${inertia}</inertia></inertial></link></model>`);
  const { world } = sim.runner;
  const link = sim.entity("m::l");
  scale(sim, link, 2, 1, 1);
  const there = world.get(link, Inertial)!;
  expect([there.mass, there.pose.x, there.pose.qw]).toEqual([6, 2, 1]);
  // Scaled back it is the same body, now described in the link's axes, with the same trace.
  scale(sim, link, 0.5, 1, 1);
  const back = world.get(link, Inertial)!;
  expect(back.mass).toBe(3);
  expect(back.ixx + back.iyy + back.izz).toBeCloseTo(5.5, 12);
  expect(back.ixx).not.toBeCloseTo(1, 3);
});

const robot = `<model name="robot"><pose>1 0 3 0 0 0.4</pose>
  <frame name="mark"><pose>0 1 0 0 0 0</pose></frame>
  <link name="base"><inertial><mass>1</mass></inertial></link>
  <link name="arm"><pose>0 0 1 0 0 0</pose><inertial><mass>1</mass></inertial></link>
  <link name="slide"><pose>0 0 1.5 0 0 0</pose><inertial><mass>1</mass></inertial></link>
  <joint name="hold" type="fixed"><parent>world</parent><child>base</child></joint>
  <joint name="turn" type="revolute"><pose>0 0 -0.5 0 0 0</pose><parent>base</parent><child>arm</child>
    <axis><xyz>1 0 0</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis></joint>
  <joint name="go" type="prismatic"><parent>arm</parent><child>slide</child>
    <axis><xyz>0 0 1</xyz><limit><lower>-0.2</lower><upper>0.4</upper></limit><mimic joint="turn">
      <multiplier>0.1</multiplier><offset>0.2</offset><reference>0</reference></mimic></axis></joint></model>`;

test("[CD12] joints grow with their model: where they sit, how far they slide, what they mimic", async () => {
  using sim = await TestSim.load(robot);
  const { world } = sim.runner;
  const at = sim.poseOf("robot");
  scale(sim, sim.entity("robot"), 3);
  expect(sim.poseOf("robot")).toEqual(at);
  expect(world.get(sim.joint("robot::turn"), JointChildFrame)).toMatchObject({ x: 0, y: 0, z: -1.5 });
  expect(world.get(sim.joint("robot::turn"), JointParentFrame)).toMatchObject({ x: 0, y: 0, z: 1.5 });
  expect(world.get(sim.joint("robot::turn"), JointAxes)![0]).toMatchObject({ lower: -1, upper: 1 });
  const [axis] = world.get(sim.joint("robot::go"), JointAxes)!;
  expect(axis).toMatchObject({ lower: expect.closeTo(-0.6, 12) as number, upper: expect.closeTo(1.2, 12) as number });
  expect(axis!.mimic!.multiplier).toBeCloseTo(0.3, 12);
  expect(axis!.mimic!.offset).toBeCloseTo(0.6, 12);
  expect(sim.poseOf("robot::slide").z).toBeCloseTo(3 + 4.5, 12);
  expect(world.get(sim.entity("robot"), Frames)![0]!.pose.y).toBe(3);
});

test.each(["rapier", "mujoco"])("[CD12] in %s a robot that was scaled in motion holds together", async (engine) => {
  using sim = await TestSim.load(`<physics type="${engine}"/>${robot.replace(/<mimic[^]*<\/mimic>/, "")}`);
  sim.run({ steps: 100 });
  const { world } = sim.runner;
  const before = world.get(sim.joint("robot::turn"), JointPosition)!.axis1;
  scale(sim, sim.entity("robot"), 2);
  sim.run({ steps: 1 });
  expect(world.get(sim.joint("robot::turn"), JointPosition)!.axis1).toBeCloseTo(before, 2);
  sim.run({ steps: 300 });
  const { z, x, y } = sim.poseOf("robot::arm");
  const base = sim.poseOf("robot::base");
  const hinge = { x: base.x, y: base.y, z: base.z + 1 };
  // The arm's origin stays 1 m from its hinge, within the slip of the solver.
  expect(Math.hypot(x - hinge.x, y - hinge.y, z - hinge.z)).toBeCloseTo(1, 3);
  expect(sim.log.filter(({ level }) => level === "error")).toEqual([]);
});

test("[CD13] what makes no sense is refused with the reason", async () => {
  const askew = model(shape("a", box, "0 0 0 0.3 0 0"), shape("p", "<plane><normal>1 0 1</normal></plane>"));
  using sim = await TestSim.load(`${askew}${robot}${model().replaceAll('"m"', '"n"')}<light name="sun" type="point"/>
    <joint name="tie" type="fixed"><parent>m::l</parent><child>n::l</child></joint>`);
  const { world, root } = sim.runner;
  const problem = (entity: Entity, x: number, y = x, z = x) => scaleProblem(world, entity, { x, y, z });
  const sun = world.childrenOf(root).find((child) => world.get(child, Name) === "sun")!;
  expect(problem(sim.entity("m::l"), 2)).toBe('"m::l" is held by the joint "tie": scale the whole model');
  expect(problem(sim.entity("m"), 2)).toBe('the joint "tie" holds "m" to something else');
  world.remove(world.childrenOf(root).find((child) => world.get(child, Name) === "tie")!);
  expect(problem(sim.entity("m"), 2)).toBeUndefined();
  expect(problem(sim.entity("m"), 1, 2, 1)).toBe('"m::l::a" is at an angle in "m::l": give three equal factors');
  expect(problem(partNamed(world, sim.entity("m::l"), "p"), 1, 2, 1)).toMatch("would tilt");
  expect(problem(sim.entity("robot"), 1, 1, 2)).toBe('the joint "robot::turn" moves: give three equal factors');
  expect(problem(sun, 2)).toMatch('"sun" has no size');
  expect(problem(root, 2)).toMatch("has no size");
  for (const wrong of [0, -1, Number.NaN, Infinity]) expect(problem(sim.entity("m"), wrong)).toMatch("above zero");
  expect(problem(sim.entity("m"), 1e9)).toMatch(/m::l::a: .*at most 1000000/);
});

const triangle = "<polyline><point>0 0</point><point>1 0</point><point>0 1</point><height>1</height></polyline>";

test.each(["rapier", "mujoco"])(
  "[CD14] in %s a solid is stretched with its collision, and a saved world has it so",
  async (engine) => {
    const load = (inner: string) => TestSim.load(`<physics type="${engine}"/><gravity>0 0 -9.8</gravity>${inner}`);
    const prism = `<model name="m"><static>true</static><link name="l">${shape("c", triangle)}</link></model>`;
    const ball = `<model name="b"><pose>1.5 0.5 4 0 0 0</pose><link name="l"><inertial auto="true"/>
    ${shape("c", "<sphere><radius>0.1</radius></sphere>")}</link></model>`;
    using sim = await load(prism + ball);
    const { world, root } = sim.runner;
    scale(sim, sim.entity("m"), 4, 4, 2);
    const collision = world.childrenOf(sim.entity("m::l")).find((part) => world.has(part, IsCollision))!;
    const solid = solidOf(world, collision)!;
    expect(solid.type === "mesh" && Math.max(...solid.vertices)).toBe(4);
    sim.run({ steps: 1500 });
    // It would fall past the box if that were still small.
    expect(sim.poseOf("b").z).toBeCloseTo(2.1, 1);
    const saved = saveWorld(world, root).models[0]!.links[0]!.collisions[0]!.geometry;
    expect(saved.type === "polyline" && saved.solid!.key).toBe(solid.key);
  },
);
