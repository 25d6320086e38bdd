import { expect, test } from "vitest";
import type { Scene } from "../../../scene/scene.ts";
import { MemoryResources } from "../../memory-resources.ts";
import { parseSdf } from "../load-sdf.ts";
import { writeSdf } from "./write-sdf.ts";

const files = {
  "models/car/model.config": '<model><sdf version="1.9">car.sdf</sdf></model>',
  "models/car/car.sdf": `<sdf version="1.9"><model name="car"><link name="body"><visual name="v">
    <geometry><mesh><uri>meshes/car.dae</uri></mesh></geometry></visual></link></model></sdf>`,
};
const resources = new MemoryResources(files);

async function load(text: string, file = "w.sdf"): Promise<Scene> {
  const { scene, problems } = await parseSdf(text, file, resources);
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  return scene;
}

/** Drops the places in files, which are not part of what a plugin says. */
function withoutPlaces(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part: unknown) => {
      if (key === "where") return undefined;
      if (typeof part !== "number") return part;
      return Object.is(part, -0) ? "-0" : Number.isFinite(part) ? part : String(part);
    }),
  );
}

async function expectSame(body: string, version = "1.9"): Promise<string> {
  const scene = await load(`<sdf version="${version}">${body}</sdf>`);
  const text = writeSdf(scene, { file: "w.sdf" });
  expect(withoutPlaces(await load(text))).toEqual(withoutPlaces(scene));
  return text;
}

const model = (inside: string): string => `<model name="m"><link name="a"/><link name="b"/>${inside}</model>`;
const link = (inside: string): string => `<model name="m"><link name="l">${inside}</link></model>`;
const empty = "<geometry><empty/></geometry>";

test.each<[string, string]>([
  ["an empty world", '<world name="w"/>'],
  [
    "physics and looks",
    `<world name="w"><gravity>0 0 -1.62</gravity><physics name="p" type="rapier"><max_step_size>0.002</max_step_size>
    <real_time_factor>0</real_time_factor></physics><scene><ambient>0.1 0.2 0.3 1</ambient><sky/><grid>0</grid></scene></world>`,
  ],
  ["poses that no angles give exactly", link("<pose>0.1 0.2 0.3 0.4 0.5 0.6</pose>")],
  ["negative zeros", link("<pose>-0 0 -0 0 0 0</pose>")],
  ["numbers of all sizes", link("<pose>1e-300 123456789.12345679 -1.7976931348623157e308 0 0 0</pose>")],
  [
    "frames and placements",
    `<world name="w"><frame name="f"><pose>1 2 3 0.1 0.2 0.3</pose></frame><model name="m" placement_frame="l">
    <pose relative_to="f">1 0 0 0 0 1</pose><link name="l"><pose>0 1 0 0 0 2</pose></link>
    <frame name="g" attached_to="l"><pose>0 0 1 1 0 0</pose></frame></model></world>`,
  ],
  [
    "inertia",
    link(`<inertial><pose>1 2 3 0.1 0.2 0.3</pose><mass>0.1</mass><inertia><ixx>0.3</ixx><iyy>0.3</iyy><izz>0.3</izz>
      <ixy>0.01</ixy></inertia></inertial>`),
  ],
  [
    "automatic inertia",
    link(`<inertial auto="true"><density>300</density></inertial><collision name="c"><pose>0 0 1 0.1 0 0</pose>
      <geometry><cone><radius>0.3</radius><length>0.7</length></cone></geometry></collision>`),
  ],
  [
    "joints",
    model(`<frame name="f" attached_to="b"><pose>0 0 1 0.3 0 0</pose></frame>
      <joint name="j" type="universal"><pose>1 2 3 0.1 0.2 0.3</pose><parent>a</parent><child>f</child>
      <axis><xyz expressed_in="a">1 2 3</xyz><limit><lower>-1</lower><effort>5</effort></limit></axis>
      <axis2><xyz>0 1 1</xyz><dynamics><damping>0.1</damping></dynamics></axis2>
      <sensor name="ft" type="force_torque"><pose>1 0 0 0 0 0</pose></sensor></joint>`),
  ],
  [
    "a screw, a mimic law and an axis of no use",
    model(`<joint name="j" type="screw"><parent>a</parent><child>b</child><thread_pitch>3</thread_pitch>
      <axis><xyz>0 0 1</xyz><mimic joint="k"><multiplier>2</multiplier></mimic></axis><axis2><xyz>1 0 0</xyz></axis2></joint>`),
  ],
  [
    "a joint in a world",
    `<world name="w"><model name="a"><link name="l"/></model><model name="b"><pose>1 0 0 0 0 1</pose><link name="l"/></model>
    <joint name="j" type="fixed"><parent>a</parent><child>b</child></joint></world>`,
  ],
  [
    "shapes and surfaces",
    link(`<collision name="c"><geometry><plane><normal>0 1 1</normal><size>2 3</size></plane></geometry>
      <surface><friction><ode><mu>0.5</mu><fdir1 gz:expressed_in="base">1 0 0</fdir1></ode></friction></surface></collision>
      <collision name="p"><geometry><polyline><point>0 0</point><point>1 0</point><point>0 1</point><height>2</height></polyline></geometry></collision>
      <visual name="v"><geometry><mesh optimization="convex_hull"><uri>a.dae</uri><submesh><name>s</name></submesh></mesh></geometry>
      <material><diffuse>1 0 0 1</diffuse><pbr><metal><albedo_map>x.png</albedo_map></metal></pbr></material></visual>
      <light name="li" type="spot"><spot><inner_angle>0.1</inner_angle></spot></light>`),
  ],
  [
    "sensors and plugins",
    link(`<sensor name="s" type="camera"><topic>t</topic><camera name="c"><image><width>10</width></image></camera>
      <plugin name="p" filename="f"><!-- kept --> <x>a &amp; b</x></plugin></sensor>`).replace(
      "</model>",
      '<plugin name="q" filename="g">\n  <y/><!-- kept -->\n</plugin></model>',
    ),
  ],
  [
    "actors",
    `<actor name="a"><pose>1 2 3 0 0 1</pose><skin><filename>s.dae</filename><scale>2</scale></skin>
    <animation name="walk"><filename>w.dae</filename><interpolate_x>1</interpolate_x></animation><script><loop>0</loop>
    <trajectory id="0" type="walk" tension="0.6"><waypoint><time>0.5</time><pose>1 0 0 0 0 0.3</pose></waypoint></trajectory></script></actor>`,
  ],
  [
    "nested models",
    `<model name="m" canonical_link="n::k"><link name="l"/><model name="n"><link name="k"/></model></model>`,
  ],
])("[SD34] what is written reads the same: %s", async (_, body) => {
  await expectSame(body);
});

