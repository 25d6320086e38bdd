import { expect, test } from "vitest";
import { checkScene } from "./check-scene.ts";
import { MemoryResources } from "../formats/memory-resources.ts";
import { parseSdf } from "../formats/sdf/load-sdf.ts";
import { SystemLibrary, type ModuleSource } from "../runner/systems/system-library.ts";
import { formatProblem } from "../scene/problem.ts";
import { builtInSystems } from "../systems/built-in.ts";

const modules: ModuleSource = {
  load: async () => Promise.reject(new Error("nothing is imported")),
  has: async (filename) => filename === "wind-gust",
  names: () => ["wind-gust"],
};

async function check(text: string, files: Record<string, string> = {}): Promise<string[]> {
  const resources = new MemoryResources(files);
  const { scene, problems } = await parseSdf(text, "a.sdf", resources);
  expect(problems.map(formatProblem)).toEqual([]);
  const found = await checkScene(scene, { library: new SystemLibrary(builtInSystems, modules), resources });
  return found.map(formatProblem);
}

function world(inside: string): string {
  return `<sdf version="1.9"><world name="w">\n${inside}\n</world></sdf>`;
}

const model = (inside: string): string => `<model name="m"><link name="a"/><link name="b"/>\n${inside}\n</model>`;

const joint = (type: string, inside = ""): string =>
  `<joint name="j" type="${type}"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz>${inside}</axis><axis2><xyz>1 0 0</xyz></axis2></joint>`;

test("[CK1] a system that is not there, and one found by its name under another's filename, are told with the nearest name", async () => {
  const text = world(`<plugin name="gz::sim::systems::Physics" filename="gz-sim8-physics-system"/>
<plugin name="gz::sim::systems::UserComands" filename="x"/>
<plugin name="gust" filename="wind-gust"/>
<plugin name="contact" filename="gz-sim-physics-system"/>
<plugin name="velocity-control" filename="libnothing.so"/>`);
  expect(await check(text)).toEqual([
    'a.sdf:3:1: warning: there is no system "gz::sim::systems::UserComands"; did you mean "gz::sim::systems::UserCommands"? (the world runs without it)',
    'a.sdf:5:1: warning: filename "gz-sim-physics-system" belongs to physics; the plugin is chosen by its name, "contact" (write filename="gz-sim-contact-system")',
    'a.sdf:6:1: warning: filename "libnothing.so" is unknown; the plugin is chosen by its name, "velocity-control" (write filename="gz-sim-velocity-control-system")',
  ]);
});

