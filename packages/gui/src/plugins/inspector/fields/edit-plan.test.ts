import { MemoryResources, tag, World, worldPose, type Component, type Entity } from "@orrery/sim";
import { applyCommand, componentNamed, loadSdf, spawnWorld } from "@orrery/sim/host";
import {
  CollisionOff,
  Geometry,
  Gravity,
  GravityEnabled,
  Inertial,
  IsLight,
  IsStatic,
  JointAxes,
  JointPositionReset,
  Light,
  Material,
  Name,
  PhysicsSettings,
  Pose,
  Transparency,
  VelocityDecay,
} from "@orrery/sim/components";
import { expect, test } from "vitest";
import { planEdit, planPresence, type Planned } from "./edit-plan.ts";
import type { FieldChange } from "./field-change.ts";
import { chosenLock, componentLock, fieldLock } from "../locks.ts";
import { planSwitch, switchesOf } from "../switches.ts";

const box = (name: string, x: number): string => `<model name="${name}"><pose>${x} 0 1 0 0 0.5</pose>
  <link name="link"><pose>0 0 0.5 0 0 0</pose>
  <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision><visual name="v"><geometry><box><size>1 1 1</size></box></geometry>
  <material><diffuse>1 0 0 1</diffuse></material></visual>
  <light name="lamp" type="point"><pose>0 0 1 0 0 0</pose></light></link></model>`;
const SDF = `<sdf version="1.11"><world name="w">${box("a", 1)}${box("b", 2)}
  <model name="arm"><link name="base"/><link name="hand"/><joint name="elbow" type="revolute"><parent>base</parent>
  <child>hand</child><axis><xyz>0 0 1</xyz></axis></joint></model></world></sdf>`;

async function spawned() {
  const { scene } = await loadSdf("w.sdf", new MemoryResources({ "w.sdf": SDF }));
  const world = new World();
  const root = spawnWorld(world, scene.worlds[0]!);
  const below = (parent: Entity, name: string): Entity =>
    world.childrenOf(parent).find((child) => world.get(child, Name) === name)!;
  const at = (path: string): Entity => path.split("/").reduce(below, root);
  /** Applies a planned command as the world does; throws if the world refuses it. */
  const done = (planned: Planned): string => {
    if (!planned.ok) return planned.reason;
    const { description, edits } = planned.plan;
    if (edits.length > 0) applyCommand(world, root, { description, edits: [...edits] }, []);
    return description;
  };
  const edit = (paths: readonly string[], component: Component, change: FieldChange, doing: string): string =>
    done(planEdit(world, paths.map(at), { component, change, doing }));
  return { world, root, at, done, edit };
}

test("[IN34] a change is one command that says what it does, to the world's own value", async () => {
  const { world, at, edit } = await spawned();
  const before = world.get(at("a/link"), Inertial)!;
  const said = edit(["a/link"], Inertial, { kind: "set", path: "mass", value: 2 }, "Edit mass");
  expect(said).toBe("Edit mass of a::link");
  expect(world.get(at("a/link"), Inertial)).toEqual({
    ...before,
    mass: 2,
    ixx: (2 / before.mass) * before.ixx,
    iyy: (2 / before.mass) * before.iyy,
    izz: (2 / before.mass) * before.izz,
  });
});

test("[IN35] of several, each keeps what was not changed, and they are one command", async () => {
  const { world, at, edit, root } = await spawned();
  world.set(at("b/link/v"), Material, {
    ...world.get(at("b/link/v"), Material)!,
    emissive: { r: 0, g: 0, b: 1, a: 1 },
  });
  const green = { kind: "merge", path: "diffuse", value: { r: 0, g: 1, b: 0 } } as const;
  expect(edit(["a/link/v", "b/link/v"], Material, green, "Edit colour")).toBe("Edit colour of 2 visuals");
  expect(world.get(at("a/link/v"), Material)!.diffuse).toEqual({ r: 0, g: 1, b: 0, a: 1 });
  expect(world.get(at("b/link/v"), Material)!.emissive.b).toBe(1);
  // Those that have the value already, and those without the component, are left alone.
  expect(edit(["a/link/v", "b/link/v", "a"], Material, green, "Edit colour")).toBe("Edit colour of nothing");
  const plan = planEdit(world, [at("a/link/v"), root], { component: Material, change: green, doing: "" });
  expect(plan).toMatchObject({ ok: true, plan: { edits: [] } });
});

test("[IN35] what one of several cannot have, none gets, and it is said which", async () => {
  const { world, at, edit } = await spawned();
  const range = { kind: "set", path: "attenuation.range", value: -1 } as const;
  expect(edit(["a/link/lamp", "b/link/lamp"], Light, range, "Edit range")).toBe(
    "a::link::lamp: Must be at least 0, not -1",
  );
  expect(world.get(at("a/link/lamp"), Light)!.attenuation.range).toBe(10);
});

