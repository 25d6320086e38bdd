import { component, MemoryResources, numeric, World, type Entity, type Pose as PoseValue } from "@orrery/sim";
import { loadSdf, spawnWorld } from "@orrery/sim/host";
import * as components from "@orrery/sim/components";
import { Inertial, JointPosition, JointType, Name, Pose, Solid, WorldLinearVelocity } from "@orrery/sim/components";
import { expect, test } from "vitest";
import { fromAngles, inAngles } from "./fields/angles.ts";
import { fieldTitle, titleInGroup } from "./field-title.ts";
import { describe } from "./fields/describe.ts";
import { EntityReader, isComponentFound, type Reading } from "./fields/entity-reader.ts";
import type { Field } from "./fields/field.ts";
import { groupsInOrder } from "./groups.ts";

const SDF = `<sdf version="1.11"><world name="w"><model name="m"><pose>1 2 3 0 0 0</pose>
  <link name="a"><pose>0 0 0.5 0 0 0</pose><visual name="v"><geometry><box><size>1 2 3</size></box></geometry>
    <material><diffuse>1 0.5 0.25 1</diffuse></material></visual></link>
  <link name="b"/><joint name="slide" type="prismatic"><parent>a</parent><child>b</child>
    <axis><xyz>1 0 0</xyz><limit><lower>-1</lower><upper>2</upper></limit></axis></joint></model></world></sdf>`;

async function spawned() {
  const { scene } = await loadSdf("w.sdf", new MemoryResources({ "w.sdf": SDF }));
  const world = new World();
  spawnWorld(world, scene.worlds[0]!);
  const named = (name: string): Entity => [...world.query(Name)].find(([, other]) => other === name)![0];
  return { world, named, reader: new EntityReader(world) };
}

/** Returns the fields as lines of text: label, values, unit. */
function drawn(fields: readonly Field[]): string[] {
  return fields.flatMap((field) => {
    switch (field.kind) {
      case "group":
        return [`${field.label}:`, ...drawn(field.fields).map((line) => `  ${line}`)];
      case "number":
        return [`${field.label} ${field.value ?? "mixed"} ${field.unit}`.trim()];
      case "vector":
        return [`${field.label} (${field.values.map((value) => value ?? "mixed").join(" ")}) ${field.unit}`.trim()];
      case "rotation":
      case "colour":
        return [`${field.label} ${field.kind} ${field.values.join(" ")}`];
      case "flag":
        return [`${field.label} ${field.isOn}`];
      case "entity":
        return [`${field.label} #${field.entity}`];
      case "mixed":
        return [`${field.label} mixed`.trim()];
      default:
        return [`${field.label} ${field.kind} ${field.text ?? "mixed"}`.trim()];
    }
  });
}

const shown = ({ components }: Reading, title: string) =>
  drawn(components.find((one) => one.title === title)?.fields ?? []);

test("[IN1] fields, too, have names for people", () => {
  expect(["maxStepSize", "mu2", "axis1", "spotInnerAngle", "ixx"].map(fieldTitle)).toEqual([
    "Max step size",
    "Friction 2",
    "Axis 1",
    "Spot inner angle",
    "Ixx",
  ]);
});

test("[IN1] what the group says is not said again", () => {
  expect(titleInGroup("Joint axes", "Joint")).toBe("Axes");
  expect(titleInGroup("Light", "Light")).toBe("Light");
});

test("[IN1] every component of an entity is there, in groups from top to bottom; tags apart", async () => {
  const { world, named, reader } = await spawned();
  const { components, tags } = reader.read([named("a")]);
  expect(components.map(({ group, title }) => `${group}: ${title}`)).toEqual([
    "Identity: Name",
    "Pose: Pose",
    "Pose: Pose in the world",
    "Motion: World linear velocity",
    "Motion: World angular velocity",
    "Mass and inertia: Mass and inertia",
  ]);
  expect(tags.map(({ title }) => title)).toEqual(["Canonical link", "Link"]);
  const all = world.stores().filter((store) => store.row(named("a")) >= 0);
  expect(components.length - 1 + tags.length).toBe(all.length);
});

test("[IN1] every built-in component is in a group of the page; those of third parties follow", () => {
  const builtIn = Object.values(components).filter((each) => "facts" in each);
  const order = groupsInOrder(builtIn.map(({ facts }) => facts.group));
  expect(order).toEqual(groupsInOrder([]));
  expect(groupsInOrder(["Power", "Motion", "Air", "Power"])).toEqual([...order.slice(0, -1), "Air", "Power", "Other"]);
});

test("[IN1] a search finds components by name, full name and field", async () => {
  const { named, reader } = await spawned();
  const find = (text: string) =>
    reader
      .read([named("a")])
      .components.filter((one) => isComponentFound(one, text))
      .map(({ title }) => title);
  expect(find("velocity lin")).toEqual(["World linear velocity"]);
  expect(find("gz_sim_components.Inert")).toEqual(["Mass and inertia"]);
  expect(find("IXX")).toEqual(["Mass and inertia"]);
  expect(find("no such")).toEqual([]);
});

