import { expect, test } from "vitest";
import { formatProblem } from "../../scene/problem.ts";
import type { ModelScene } from "../../scene/scene.ts";
import { MemoryResources } from "../memory-resources.ts";
import { MAX_FILE_BYTES } from "../resources.ts";
import { loadSdf, parseSdf, type LoadedScene } from "./load-sdf.ts";

const none = new MemoryResources({});
const parse = (text: string): Promise<LoadedScene> => parseSdf(text, "t.sdf", none);

/** Returns the problems of a file with one world, whose body begins in line 2. */
async function problemsOf(body: string): Promise<string[]> {
  const { scene, problems } = await parse(`<sdf version="1.9"><world name="w">\n${body}\n</world></sdf>`);
  const hasError = problems.some((problem) => problem.severity === "error");
  expect(scene.worlds).toHaveLength(hasError ? 0 : 1);
  return problems.map(formatProblem);
}

async function modelOf(body: string): Promise<ModelScene> {
  const { scene, problems } = await parse(`<sdf version="1.9"><model name="m">\n${body}\n</model></sdf>`);
  expect(problems).toEqual([]);
  return scene.models[0]!;
}

test("[SD1] a world that says nothing has SDF's defaults", async () => {
  const { scene, problems } = await parse('<sdf version="1.9"><world name="w"/></sdf>');
  expect(problems).toEqual([]);
  expect(scene.worlds[0]).toMatchObject({
    name: "w",
    gravity: { x: 0, y: 0, z: -9.8 },
    physics: { name: "default_physics", type: "ode", maxStepSize: 0.001, realTimeFactor: 1 },
    models: [],
    lights: [],
    plugins: [],
  });
});

test("[SD1] gravity, physics and looks of a world are read; of several physics the one marked default", async () => {
  const { scene } = await parse(`<sdf version="1.9"><world name="w">
    <gravity>0 0 -1.62</gravity>
    <physics name="a" type="ode"><max_step_size>0.1</max_step_size></physics>
    <physics name="b" type="mujoco" default="true"><max_step_size>0.002</max_step_size><real_time_factor>0</real_time_factor></physics>
    <scene><ambient>0.1 0.2 0.3</ambient><shadows>0</shadows><sky/></scene>
  </world></sdf>`);
  expect(scene.worlds[0]).toMatchObject({
    gravity: { x: 0, y: 0, z: -1.62 },
    physics: { name: "b", type: "mujoco", maxStepSize: 0.002, realTimeFactor: 0 },
    appearance: { ambient: { r: 0.1, g: 0.2, b: 0.3, a: 1 }, shadows: false, grid: true, sky: true },
  });
});

test("[SD2] a link has SDF's defaults", async () => {
  const model = await modelOf('<link name="l"/>');
  expect(model).toMatchObject({ static: false, selfCollide: false, canonicalLink: "l" });
  expect(model.links[0]).toMatchObject({
    inertial: { mass: 1, ixx: 1, iyy: 1, izz: 1, ixy: 0, ixz: 0, iyz: 0, auto: false },
    gravity: true,
    kinematic: false,
    collisions: [],
  });
});

test("[SD2] collisions have a shape, friction, bounce and masks", async () => {
  const model =
    await modelOf(`<link name="l"><collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry>
    <surface>
      <friction><ode><mu>0.3</mu><mu2>0.4</mu2><fdir1 gz:expressed_in="arm">1 0 0</fdir1><slip1>0.01</slip1></ode></friction>
      <bounce><restitution_coefficient>0.7</restitution_coefficient></bounce>
      <contact><collide_bitmask>0x0f</collide_bitmask><category_bitmask>3</category_bitmask></contact>
    </surface></collision></link>`);
  expect(model.links[0]!.collisions[0]).toMatchObject({
    geometry: { type: "sphere", radius: 0.5 },
    surface: {
      mu: 0.3,
      mu2: 0.4,
      fdir1: { x: 1, y: 0, z: 0 },
      fdir1In: "arm",
      slip1: 0.01,
      slip2: 0,
      restitution: 0.7,
      collideBitmask: 15,
      categoryBitmask: 3,
    },
    density: 1000,
  });
});

test("[SD2] a category that is not given is the collide bitmask", async () => {
  const masks = async (contact: string): Promise<unknown> => {
    const model =
      await modelOf(`<link name="l"><collision name="c"><geometry><sphere><radius>1</radius></sphere></geometry>
      <surface><contact>${contact}</contact></surface></collision></link>`);
    const { collideBitmask, categoryBitmask } = model.links[0]!.collisions[0]!.surface;
    return [collideBitmask, categoryBitmask];
  };
  expect(await masks("")).toEqual([0xffff, 0xffff]);
  expect(await masks("<collide_bitmask>5</collide_bitmask>")).toEqual([5, 5]);
  expect(await masks("<category_bitmask>5</category_bitmask>")).toEqual([0xffff, 5]);
  expect(await masks("<collide_bitmask>0</collide_bitmask>")).toEqual([0, 0]);
});