test("[IN34] models and lights are moved in the world, wherever they stand", async () => {
  const { world, at, edit } = await spawned();
  const before = worldPose(world, at("a/link/lamp"));
  expect(edit(["a"], Pose, { kind: "set", path: "x", value: 5 }, "Edit position")).toBe("Edit position of a");
  expect(world.get(at("a"), Pose)!.x).toBe(5);
  expect(worldPose(world, at("a/link/lamp")).x - before.x).toBeCloseTo(4, 12);
  edit(["a/link/lamp"], Pose, { kind: "set", path: "z", value: 3 }, "Edit position");
  expect(world.get(at("a/link/lamp"), Pose)!.z).toBeCloseTo(3, 12);
  // Parts of models are placed in the frame of their model.
  edit(["a/link/v"], Pose, { kind: "set", path: "y", value: 0.25 }, "Edit position");
  expect(world.get(at("a/link/v"), Pose)!.y).toBe(0.25);
});

test("[IN34] a name is given by renaming", async () => {
  const { world, at, edit } = await spawned();
  const rename = (value: string) => edit(["a"], Name, { kind: "set", path: "", value }, "Edit name");
  expect(rename("b")).toBe("There is a “b” already");
  expect(rename("x::y")).toBe("“::” separates names and cannot be part of one");
  expect(rename(" ")).toBe("This cannot be empty");
  expect(rename(" box ")).toBe("Rename a to box");
  expect(world.get(at("box"), Name)).toBe("box");
  expect(edit(["box", "b"], Name, { kind: "set", path: "", value: "c" }, "Edit name")).toBe(
    "Names are given one at a time",
  );
});

test("[IN33] what the world would refuse is refused at the field, with the reason", async () => {
  const { edit } = await spawned();
  expect(edit(["a/link"], Inertial, { kind: "set", path: "mass", value: -1 }, "")).toBe("Must be above 0, not -1");
  expect(edit(["a/link"], Inertial, { kind: "set", path: "ixx", value: 9 }, "")).toContain("sum of the other two");
  expect(edit(["a/link"], Inertial, { kind: "set", path: "ixx", value: 9 }, "")).toContain("type them into the first");
  expect(edit(["arm/elbow"], JointAxes, { kind: "set", path: "[0].damping", value: NaN }, "")).toBe("Must be a number");
  expect(edit(["arm/base"], Pose, { kind: "set", path: "x", value: 1 }, "")).toContain("cannot be moved: the joint");
});

test("[IN33] moments that are refused one at a time are taken together", async () => {
  const { world, at, edit } = await spawned();
  const moments = { ixx: 40, iyy: 50, izz: 60 };
  const changes = Object.entries(moments).map(([path, value]) => ({ kind: "set", path, value }) as const);
  for (const change of changes) expect(edit(["a/link"], Inertial, change, "")).toContain("sum of the other two");
  expect(edit(["a/link"], Inertial, { kind: "all", changes }, "Edit moments")).toBe("Edit moments of a::link");
  expect(world.get(at("a/link"), Inertial)).toMatchObject(moments);
});

test("[IN30] a joint is put somewhere by asking for it: where it is follows from its links", async () => {
  const { world, at, edit } = await spawned();
  const JointPosition = componentNamed("gz_sim_components.JointPosition")!;
  expect(componentLock(JointPosition.name)).toBeUndefined();
  edit(["arm/elbow"], JointPosition, { kind: "set", path: "axis1", value: 0.5 }, "Edit position");
  expect(world.get(at("arm/elbow"), JointPositionReset)).toEqual({ axis1: 0.5, axis2: 0, axis3: 0 });
});

test("[IN30] what cannot be edited says why", async () => {
  const { world, root, at } = await spawned();
  expect(componentLock("gz_sim_components.Pose")).toBeUndefined();
  expect(componentLock("gz_sim_components.WorldPose")).toBe("Follows from its pose and the things it is part of");
  expect(componentLock("orrery.SimClock")).toBe("Computed by the simulation in every step");
  expect(componentLock("gz_sim_components.JointLinks")).toBe("Part of the structure given by the file");
  expect(componentLock("acme.Battery")).toBe("Maintained by the system that made it");
  expect(fieldLock("gz_sim_components.Inertial", "auto")).toContain("editing it or its centre ends that");
  expect(fieldLock("gz_sim_components.Inertial", "mass")).toBeUndefined();
  expect(fieldLock("gz_sim_components.JointAxes", "[0].mimic.joint")).toBeDefined();
  expect(fieldLock("gz_sim_components.Material", "pbr.from")).toBe("Read from a file when it was loaded");
  expect(chosenLock(world, [root], Name.name)).toContain("A world keeps its name");
  expect(chosenLock(world, [at("a")], Name.name)).toBeUndefined();
});

