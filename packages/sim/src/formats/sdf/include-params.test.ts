import { expect, test } from "vitest";
import { formatProblem } from "../../scene/problem.ts";
import { MemoryResources } from "../memory-resources.ts";
import { parseSdf, type LoadedScene } from "./load-sdf.ts";

const car = `<sdf version="1.9"><model name="car">
  <link name="body"><pose>1 2 3 0 0 0</pose>
    <visual name="paint"><geometry><box><size>1 1 1</size></box></geometry><transparency>0.5</transparency></visual>
    <sensor name="eye" type="camera"><update_rate>5</update_rate></sensor>
  </link>
  <model name="trailer"><link name="bed"/></model>
</model></sdf>`;

function include(params: string): Promise<LoadedScene> {
  const inside = `<include><uri>car.sdf</uri><experimental:params>\n${params}\n</experimental:params></include>`;
  const text = `<sdf version="1.9"><world name="w">${inside}</world></sdf>`;
  return parseSdf(text, "w.sdf", new MemoryResources({ "car.sdf": car }));
}

async function changed(params: string): Promise<LoadedScene["scene"]["worlds"][0]["models"][0]> {
  const { scene, problems } = await include(params);
  expect(problems).toEqual([]);
  return scene.worlds[0]!.models[0]!;
}

test("[SD33] elements are added to the included model or to what element_id names", async () => {
  const model = await changed(`<link element_id="" name="hook" action="add"><pose>0 0 1 0 0 0</pose></link>
    <visual element_id="trailer::bed" name="wood" action="add"><geometry><empty/></geometry></visual>`);
  expect(model.links.map(({ name, pose }) => [name, pose.z])).toEqual([
    ["body", 3],
    ["hook", 1],
  ]);
  expect(model.models[0]!.links[0]!.visuals.map(({ name }) => name)).toEqual(["wood"]);
});

test("[SD33] elements are removed, whole or in part", async () => {
  const model = await changed(`<sensor element_id="body::eye" action="remove"/>
    <visual element_id="body::paint" action="remove"><transparency/></visual>`);
  expect(model.links[0]!.sensors).toEqual([]);
  expect(model.links[0]!.visuals).toMatchObject([{ name: "paint", transparency: 0 }]);
});

test("[SD33] elements are modified: values, attributes, and defaults where a value is left empty", async () => {
  const model = await changed(`<link element_id="body" action="modify"><pose>7 8 9 0 0 0</pose>
      <visual name="paint"><geometry><box><size>2 2 2</size></box></geometry><transparency/></visual></link>
    <sensor element_id="body::eye" name="cam" action="modify"><update_rate>9</update_rate></sensor>`);
  expect(model.links[0]).toMatchObject({
    pose: { x: 7, y: 8, z: 9 },
    visuals: [{ transparency: 0, geometry: { size: { x: 2 } } }],
    sensors: [{ name: "cam", type: "camera", updateRate: 9 }],
  });
});

test("[SD33] elements are replaced; actions may stand at the children", async () => {
  const model = await changed(`<visual element_id="body::paint">
      <geometry action="replace"><sphere><radius>4</radius></sphere></geometry>
      <cast_shadows action="add">false</cast_shadows></visual>`);
  expect(model.links[0]!.visuals).toMatchObject([{ geometry: { type: "sphere", radius: 4 }, castShadows: false }]);
});

test.each([
  ["<link/>", '2:1: error: <link> has no element_id (write element_id="link::visual")'],
  ['<link element_id="a::"/>', '2:1: error: element_id "a::" ends in "::" (a name is missing)'],
  ['<link element_id="tail" action="remove"/>', '2:1: error: there is no <link> "tail" in the included model'],
  ['<link element_id="body" action="paint"/>', '2:1: error: unknown action "paint" (add, modify, remove, replace)'],
  [
    '<link element_id="body"><pose>0 0 0 0 0 0</pose></link>',
    "2:25: error: <pose> has no action (add, modify, remove, replace)",
  ],
  [
    '<visual element_id="body" name="paint" action="add"/>',
    '2:1: error: there is a <visual> "paint" already (use action="replace")',
  ],
  ['<visual element_id="body" action="add"/>', "2:1: error: <visual> needs a name to be added"],
  ['<wing element_id="body" name="w" action="add"/>', "2:1: error: <link> cannot contain <wing>"],
  [
    '<link element_id="body" action="modify"><inertial/></link>',
    "2:41: error: <link> has no such <inertial> to modify",
  ],
  ['<link element_id="body" action="modify" wings="2"/>', '2:1: error: <link> has an unknown attribute "wings"'],
  [
    '<sensor element_id="body::eye" name="eye" action="replace"/>',
    '2:1: error: <sensor> has no type (write <sensor type="…">)',
  ],
])("[SD33] %s is refused at its place", async (params, problem) => {
  expect((await include(params)).problems.map(formatProblem)).toEqual([`w.sdf:${problem}`]);
});