test("[CK1] parameters that are unknown, of the wrong kind or name no joint are told by line", async () => {
  const drive = `<plugin name="diff-drive" filename="">
  <left_joint>jay</left_joint>
  <right_joint>j</right_joint>
  <wheel_radius>wide</wheel_radius>
  <wheel_separaton>1</wheel_separaton>
</plugin>`;
  expect(await check(world(model(joint("revolute") + drive)))).toEqual([
    expect.stringMatching(/^a\.sdf:4:\d+: warning: diff-drive: <left_joint>: the model has no joint "jay"/),
    expect.stringMatching(/^a\.sdf:6:\d+: warning: diff-drive: <wheel_radius>: "wide" is not a number/),
    expect.stringMatching(/^a\.sdf:7:\d+: warning: diff-drive has no parameter <wheel_separaton> \(did you mean/),
  ]);
});

test("[CK1] a class that is misspelt beside the right filename is told, as are wheels that are not named", async () => {
  const drive = (name: string, inside: string): string =>
    `<plugin name="${name}" filename="gz-sim-diff-drive-system">${inside}</plugin>`;
  const wheels = "<left_joint>j</left_joint><right_joint>j</right_joint>";
  expect(await check(world(model(joint("revolute") + drive("gz::sim::systems::DifDrive", wheels))))).toEqual([
    expect.stringMatching(
      /^a\.sdf:3:\d+: warning: there is no system "gz::sim::systems::DifDrive"; .*: did you mean "gz::sim::systems::DiffDrive"\? \(Gazebo refuses it\)$/,
    ),
  ]);
  expect(await check(world(model(joint("revolute") + drive("gz::sim::v8::systems::DiffDrive", wheels))))).toEqual([]);
  expect(await check(world(model(drive("gz::sim::systems::DiffDrive", ""))))).toEqual([
    expect.stringMatching(/warning: gz::sim::systems::DiffDrive: it lacks <left_joint>/),
    expect.stringMatching(/warning: gz::sim::systems::DiffDrive: it lacks <right_joint>/),
  ]);
});

test("[CK1] a system that moves joints is of no use on a world", async () => {
  expect(await check(world('<plugin name="joint-controller" filename=""/>'))).toEqual([
    "a.sdf:2:1: warning: system joint-controller must be attached to a model; on the world it fails (move the <plugin> into the <model>)",
  ]);
});

test("[CK1] a second physics, and a world that takes no default systems and names no physics, are told", async () => {
  const physics = '<plugin name="physics" filename=""/>';
  expect(await check(world(`${physics}\n${physics}`))).toEqual([
    "a.sdf:3:1: warning: system physics must be attached to the world itself, once; this one is left out (remove it)",
  ]);
  const named = `<plugin name="user-commands" filename=""/>\n${model("")}`;
  expect(await check(world(named))).toEqual([]);
  const only = "<include_server_config_plugins>false</include_server_config_plugins>";
  const still = await check(world(`${named}\n<gz:policies>${only}</gz:policies>`));
  expect(still).toEqual([expect.stringMatching(/^a\.sdf:2:1: warning: no physics system is named, and the world has/)]);
});

test("[CK2] joints that the engine of the world does not simulate are told at their place; not those of what stands", async () => {
  const inRapier = (inside: string): string => world(`<physics name="p" type="rapier"/>${model(inside)}`);
  expect(await check(inRapier(joint("screw")))).toEqual([
    'a.sdf:3:1: warning: joint "j": Rapier, which this world requests, does not simulate it correctly (let Orrery choose the engine, or name mujoco)',
  ]);
  expect(await check(inRapier(joint("gearbox")))).toContainEqual(expect.stringMatching(/"j": Rapier, which/));
  expect(await check(world(model(joint("screw"))))).toEqual([]);
  expect(await check(inRapier(joint("revolute2")))).toEqual([]);
  expect(await check(inRapier(`<static>true</static>${joint("screw")}`))).toEqual([]);
});

test("[CK3] meshes and pictures of visuals that are not there are told once, at their place", async () => {
  const visual = (name: string): string => `<visual name="${name}"><geometry><mesh><uri>hull.dae</uri></mesh></geometry>
<material><pbr><metal><albedo_map>paint.png</albedo_map></metal></pbr></material></visual>`;
  const text = `<sdf version="1.9"><model name="m"><link name="a">\n${visual("v")}${visual("w")}</link></model></sdf>`;
  expect(await check(text)).toEqual([
    "a.sdf:2:28: warning: <mesh> hull.dae: there is no such file (a box is drawn in its place)",
    "a.sdf:3:1: warning: <albedo_map> paint.png: there is no such file (the visual is drawn without it)",
  ]);
  expect(await check(text, { "hull.dae": "", "paint.png": "" })).toEqual([]);
});

test("[CK4] mimic laws and gearboxes that cannot work are told as a run tells them", async () => {
  const follow = (leader: string): string => joint("revolute", `<mimic joint="${leader}"/>`);
  expect(await check(world(model(follow("k"))))).toEqual([
    'a.sdf:3:1: warning: joint "j": it cannot follow joint k, which is not there',
  ]);
  expect(await check(world(model(follow("j"))))).toEqual(['a.sdf:3:1: warning: joint "j": it would follow itself']);
  const gearbox = (inside: string): string => joint("gearbox").replace("</joint>", `${inside}</joint>`);
  expect(await check(world(model(gearbox(""))))).toEqual([
    'a.sdf:3:1: warning: joint "j": its gearbox_reference_body "" is no link; this gearbox is left out',
  ]);
  const still = "<gearbox_reference_body>a</gearbox_reference_body><gearbox_ratio>0</gearbox_ratio>";
  expect(await check(`<sdf version="1.9">${model(gearbox(still))}</sdf>`)).toEqual([
    expect.stringMatching(/warning: joint "j": its gearbox_ratio is 0; this gearbox is left out$/),
  ]);
});

test("[CK5] a concave mesh that moves is told at its place, one that stands is not", async () => {
  // An L made of two boxes, one on the end of the other.
  const outline = ["0 0", "2 0", "2 1", "1 1", "1 2", "0 2"].map((point) => `<point>${point}</point>`).join("");
  const ell = (isStatic: boolean): string =>
    world(`<model name="m"><static>${isStatic}</static><link name="l"><collision name="c"><geometry>
<polyline>${outline.replace("1 1", "0.3 0.2")}<height>1</height></polyline></geometry></collision></link></model>`);
  expect(await check(ell(true))).toEqual([]);
  expect(await check(ell(false))).toEqual([
    expect.stringMatching(/^a\.sdf:3:1: warning: m::l::c is not convex and it/),
  ]);
});

test("[CK3] so are the skin and the animations of actors", async () => {
  const actor = `<actor name="walker"><skin>\n<filename>walk.dae</filename></skin>
<animation name="walk"><filename>walk.dae</filename></animation><script/></actor>`;
  expect(await check(world(actor))).toEqual([
    expect.stringMatching(
      /^a\.sdf:2:\d+: warning: <skin> walk\.dae: there is no such file \(the actor is not drawn\)$/,
    ),
  ]);
  expect(await check(world(actor), { "walk.dae": "" })).toEqual([]);
});

test("[CK1] plugins of links, visuals, sensors and actors are told of as those of models are", async () => {
  const plugin = (name: string): string => `<plugin name="gz::sim::systems::${name}" filename=""/>`;
  const parts = `<model name="m"><link name="l">${plugin("OnLink")}
    <visual name="v"><geometry><sphere><radius>1</radius></sphere></geometry>${plugin("OnVisual")}</visual>
    <sensor name="s" type="camera"><camera><horizontal_fov>1</horizontal_fov></camera>${plugin("OnSensor")}</sensor>
    <sensor name="t" type="camera"><camera><horizontal_fov>1</horizontal_fov></camera>${plugin("JointController")}</sensor>
    </link></model>
    <actor name="a">${plugin("OnActor")}</actor>`;
  const told = await check(world(parts));
  for (const name of ["OnLink", "OnVisual", "OnSensor", "OnActor"])
    expect(told.join("\n")).toContain(`Gazebo's system "gz::sim::systems::${name}" is not available yet`);
  expect(told.join("\n")).toContain(
    "system joint-controller must be attached to a model; on a part of a model it fails",
  );
});