test("[SD2] visuals have a material, with maps that know the file they belong to", async () => {
  const model = await modelOf(`<link name="l"><visual name="v"><geometry><box><size>1 2 3</size></box></geometry>
    <material><diffuse>1 0.5 0</diffuse><double_sided>true</double_sided>
      <pbr><metal><albedo_map>wood.png</albedo_map><roughness>0.2</roughness></metal></pbr></material>
    <transparency>0.25</transparency><cast_shadows>false</cast_shadows></visual></link>`);
  expect(model.links[0]!.visuals[0]).toMatchObject({
    material: {
      ambient: { r: 0, g: 0, b: 0, a: 1 },
      diffuse: { r: 1, g: 0.5, b: 0, a: 1 },
      doubleSided: true,
      pbr: { from: "t.sdf", albedoMap: "wood.png", roughness: 0.2, metalness: 0.5 },
    },
    transparency: 0.25,
    castShadows: false,
  });
});

test("[SD3] lights, sensors and plugins are kept, a sensor's settings and a plugin's parameters verbatim", async () => {
  const model = await modelOf(`<link name="l">
      <light name="lamp" type="spot"><diffuse>1 1 0.9 1</diffuse><attenuation><range>20</range></attenuation><spot><outer_angle>0.6</outer_angle></spot></light>
      <sensor name="eye" type="ray"><pose>0 0 1 0 0 0</pose><update_rate>30</update_rate><topic>scan</topic><lidar gz:a="1"/></sensor>
    </link>
    <plugin name="p" filename="drive"><wheel>a &amp; b</wheel><!-- kept --></plugin>`);
  expect(model.links[0]!.lights[0]).toMatchObject({ type: "spot", attenuation: { range: 20 }, spotOuterAngle: 0.6 });
  expect(model.links[0]!.sensors[0]).toMatchObject({ name: "eye", type: "lidar", updateRate: 30, topic: "scan" });
  expect(model.links[0]!.sensors[0]!.settings).toContain('<lidar gz:a="1"/>');
  expect(model.plugins).toEqual([
    {
      name: "p",
      filename: "drive",
      innerXml: "<wheel>a &amp; b</wheel><!-- kept -->",
      where: { file: "t.sdf", line: 6, column: 5 },
    },
  ]);
});

const link = '<link name="l"/>';

test.each<[string, string, string]>([
  ["no name", `<model>${link}</model>`, 't.sdf:2:1: error: <model> has no name (write <model name="…">)'],
  ["no link", '<model name="m"/>', 't.sdf:2:1: error: model "m" has no link (add <link name="link"/>)'],
  [
    "a name given twice",
    `<model name="m">${link}</model>\n<model name="m">${link}</model>`,
    't.sdf:3:8: error: model name "m" is already used by a model (line 2) (names must differ)',
  ],
  [
    "a name used by another kind",
    `<model name="m"><link name="a"/>${link}\n<frame name="a"/></model>`,
    't.sdf:3:8: error: frame name "a" is already used by a link (line 2) (names must differ)',
  ],
  [
    "a reserved name",
    `<model name="world">${link}</model>`,
    't.sdf:2:8: error: model name "world" is reserved (choose another name)',
  ],
  [
    "a reserved name",
    '<model name="m"><link name="__l__"/></model>',
    't.sdf:2:23: error: link name "__l__" is reserved (choose another name)',
  ],
  [
    "a name with ::",
    `<model name="a::b">${link}</model>`,
    't.sdf:2:8: error: model name "a::b" contains "::" (use a nested model)',
  ],
  ["no light type", '<light name="a"/>', 't.sdf:2:1: error: <light> has no type (write <light type="…">)'],
  [
    "an unknown light type",
    '<light name="a" type="sun"/>',
    't.sdf:2:17: error: unknown light type "sun" (point, spot or directional)',
  ],
  ["no filename", '<plugin name="p"/>', 't.sdf:2:1: error: <plugin> has no filename (write <plugin filename="…">)'],
  [
    "a step of zero",
    '<physics type="ode"><max_step_size>0</max_step_size></physics>',
    "t.sdf:2:1: error: <max_step_size>: a step must take from 0.000001 to 1 s, not 0",
  ],
  [
    "no number",
    "<gravity>0 0 down</gravity>",
    't.sdf:2:1: error: <gravity> of <world>: "0 0 down" is not 3 numbers (as in 1 2 3)',
  ],
])("[SD10] %s is an error at its place, and nothing is loaded", async (_, body, problem) => {
  expect(await problemsOf(body)).toEqual([problem]);
});

test.each<[string, string, string]>([
  ["no sensor type", '<sensor name="s"/>', 't.sdf:3:1: error: <sensor> has no type (write <sensor type="…">)'],
  [
    "an unknown sensor type",
    '<sensor name="s" type="camra"/>',
    't.sdf:3:18: error: unknown sensor type "camra" (did you mean "camera"?)',
  ],
  [
    "visuals of one name",
    '<visual name="v"><geometry><empty/></geometry></visual>\n<visual name="v"><geometry><empty/></geometry></visual>',
    't.sdf:4:9: error: visual name "v" is already used by a visual (line 3) (names must differ)',
  ],
  [
    "no geometry",
    '<collision name="c"/>',
    "t.sdf:3:1: warning: <collision> has no <geometry> (add <geometry><box>…</box></geometry>)",
  ],
  [
    "half a material script",
    '<visual name="v"><geometry><empty/></geometry><material><script><uri>a</uri></script></material></visual>',
    "t.sdf:3:57: error: <script> of <material> has no <name> (add it, or remove <script>)",
  ],
])("[SD10] %s in a link is a problem at its place", async (_, inside, problem) => {
  expect(await problemsOf(`<model name="m"><link name="l">\n${inside}\n</link></model>`)).toEqual([problem]);
});

