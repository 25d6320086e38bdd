import { expect, test } from "vitest";
import { formatProblem } from "../../scene/problem.ts";
import { MemoryResources } from "../memory-resources.ts";
import { loadSdf, type LoadedScene } from "./load-sdf.ts";
import { writeSdf } from "./write/write-sdf.ts";

/** Loads a world whose body begins in line 2. */
function load(body: string, files: Record<string, string> = {}): Promise<LoadedScene> {
  const world = `<sdf version="1.9"><world name="w">\n${body}\n</world></sdf>`;
  return loadSdf("w.sdf", new MemoryResources({ "w.sdf": world, ...files }), { placeholders: true });
}

const box = '<model name="box"><link name="l"/></model>';
const fuel = "https://fuel.gazebosim.org/1.0/OpenRobotics/models/Pine%20Tree/2";

test("[SD39] a missing include is an empty static model of its name, where it would be; the rest of the world loads", async () => {
  const { scene, problems } = await load(
    `${box}<include><uri>model://car</uri><name>taxi</name><pose>1 2 3 0 0 0</pose><static>false</static>
      <plugin name="p" filename="p"/></include>`,
  );
  expect(scene.worlds[0]!.models).toMatchObject([
    { name: "box" },
    { name: "taxi", static: true, pose: { x: 1, y: 2, z: 3 }, links: [], plugins: [], missing: "model://car" },
  ]);
  expect(problems.map(formatProblem)).toEqual([
    `w.sdf:2:52: warning: cannot find "model://car"; an empty model "taxi" stands in its place (check the name; folders with models are set by --resource-path or GZ_SIM_RESOURCE_PATH)`,
  ]);
});

test("[SD39] each missing file is one warning, however often it is included; unnamed models get names that nothing beside them has", async () => {
  const include = `<include><uri>${fuel}</uri></include>`;
  const { scene, problems } = await load(
    `${include}${include}<model name="Pine Tree"><link name="l"/></model>${include}`,
  );
  expect(scene.worlds[0]!.models.map(({ name }) => name)).toEqual([
    "Pine Tree_1",
    "Pine Tree_2",
    "Pine Tree",
    "Pine Tree_3",
  ]);
  expect(problems.map(({ severity, message }) => [severity, message])).toEqual([
    ["warning", `cannot find "${fuel}"; empty models stand in its place: "Pine Tree_1", "Pine Tree_2", "Pine Tree_3"`],
  ]);
});

test("[SD39] a model folder without a model.config is missing too", async () => {
  const { scene, problems } = await load("<include><uri>bare</uri></include>", { "models/bare/model.sdf": "" });
  expect(scene.worlds[0]!.models).toMatchObject([{ name: "bare", missing: "bare" }]);
  expect(problems.map(({ severity }) => severity)).toEqual(["warning"]);
});

test("[SD39] joints into a missing model are left out, poses and frames in it are its own", async () => {
  const { scene, problems } = await load(`
    <model name="robot"><link name="base"/>
      <include><uri>wheel</uri><name>wheel</name><pose>0 1 0 0 0 0</pose></include>
      <frame name="hub" attached_to="wheel::hub"/>
      <joint name="axle" type="revolute"><parent>base</parent><child>wheel::rim</child></joint></model>
    <include><uri>table</uri><name>table</name><pose>0 0 2 0 0 0</pose></include>
    <model name="cup"><pose relative_to="table::top">0 0 1 0 0 0</pose><link name="l"/></model>`);
  const [robot, table, cup] = scene.worlds[0]!.models;
  expect(robot).toMatchObject({
    joints: [],
    frames: [{ name: "hub", pose: { y: 1 } }],
    models: [{ missing: "wheel" }],
  });
  expect([table!.missing, cup!.pose.z]).toEqual(["table", 3]);
  expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toContain(
    'warning: joint "axle" is left out: its child "wheel::rim" is in a model that is missing',
  );
});

test("[SD39] a model that was to have parts of a missing file merged in keeps the rest", async () => {
  const { scene, problems } = await load(`
    <model name="robot" canonical_link="upper"><link name="base"/><include merge="true"><uri>arm</uri></include>
      <joint name="shoulder" type="fixed"><parent>base</parent><child>upper</child></joint></model>`);
  expect(scene.worlds[0]!.models).toMatchObject([
    { canonicalLink: "base", links: [{ name: "base" }], joints: [], models: [{ name: "arm", missing: "arm" }] },
  ]);
  expect(problems.every(({ severity }) => severity === "warning")).toBe(true);
});

test("[SD39] it is saved as the include that it was, and read again when the file is there", async () => {
  const { scene } = await load("<include><uri>car</uri><name>taxi</name><pose>1 0 0 0 0 0</pose></include>");
  const text = writeSdf(scene);
  const car = '<sdf version="1.9"><model name="car"><link name="body"/></model></sdf>';
  const files = {
    "w.sdf": text,
    "models/car/model.config": '<model><sdf version="1.9">model.sdf</sdf></model>',
    "models/car/model.sdf": car,
  };
  const again = await loadSdf("w.sdf", new MemoryResources(files));
  expect(again.problems).toEqual([]);
  expect(again.scene.worlds[0]!.models).toMatchObject([{ name: "taxi", pose: { x: 1 }, links: [{ name: "body" }] }]);
});

test("[SD39] a broken file that is there, and a file that is nothing but a missing include, are errors as ever", async () => {
  const broken = await load("<include><uri>a.sdf</uri></include>", { "a.sdf": "<sdf>" });
  expect(broken.problems.map(({ severity }) => severity)).toContain("error");
  const root = new MemoryResources({ "m.sdf": '<sdf version="1.9"><include><uri>car</uri></include></sdf>' });
  const alone = await loadSdf("m.sdf", root, { placeholders: true });
  expect(alone.problems.map(({ severity }) => severity)).toEqual(["error"]);
});