test("[IN30] gravity and the step of the world are edited like all else", async () => {
  const { world, root, done } = await spawned();
  const of = (component: Component, change: FieldChange, doing: string) =>
    done(planEdit(world, [root], { component, change, doing }));
  expect(of(Gravity, { kind: "set", path: "z", value: -1.6 }, "Edit gravity")).toBe("Edit gravity of w");
  expect(world.get(root, Gravity)!.z).toBe(-1.6);
  of(PhysicsSettings, { kind: "set", path: "maxStepSize", value: 0.002 }, "Edit max step size");
  expect(world.get(root, PhysicsSettings)!.maxStepSize).toBe(0.002);
});

test("[IN37] a component is reset, given and taken away as one command each", async () => {
  const { world, at, edit, done } = await spawned();
  edit(["a/link"], Inertial, { kind: "whole", value: Inertial.initial() }, "Reset mass and inertia");
  expect(world.get(at("a/link"), Inertial)).toEqual(Inertial.initial());
  const both = [at("a/link/v"), at("b/link/v")];
  const presence = (component: Component, isThere: boolean) =>
    planPresence(world, both, { component, isThere, doing: "Add transparency" });
  expect(done(presence(Transparency, true))).toBe("Add transparency to 2 visuals");
  expect(world.get(both[1]!, Transparency)).toEqual({ amount: 0 });
  done(presence(Transparency, false));
  expect(world.has(both[0]!, Transparency)).toBe(false);
  expect(presence(VelocityDecay, true).ok).toBe(false);
  expect(presence(Geometry, false)).toEqual({ ok: false, reason: "It cannot be removed" });
  // Also where the file has none: the component must exist to be edited.
  world.set(both[0]!, Material, undefined);
  done(presence(Material, true));
  expect(world.get(both[0]!, Material)!.diffuse).toEqual({ r: 0.7, g: 0.7, b: 0.7, a: 1 });
});

test("[IN40] what is so or not is switched for all that are chosen, as one command", async () => {
  const { world, at, done } = await spawned();
  const links = [at("a/link"), at("b/link")];
  const states = (entities: readonly Entity[]) => switchesOf(world, entities).map(({ title, isOn }) => [title, isOn]);
  expect(states(links)).toEqual([
    ["Gravity", true],
    ["Kinematic", false],
    ["Collisions", true],
  ]);
  done(planSwitch(world, [links[0]!], GravityEnabled.name, false));
  expect(world.get(links[0]!, GravityEnabled)).toEqual({ on: 0 });
  expect(states(links)[0]).toEqual(["Gravity", undefined]);
  expect(done(planSwitch(world, links, GravityEnabled.name, false))).toBe("Switch gravity off for b::link");
  expect(done(planSwitch(world, links, GravityEnabled.name, true))).toBe("Switch gravity on for 2 links");
  expect(states([at("a")]).map(([title]) => title)).toEqual(["Static", "Self collide", "Collisions"]);
  done(planSwitch(world, [at("a")], IsStatic.name, true));
  expect(world.has(at("a"), IsStatic)).toBe(true);
  // Only what a model and its links have in common.
  expect(states([at("a"), ...links])).toEqual([["Collisions", true]]);
  expect(done(planSwitch(world, [at("a")], CollisionOff.name, false))).toBe("Switch collisions off for a");
  expect(world.has(at("a/link/c"), CollisionOff)).toBe(true);
  expect(states([at("a"), at("b/link/c")])).toEqual([["Collisions", undefined]]);
});

test("[IN41] a third party's component that declares it is a switch, of what may have it", async () => {
  const { world, at, done } = await spawned();
  const Lit = tag("acme.Lit", {
    edit: { on: [IsLight], presence: "optional" },
    toggle: { title: "Lit", hint: "It glows" },
  });
  const lit = (entity: Entity) => switchesOf(world, [entity]).find(({ name }) => name === Lit.name);
  const lamp = at("a/link/lamp");
  expect(lit(lamp)).toEqual({ name: Lit.name, title: "Lit", hint: "It glows", isOn: false });
  expect(lit(at("a/link"))).toBeUndefined();
  expect(done(planSwitch(world, [lamp], Lit.name, true))).toBe("Switch lit on for a::link::lamp");
  expect(world.has(lamp, Lit)).toBe(true);
});
