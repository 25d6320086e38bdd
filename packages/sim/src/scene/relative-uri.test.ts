import { expect, test } from "vitest";
import { Geometry, Material } from "../components/geometry.ts";
import { IsVisual, IsWorld } from "../components/identity.ts";
import { hashState } from "../ecs/state-hash.ts";
import { World } from "../ecs/world.ts";
import { MemoryResources } from "../formats/memory-resources.ts";
import { loadSdf } from "../formats/sdf/load-sdf.ts";
import { writeSdf } from "../formats/sdf/write/write-sdf.ts";
import { besideUri, isRelativeUri } from "./relative-uri.ts";
import { saveWorld, spawnWorld } from "../entities/kinds/world.ts";

const visual = (mesh: string, map: string): string => `
  <link name="l"><visual name="v"><geometry><mesh><uri>${mesh}</uri></mesh></geometry>
    <material><pbr><metal><albedo_map>${map}</albedo_map></metal></pbr></material></visual></link>`;

const model = (inside: string): string => `<sdf version="1.9"><model name="m">${inside}</model></sdf>`;

/**
 * Returns a world in `folder` with four models: its own, one by name, one by path, and one from a file in a folder of
 * that model.
 */
async function spawned(folder: string): Promise<World> {
  const { scene, problems } = await loadSdf(
    `${folder}/world.sdf`,
    new MemoryResources(
      {
        [`${folder}/world.sdf`]: `<sdf version="1.9"><world name="w">
          <model name="own">${visual("meshes/a.stl", "a.png")}</model>
          <include><name>box</name><uri>model://box</uri></include>
          <include><name>arm</name><uri>parts/arm.sdf</uri></include>
        </world></sdf>`,
        [`${folder}/models/box/model.config`]: `<model><sdf version="1.9">model.sdf</sdf></model>`,
        [`${folder}/models/box/model.sdf`]: model(visual("meshes/b.stl", "model://box/b.png")),
        [`${folder}/parts/arm.sdf`]: model(
          visual("model://arm/c.stl", "c.png") + `<include><name>grip</name><uri>more/grip.sdf</uri></include>`,
        ),
        [`${folder}/parts/more/grip.sdf`]: model(visual("d.stl", "")),
      },
      [`${folder}/models`],
    ),
  );
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  const world = new World();
  spawnWorld(world, scene.worlds[0]!);
  return world;
}

test("[SS4] an entity tells from where its relative files are named, and nothing where that makes no difference", async () => {
  const world = await spawned("/home/ada");
  const places = [...world.query(IsVisual, Geometry, Material)].map(([, , geometry, material]) => [
    geometry.type === "mesh" && `${geometry.uri} in ${geometry.from}`,
    `${material?.pbr?.albedoMap} in ${material?.pbr?.from}`,
  ]);
  expect(places).toEqual([
    ["meshes/a.stl in ", "a.png in "],
    ["meshes/b.stl in model://box/model.sdf", "model://box/b.png in "],
    ["model://arm/c.stl in ", "c.png in parts/arm.sdf"],
    ["d.stl in parts/more/grip.sdf", " in "],
  ]);
});

test("[SS4] the same world in another folder has the same components", async () => {
  expect(hashState(await spawned("/home/ada"), [])).toBe(hashState(await spawned("/srv"), []));
});

test("[SS4] a saved world names the files of its included models as they read from its own folder", async () => {
  const world = await spawned("/home/ada");
  const text = writeSdf({
    worlds: [saveWorld(world, world.query(IsWorld).first()!)],
    models: [],
    lights: [],
    actors: [],
  });
  expect([...text.matchAll(/<(?:uri|albedo_map)>([^<]*)</g)].map(([, uri]) => uri)).toEqual([
    "meshes/a.stl",
    "a.png",
    "model://box/meshes/b.stl",
    "model://box/b.png",
    "model://arm/c.stl",
    "parts/c.png",
    "parts/more/d.stl",
  ]);
});

test("[SS4] a URI is relative when it has neither a scheme nor a root", () => {
  const uris = ["a.dae", "../a.dae", "model://a", "file:///a", "/a", "https://a", "C:\\a", ""];
  expect(uris.filter(isRelativeUri)).toEqual(["a.dae", "../a.dae"]);
  expect(besideUri("t.png", "model://box/meshes/a.dae")).toBe("model://box/meshes/t.png");
  expect(besideUri("t.png", "world.sdf")).toBe("t.png");
  expect(besideUri("/t.png", "model://box/a.dae")).toBe("/t.png");
});
