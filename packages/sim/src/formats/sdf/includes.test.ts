import { expect, test } from "vitest";
import { formatProblem } from "../../scene/problem.ts";
import type { WorldScene } from "../../scene/scene.ts";
import { MemoryResources } from "../memory-resources.ts";
import { loadSdf, type LoadedScene } from "./load-sdf.ts";

const config =
  '<model><name>Cone</name><sdf version="1.6">old.sdf</sdf><sdf version="1.9">model.sdf</sdf><sdf version="1.99">new.sdf</sdf></model>';
const cone =
  '<sdf version="1.9"><model name="cone"><link name="l"/><frame name="tip"><pose>0 0 1 0 0 0</pose></frame></model></sdf>';

/** Loads w.sdf, a world whose body begins in line 2. */
function load(body: string, files: Record<string, string> = {}): Promise<LoadedScene> {
  const world = `<sdf version="1.9"><world name="w">\n${body}\n</world></sdf>`;
  const all = { "w.sdf": world, "models/cone/model.config": config, "models/cone/model.sdf": cone, ...files };
  return loadSdf("w.sdf", new MemoryResources(all));
}

async function worldOf(body: string, files: Record<string, string> = {}): Promise<WorldScene> {
  const { scene, problems } = await load(body, files);
  expect(problems).toEqual([]);
  return scene.worlds[0]!;
}

async function problemsOf(body: string, files: Record<string, string> = {}): Promise<string[]> {
  const { scene, problems } = await load(body, files);
  expect(scene.worlds).toEqual([]);
  return problems.map(formatProblem);
}

const include = (inside: string, attributes = ""): string => `<include ${attributes}>${inside}</include>`;

test("[SD17] an include brings in the model of a folder: the newest file that its model.config names and we know", async () => {
  const world = await worldOf(include("<uri>model://cone</uri>"));
  expect(world.models.map(({ name }) => name)).toEqual(["cone"]);
});

test("[SD17] an include brings in a file, by a path that starts beside the file that includes", async () => {
  const world = await worldOf(include("<uri>sub/a.sdf</uri>"), {
    "sub/a.sdf": `<sdf version="1.9"><model name="a"><link name="l"/>${include("<uri>b.sdf</uri>")}</model></sdf>`,
    "sub/b.sdf": '<sdf version="1.9"><model name="b"><link name="l"/></model></sdf>',
  });
  expect(world.models[0]!.models.map(({ name }) => name)).toEqual(["b"]);
});

test("[SD17] name, pose, static and plugins of an include take the place of the model's", async () => {
  const world = await worldOf(`<frame name="f"><pose>1 0 0 0 0 0</pose></frame>
    ${include(`<uri>cone</uri><name>big</name><pose relative_to="f">0 2 0 0 0 0</pose><static>true</static><plugin filename="p"/>`)}`);
  expect(world.models[0]).toMatchObject({
    name: "big",
    static: true,
    pose: { x: 1, y: 2, z: 0 },
    plugins: [{ filename: "p" }],
  });
});

test("[SD17] an include's placement frame is what its pose places", async () => {
  const world = await worldOf(include("<uri>cone</uri><pose>0 0 3 0 0 0</pose><placement_frame>tip</placement_frame>"));
  expect(world.models[0]!.pose.z).toBe(2);
});

test("[SD17] lights can be included too", async () => {
  const world = await worldOf(include("<uri>lamp.sdf</uri><name>lamp_2</name><pose>0 0 5 0 0 0</pose>"), {
    "lamp.sdf": '<sdf version="1.9"><light name="lamp" type="point"/></sdf>',
  });
  expect(world.lights).toMatchObject([{ name: "lamp_2", pose: { z: 5 } }]);
});

test("[SD17] a file keeps the rules of its own version", async () => {
  const joint =
    '<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>1 0 0</xyz></axis></joint>';
  const old = `<sdf version="1.4"><model name="m"><link name="a"/><link name="b"><pose>0 0 0 0 0 1.5707963267948966</pose></link>${joint}</model></sdf>`;
  const world = await worldOf(include("<uri>old.sdf</uri>"), { "old.sdf": old });
  expect(world.models[0]!.joints[0]!.axes[0]!.xyz.y).toBeCloseTo(-1, 12);
});

test("[SD18] a merged include puts its parts into the model around it, as if placed by a frame", async () => {
  const arm = `<sdf version="1.9"><model name="arm"><link name="upper"><pose>1 0 0 0 0 0</pose></link><link name="lower"><pose relative_to="upper">1 0 0 0 0 0</pose></link>
    <frame name="end" attached_to="lower"/><joint name="elbow" type="fixed"><parent>upper</parent><child>lower</child></joint></model></sdf>`;
  const world = await worldOf(
    `<model name="robot"><link name="base"/>${include("<uri>arm.sdf</uri><pose>0 0 1 0 0 0</pose>", 'merge="true"')}
      <joint name="shoulder" type="fixed"><parent>base</parent><child>upper</child></joint></model>`,
    { "arm.sdf": arm },
  );
  const robot = world.models[0]!;
  expect(robot.models).toEqual([]);
  expect(robot.links.map(({ name, pose }) => [name, pose.x, pose.z])).toEqual([
    ["base", 0, 0],
    ["upper", 1, 1],
    ["lower", 2, 1],
  ]);
  expect(robot.joints.map(({ name }) => name)).toEqual(["elbow", "shoulder"]);
  expect(robot.frames.map(({ name }) => name)).toContain("end");
});