test.each([
  [
    "<world/>",
    't.sdf:1:1: error: the root element is <world>, not <sdf> (an SDF file begins with <sdf version="1.9">, a URDF file with <robot name="…">)',
  ],
  ['<robot><link name="a"/></robot>', 't.sdf:1:1: error: <robot> has no name (write <robot name="…">)'],
  ["<sdf/>", 't.sdf:1:1: error: <sdf> has no version (write <sdf version="1.9">)'],
  ['<sdf version="new"/>', 't.sdf:1:6: error: "new" is not a version of SDF (write version="1.9")'],
  ["<sdf", "t.sdf:1:1: error: the tag <sdf> is never closed (add >)"],
  [
    '<sdf version="1.9"><light name="a" type="point"/><light name="b" type="point"/></sdf>',
    "t.sdf:1:50: error: a second <light> at the root: a file holds worlds, or one model, light or actor (put it into a <world> or a file of its own)",
  ],
])("[SD11] %s is refused", async (text, problem) => {
  const { scene, problems } = await parse(text);
  expect(scene).toEqual({ worlds: [], models: [], lights: [], actors: [] });
  expect(problems.map(formatProblem)).toEqual([problem]);
});

test("[SD11] unknown versions are read as the nearest known, with a warning", async () => {
  const warningOf = async (version: string): Promise<string[]> => {
    const { scene, problems } = await parse(`<sdf version="${version}"><world name="w"/></sdf>`);
    expect(scene.worlds).toHaveLength(1);
    return problems.map(formatProblem);
  };
  expect(await warningOf("1.40")).toEqual(["t.sdf:1:6: warning: SDF 1.40 is not known (it is read as 1.12)"]);
  expect(await warningOf("1.3")).toEqual(["t.sdf:1:6: warning: SDF 1.3 is older than 1.4 (it is read as 1.4)"]);
  expect(await warningOf("1.12")).toEqual([]);
});

test("[SD11] a file that is missing, too large or not UTF-8 is an error that names it", async () => {
  const resources = new MemoryResources({
    "big.sdf": new Uint8Array(MAX_FILE_BYTES + 1),
    "bad.sdf": Uint8Array.of(0x0a, 0xff, 0xff),
  });
  const problemOf = async (path: string): Promise<string> =>
    formatProblem((await loadSdf(path, resources)).problems[0]!);
  expect(await problemOf("none.sdf")).toMatch(/^error: cannot find none.sdf/);
  expect(await problemOf("big.sdf")).toMatch(/^error: big.sdf is larger than 67108864 bytes/);
  expect(await problemOf("bad.sdf")).toMatch(/^bad.sdf:2:1: error: byte 0xff/);
});

test("[SD12] all problems of a file are reported in one go", async () => {
  const body = '<light name="a"/>\n<model name="m"/>\n<gravity>x</gravity>';
  expect(await problemsOf(body)).toHaveLength(3);
});

test("[SD13] models may be nested 100 deep, not deeper", async () => {
  const nested = (depth: number): string =>
    `${'<model name="m">'.repeat(depth)}<link name="l"/>${"</model>".repeat(depth)}`;
  expect(await problemsOf(nested(100))).toEqual([]);
  expect(await problemsOf(nested(101))).toEqual(["t.sdf:2:1601: error: models more than 100 deep (flatten the model)"]);
  expect((await problemsOf(nested(9000))).length).toBeGreaterThan(0);
});

// Each would take minutes, or overflow the stack, if the work for one mistake grew with the number of the others.
test.each<[string, string]>([
  [
    "poses in missing frames",
    repeat(20_000, (i) => `<model name="m${i}"><pose relative_to="x${i}"/><link name="l"/></model>`),
  ],
  ["unknown elements", repeat(50_000, (i) => `<unknown${i}/>`)],
  ["plugins", repeat(150_000, () => '<plugin filename="p"/>')],
  ["one name", repeat(20_000, () => '<frame name="f"/>')],
  ["long digits", `<gravity>${"1".repeat(300_000)}x</gravity>`],
  ["a scoped name", `<frame name="f" attached_to="${"a::".repeat(100_000)}b"/>`],
])("[SD13] many of one thing take time in proportion: %s", async (_, body) => {
  const { problems } = await parse(`<sdf version="1.6"><world name="w">${body}</world></sdf>`);
  expect(problems.length).toBeLessThanOrEqual(1000);
  for (const { message, hint } of problems) expect(message.length + hint.length).toBeLessThan(1500);
});

function repeat(count: number, piece: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => piece(i)).join("");
}