test("[IN2] a joint shows as many axes as it has, in the unit of its type", async () => {
  const { world, named, reader } = await spawned();
  const joint = named("slide");
  world.set(joint, JointPosition, { axis1: 0.25, axis2: 0, axis3: 0 });
  const reading = reader.read([joint]);
  expect(world.get(joint, JointType)).toBe("prismatic");
  expect(shown(reading, "Joint position")).toEqual(["Axis 1 0.25 m"]);
  expect(shown(reading, "Joint links")).toEqual([`Parent #${named("a")}`, `Child #${named("b")}`]);
  expect(shown(reading, "Joint axes").slice(0, 4)).toEqual([
    "Axis 1:",
    "  Axis (1 0 0)",
    "  Lower -1 m",
    "  Upper 2 m",
  ]);
});

test("[IN2] a joint without axes has no position, and that is no tag", () => {
  expect(drawn(describe(JointPosition, JointPosition.initial(), { axes: 0 }))).toEqual(["summary None"]);
  expect(drawn(describe(JointPosition, JointPosition.initial(), { axes: 3 }))).toHaveLength(3);
});

test("[IN4] what changes is another object, what does not is the same", async () => {
  const { world, named, reader } = await spawned();
  const link = named("a");
  const before = reader.read([link]);
  expect(reader.read([link])).toBe(before);
  world.set(link, WorldLinearVelocity, { x: 0, y: 0, z: -0.1 });
  const after = reader.read([link]);
  const changed = after.components.filter((one) => !before.components.includes(one)).map(({ title }) => title);
  expect(changed).toEqual(["World linear velocity"]);
  expect(shown(after, "World linear velocity")).toEqual(["(0 0 -0.1) m/s"]);
});

test("[IN4] where it is in the world follows what it stands in", async () => {
  const { world, named, reader } = await spawned();
  const [link, model] = [named("a"), named("m")];
  expect(shown(reader.read([link]), "Pose in the world")[0]).toBe("Position (1 2 3.5) m");
  world.set(model, Pose, { ...world.get(model, Pose)!, x: 7 });
  expect(shown(reader.read([link]), "Pose in the world")[0]).toBe("Position (7 2 3.5) m");
  expect(shown(reader.read([model]), "Pose in the world")).toEqual([]);
});

test("[IN5] poses, vectors, colours and nested objects have their own form, in whatever order their fields come", () => {
  const made = component<unknown>("test.Forms", () => undefined);
  const value = {
    a: { r: 1, a: 1, b: 0.25, g: 0.5 },
    b: { qw: 1, qx: 0, qy: 0, qz: 0, x: 1, y: 2, z: 3 },
    c: { y: 2, x: 1 },
    d: { inner: { deep: true } },
    e: "text",
    name: "first",
    plugins: [{ name: "drive", filename: "f", innerXml: "<topic>/a</topic>" }],
    f: [],
    g: undefined,
    h: null,
    i: NaN,
  };
  expect(drawn(describe(made, value))).toEqual([
    "Name text first",
    "A colour 1 0.5 0.25 1",
    "B:",
    "  Position (1 2 3) m",
    "  Rotation rotation 0 0 0 1",
    "C (1 2)",
    "D:",
    "  Inner:",
    "    Deep true",
    "E text text",
    "Plugins:",
    "  drive:",
    "    Filename text f",
    "    Parameters code <topic>/a</topic>",
    "F summary None",
    "H summary Not set",
    "I NaN",
  ]);
});

test("[IN5] mass and inertia: the six numbers of the matrix are two vectors", () => {
  expect(drawn(describe(Inertial, { ...Inertial.initial(), mass: 2, ixy: 0.5 }))).toEqual([
    "Mass 2 kg",
    "Centre of mass:",
    "  Position (0 0 0) m",
    "  Rotation rotation 0 0 0 1",
    "Moments of inertia (1 1 1) kg·m²",
    "Products of inertia (0.5 0 0) kg·m²",
    "Automatic false",
  ]);
});

test("[IN5] large arrays, long lists and long texts are summed up; what is not set says so", () => {
  const vertices = new Float32Array(150_006);
  const solid = { type: "mesh" as const, key: "k", vertices, indices: new Uint32Array(300_000) };
  expect(drawn(describe(Solid, solid))).toEqual(["Triangles summary 100,000", "Vertices summary 50,002", "Key text k"]);
  const made = component<unknown>("test.Large", () => undefined);
  expect(drawn(describe(made, new Float32Array([1, 2.5, 3, 4])))).toEqual(["summary 4 numbers: 1, 2.5, 3, …"]);
  const list = drawn(describe(made, { list: Array.from({ length: 1012 }, (_, i) => i) }));
  expect([list.length, list.at(-1)]).toEqual([14, "  summary and 1,000 more"]);
  expect(describe(made, { xml: "<a>\n</a>" })[0]!.kind).toBe("code");
  expect(drawn(describe(made, undefined))).toEqual(["summary Not set"]);
  const loop: Record<string, unknown> = {};
  loop["again"] = loop;
  expect(JSON.stringify(describe(made, loop))).toContain("1 field");
});