test.each<[string, Record<string, string>, string]>([
  [include(""), {}, "w.sdf:2:1: error: <include> has no <uri> (add <uri>model://name</uri>)"],
  [
    include("<uri>nothing</uri>"),
    {},
    'w.sdf:2:11: error: cannot find "nothing" (check the name; folders with models are set by --resource-path or GZ_SIM_RESOURCE_PATH)',
  ],
  [
    include("<uri>https://example.com/cone</uri>"),
    {},
    'w.sdf:2:11: error: cannot find "https://example.com/cone" (models are not downloaded from the network; save it beside the world)',
  ],
  [
    include("<uri>bare</uri>"),
    { "models/bare/model.sdf": cone },
    "w.sdf:2:11: error: cannot find models/bare/model.config",
  ],
  [
    include("<uri>bare</uri>"),
    { "models/bare/model.config": "<model/>" },
    'models/bare/model.config:1:1: error: model.config names no <sdf> file (add <sdf version="1.9">model.sdf</sdf>)',
  ],
  [
    include("<uri>e.sdf</uri>"),
    { "e.sdf": '<sdf version="1.9"/>' },
    "w.sdf:2:11: error: e.sdf holds no model, light or actor",
  ],
  [
    include("<uri>e.sdf</uri>"),
    { "e.sdf": '<sdf version="1.9"><world name="w"/></sdf>' },
    "w.sdf:2:11: error: e.sdf holds no model, light or actor (a world cannot be included)",
  ],
  [
    include("<uri>e.sdf</uri>"),
    { "e.sdf": '<sdf version="1.9"><light name="a" type="point"/><light name="b" type="point"/></sdf>' },
    "w.sdf:2:11: error: e.sdf holds 2 models, lights or actors; an include takes one (put each into a file of its own)",
  ],
  [include("<uri>e.sdf</uri>"), { "e.sdf": "\n<sdf>" }, "e.sdf:2:1: error: <sdf> is never closed (add </sdf>)"],
  [
    include("<uri>cone</uri><placement_frame>tip</placement_frame>"),
    {},
    "w.sdf:2:26: error: <placement_frame> without <pose> (add the pose of that frame)",
  ],
  [
    include("<uri>cone</uri><name>world</name>"),
    {},
    'w.sdf:2:26: error: model name "world" is reserved (choose another name)',
  ],
  [
    include("<uri>cone</uri>") + include("<uri>cone</uri>"),
    {},
    'models/cone/model.sdf:1:27: error: model name "cone" is already used by a model (line 1) (names must differ)',
  ],
])("[SD19] %s is an error where it stands", async (body, files, problem) => {
  expect(await problemsOf(body, files)).toEqual([problem]);
});

test("[SD19] files that include each other are an error that shows the circle", async () => {
  const file = (name: string, other: string): string =>
    `<sdf version="1.9"><model name="${name}"><link name="l"/>${include(`<uri>${other}</uri>`)}</model></sdf>`;
  expect(
    await problemsOf(include("<uri>a.sdf</uri>"), { "a.sdf": file("a", "b.sdf"), "b.sdf": file("b", "a.sdf") }),
  ).toEqual(["b.sdf:1:62: error: the file includes itself: a.sdf → b.sdf → a.sdf"]);
});

test("[SD19] files that include the next one many times are refused before they fill the memory", async () => {
  const files: Record<string, string> = { "f12.sdf": cone };
  for (let i = 0; i < 12; i++) {
    const next = Array.from({ length: 10 }, (_, k) => include(`<uri>f${i + 1}.sdf</uri><name>m${k}</name>`)).join("");
    files[`f${i}.sdf`] = `<sdf version="1.9"><model name="m"><link name="l"/>${next}</model></sdf>`;
  }
  const problems = await problemsOf(include("<uri>f0.sdf</uri>"), files);
  expect(problems[0]).toContain("the includes bring in too much");
}, 180_000);

test.each([
  ["model://sun", "model://ground_plane"],
  [
    "https://fuel.gazebosim.org/1.0/OpenRobotics/models/Sun",
    "https://fuel.ignitionrobotics.org/1.0/OpenRobotics/models/Ground Plane",
  ],
])("[SD37] %s and %s are there where no folder has them", async (sun, ground) => {
  const text = include(`<uri>${sun}</uri>`) + include(`<uri>${ground}</uri><name>floor</name>`);
  const { lights, models } = await worldOf(text, {});
  expect(lights.map(({ name, type }) => [name, type])).toEqual([["sun", "directional"]]);
  expect(models).toMatchObject([
    { name: "floor", static: true, links: [{ collisions: [{ geometry: { type: "plane" } }] }] },
  ]);
});

test("[SD37] a folder's own model of that name comes first; other models of Fuel are to be had with gz fuel", async () => {
  const files = { "models/sun/model.config": config, "models/sun/model.sdf": cone };
  expect((await worldOf(include("<uri>model://sun</uri>"), files)).lights).toEqual([]);
  const url = "https://fuel.gazebosim.org/1.0/OpenRobotics/models/Cone";
  const { problems } = await load(include(`<uri>${url}</uri>`));
  expect(problems.map(({ hint }) => hint)).toEqual([expect.stringContaining(`gz fuel download -u "${url}"`)]);
});