test("[SD34] a file of an old version, with names that no newer one allows, reads the same after it was written", async () => {
  expect(await expectSame('<model name="m"><link name="a::b"/></model>', "1.6")).toContain('version="1.7"');
});

test("[SD34] includes become what they name, and their relative paths lead back to them", async () => {
  const text = await expectSameButPaths(
    '<world name="w"><include><uri>model://car</uri><name>taxi</name></include></world>',
  );
  expect(text).toContain("<uri>../models/car/meshes/car.dae</uri>");
  expect(text).not.toContain("include");
});

async function expectSameButPaths(body: string): Promise<string> {
  const scene = await load(`<sdf version="1.9">${body}</sdf>`, "worlds/w.sdf");
  const text = writeSdf(scene, { file: "worlds/w.sdf" });
  expect((await load(text, "worlds/w.sdf")).worlds[0]!.models).toMatchObject([
    { name: "taxi", links: [{ name: "body" }] },
  ]);
  return text;
}

test.each<[string, string, readonly string[]]>([
  [
    "a world",
    '<world name="w"><gz:policies a="1"><b/></gz:policies><wind><linear_velocity>1 0 0</linear_velocity></wind></world>',
    ['<gz:policies a="1">', "<linear_velocity>1 0 0</linear_velocity>"],
  ],
  [
    "physics",
    '<world name="w"><physics type="ode"><ode><solver><iters>7</iters></solver></ode></physics></world>',
    ["<iters>7</iters>"],
  ],
  [
    "a model",
    `<model name="m" my:tag="x"><link name="l"/><gripper name="g"><gripper_link>l</gripper_link><palm_link>l</palm_link></gripper></model>`,
    ['my:tag="x"', '<gripper name="g">'],
  ],
  [
    "a link",
    link(
      '<battery name="b"><voltage>12</voltage></battery><inertial><fluid_added_mass><xx>1</xx></fluid_added_mass></inertial>',
    ),
    ["<voltage>12</voltage>", "<xx>1</xx>"],
  ],
  [
    "a surface",
    link(
      `<collision name="c">${empty}<laser_retro>3</laser_retro><surface><friction><ode><mu>0.5</mu></ode><torsional><coefficient>2</coefficient></torsional></friction></surface></collision>`,
    ),
    ["<coefficient>2</coefficient>", "<laser_retro>3</laser_retro>"],
  ],
  [
    "a mesh",
    link(
      '<collision name="c"><geometry><mesh optimization="convex_decomposition"><uri>a</uri><convex_decomposition><max_convex_hulls>4</max_convex_hulls></convex_decomposition></mesh></geometry></collision>',
    ),
    ['optimization="convex_decomposition"', "<max_convex_hulls>4</max_convex_hulls>"],
  ],
  [
    "a material",
    link(
      `<visual name="v">${empty}<material><script><name>a</name><uri>b</uri></script></material><plugin name="p" filename="f"><!-- kept --></plugin></visual>`,
    ),
    ["<name>a</name>", "<!-- kept -->"],
  ],
  [
    "a joint",
    model(
      '<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz><limit><lower>-1</lower><stiffness>9</stiffness></limit></axis><physics><ode><cfm>0.5</cfm></ode></physics></joint>',
    ),
    ["<stiffness>9</stiffness>", "<cfm>0.5</cfm>"],
  ],
  [
    "a shape that is not simulated",
    link('<visual name="v"><geometry><image><uri>i.png</uri></image></geometry></visual>'),
    ["<uri>i.png</uri>"],
  ],
])("[SD35] %s keeps what it says beyond the scene's fields", async (_, body, kept) => {
  const text = await expectSame(body);
  for (const part of kept) expect(text).toContain(part);
});
