import { expect, test } from "vitest";
import { MemoryResources } from "../../memory-resources.ts";
import { parseSdf, type LoadedScene } from "../load-sdf.ts";

const flat = (version: string): Promise<LoadedScene> =>
  parseSdf(
    `<sdf version="${version}"><world name="w"><model name="m"><link name="base"/>
      <frame name="arm::__model__" attached_to="arm::upper"><pose relative_to="__model__">0 0 1 0 0 0</pose></frame>
      <link name="arm::upper"><pose relative_to="arm::__model__">1 0 0 0 0 0</pose>
        <visual name="v"><pose relative_to="arm::lower">0 0 0 0 0 0</pose><geometry><empty/></geometry></visual></link>
      <link name="arm::lower"><pose relative_to="arm::upper">1 0 0 0 0 0</pose></link>
      <joint name="arm::elbow" type="revolute"><parent>arm::upper</parent><child>arm::lower</child>
        <axis><xyz expressed_in="arm::__model__">0 0 1</xyz></axis></joint>
      <joint name="shoulder" type="fixed"><parent>base</parent><child>arm::upper</child></joint>
    </model></world></sdf>`,
    "t.sdf",
    new MemoryResources({}),
  );

test("[SD27] up to 1.7, names like arm::link with a frame arm::__model__ mean a nested model", async () => {
  const { scene, problems } = await flat("1.7");
  expect(problems).toEqual([]);
  const model = scene.worlds[0]!.models[0]!;
  expect(model.links.map(({ name }) => name)).toEqual(["base"]);
  expect(model.joints[0]).toMatchObject({ name: "shoulder", parentLink: "base", childLink: "arm::upper" });
  const arm = model.models[0]!;
  expect(arm).toMatchObject({ name: "arm", canonicalLink: "upper", pose: { z: 1 } });
  expect(arm.links.map(({ name, pose }) => [name, pose.x])).toEqual([
    ["upper", 1],
    ["lower", 2],
  ]);
  expect(arm.links[0]!.visuals[0]!.pose.x).toBe(1);
  expect(arm.joints[0]).toMatchObject({ name: "elbow", parentLink: "upper", childLink: "lower" });
});

test("[SD27] from 1.8 on, :: in a name is an error", async () => {
  const { problems } = await flat("1.8");
  expect(problems.filter(({ code }) => code === "reserved-name")).toHaveLength(4);
});