test("[IN5] components that nobody knows are shown by their fields", async () => {
  const { world, named, reader } = await spawned();
  const Battery = numeric("acme.Battery", { charge: 0, capacity: 0 });
  world.set(named("a"), Battery, { charge: 0.5, capacity: 2 });
  const reading = reader.read([named("a")]);
  expect(reading.components.at(-1)!.group).toBe("Other");
  expect(shown(reading, "Acme battery")).toEqual(["Charge 0.5", "Capacity 2"]);
});

test("[IN41] fields of a third party's component have the titles, meanings and order that it declares", async () => {
  const { world, named, reader } = await spawned();
  const Tank = numeric(
    "acme.Tank",
    { volume: 1, pump: 0, sinceNs: 0, open: 0 },
    {
      title: "Tank",
      unit: { volume: "m³", sinceNs: "ns" },
      fields: { pump: { means: "entity" }, sinceNs: { title: "Since", means: "time" }, open: { means: "flag" } },
      order: "open sinceNs",
    },
  );
  world.set(named("a"), Tank, { volume: 2, pump: named("b"), sinceNs: 1.5e9, open: 1 });
  expect(shown(reader.read([named("a")]), "Tank")).toEqual([
    "Open true",
    "Since 1.5 s",
    "Volume 2 m³",
    `Pump #${named("b")}`,
  ]);
});

test("[IN6] of several, only what all have is shown, mixed where they differ", async () => {
  const { world, named, reader } = await spawned();
  world.set(named("b"), WorldLinearVelocity, { x: 0, y: 1, z: 0 });
  const reading = reader.read([named("a"), named("b")]);
  expect(shown(reading, "Name")).toEqual(["text mixed"]);
  expect(shown(reading, "World linear velocity")).toEqual(["(0 mixed 0) m/s"]);
  expect(shown(reading, "Pose")[0]).toBe("Position (0 0 mixed) m");
  expect(shown(reader.read([named("a"), named("slide")]), "Pose")).toEqual([]);
  expect(reader.read([named("a"), named("m")]).components.map(({ title }) => title)).toEqual(["Name", "Pose"]);
});

test("[IN6] what is gone, and nothing at all, give nothing", async () => {
  const { world, named, reader } = await spawned();
  const link = named("a");
  world.remove(link);
  expect(reader.read([link]).components).toEqual([]);
  expect(reader.read([]).components).toEqual([]);
});

test("[IN7] angles are in degrees or radians; lengths stay", () => {
  expect(inAngles(Math.PI, "rad", "deg")).toEqual({ value: 180, unit: "deg" });
  expect(inAngles(Math.PI / 2, "rad/s", "deg")).toEqual({ value: 90, unit: "deg/s" });
  expect(inAngles(1, "rad/s", "rad")).toEqual({ value: 1, unit: "rad/s" });
  expect(inAngles(1, "N·m/rad", "deg")).toEqual({ value: 1, unit: "N·m/rad" });
  expect(fromAngles(90, "rad/s", "deg")).toBeCloseTo(Math.PI / 2, 15);
  expect([fromAngles(90, "m", "deg"), fromAngles(2, "rad", "rad")]).toEqual([90, 2]);
  // A quarter turn about z.
  const half = Math.SQRT1_2;
  const [, rotation] = describe(Pose, { x: 0, y: 0, z: 0, qx: 0, qy: 0, qz: half, qw: half });
  expect(rotation).toMatchObject({ kind: "rotation", values: [0, 0, half, half] });
  expect(rotation?.kind === "rotation" && rotation.turns[2]).toBeCloseTo(Math.PI / 2, 14);
});

test("[IN4] what a tool has in hand is where the tool has it, and again where the world has it when it lets go", async () => {
  const { world, named } = await spawned();
  let held: PoseValue | undefined;
  const model = named("m");
  const reader = new EntityReader(world, (entity) => (entity === model ? held : undefined));
  const position = (entity: Entity): string[] =>
    reader
      .read([entity])
      .components.filter(({ name }) => name === Pose.name)
      .flatMap(({ fields }) => drawn(fields).slice(0, 1));
  expect(position(model)).toEqual(["Position (1 2 3) m"]);
  held = { ...world.get(model, Pose)!, x: 3.32 };
  expect(position(model)).toEqual(["Position (3.32 2 3) m"]);
  expect(position(named("a"))).toEqual(["Position (0 0 0.5) m"]);
  held = undefined;
  expect(position(model)).toEqual(["Position (1 2 3) m"]);
});
