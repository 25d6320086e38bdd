import { expect, test } from "vitest";
import type { Geometry } from "../../../scene/geometry.ts";
import { formatProblem } from "../../../scene/problem.ts";
import { MemoryResources } from "../../memory-resources.ts";
import { parseSdf } from "../load-sdf.ts";

async function read(shape: string): Promise<{ geometry: Geometry | undefined; problems: string[] }> {
  const visual = `<visual name="v"><geometry>\n${shape}\n</geometry></visual>`;
  const text = `<sdf version="1.11"><model name="m"><link name="l">${visual}</link></model></sdf>`;
  const { scene, problems } = await parseSdf(text, "dir/t.sdf", new MemoryResources({}));
  return { geometry: scene.models[0]?.links[0]?.visuals[0]?.geometry, problems: problems.map(formatProblem) };
}

test.each<[string, Geometry]>([
  ["<box><size>1 2 3</size></box>", { type: "box", size: { x: 1, y: 2, z: 3 } }],
  ["<sphere><radius>2</radius></sphere>", { type: "sphere", radius: 2 }],
  ["<cylinder><radius>1</radius><length>2</length></cylinder>", { type: "cylinder", radius: 1, length: 2 }],
  ["<capsule><radius>1</radius><length>0</length></capsule>", { type: "capsule", radius: 1, length: 0 }],
  ["<cone><radius>1</radius><length>2</length></cone>", { type: "cone", radius: 1, length: 2 }],
  ["<ellipsoid><radii>1 2 3</radii></ellipsoid>", { type: "ellipsoid", radii: { x: 1, y: 2, z: 3 } }],
  [
    "<plane><normal>0 0 4</normal><size>5 6</size></plane>",
    { type: "plane", normal: { x: 0, y: 0, z: 1 }, size: { x: 5, y: 6 } },
  ],
  [
    '<mesh optimization="convex_hull"><uri>meshes/a.dae</uri><scale>2 2 2</scale><submesh><name>s</name><center>true</center></submesh></mesh>',
    {
      type: "mesh",
      uri: "meshes/a.dae",
      from: "dir/t.sdf",
      scale: { x: 2, y: 2, z: 2 },
      submesh: "s",
      centerSubmesh: true,
      convex: true,
    },
  ],
  [
    "<heightmap><uri>h.png</uri><size>10 20 3</size><pos>0 0 -1</pos><sampling>2</sampling></heightmap>",
    {
      type: "heightmap",
      uri: "h.png",
      from: "dir/t.sdf",
      size: { x: 10, y: 20, z: 3 },
      position: { x: 0, y: 0, z: -1 },
      sampling: 2,
    },
  ],
  [
    "<polyline><point>0 0</point><point>1 0</point><point>0 1</point><height>2</height></polyline><polyline><point>0 0</point></polyline>",
    {
      type: "polyline",
      polylines: [
        {
          height: 2,
          points: [
            { x: 0, y: 0 },
            { x: 1, y: 0 },
            { x: 0, y: 1 },
          ],
        },
        { height: 1, points: [{ x: 0, y: 0 }] },
      ],
    },
  ],
  ["<empty/>", { type: "empty" }],
  ["<sphere><radius>1</radius></sphere><box><size>1 2 3</size></box>", { type: "box", size: { x: 1, y: 2, z: 3 } }],
])("[SD28] %s", async (shape, geometry) => {
  expect(await read(shape)).toEqual({ geometry, problems: [] });
});

test.each([
  ["<box><size>1 0 1</size></box>", "warning: <size> of <box> is not above zero (metres, as in 1 1 1)"],
  ["<box><size>1 1</size></box>", 'error: <size> of <box>: "1 1" is not 3 numbers (as in 1 2 3)'],
  ["<sphere><radius>-1</radius></sphere>", "warning: <radius> of <sphere>: -1 is not above 0"],
  ["<sphere><radius>inf</radius></sphere>", "error: <radius> of <sphere>: Infinity is not finite (a number, as in 5)"],
  ["<capsule><radius>1</radius><length>-1</length></capsule>", "warning: <length> of <capsule>: -1 is below 0"],
  ["<plane><normal>0 0 0</normal></plane>", "warning: <normal> of <plane> has no direction (as in 0 0 1)"],
  ["<mesh/>", "warning: <mesh> has no <uri> (add <uri>…</uri>)"],
  ["<sphere/>", "warning: <sphere> has no <radius>; a default is taken (add <radius>, in metres)"],
])("[SD28] %s is a problem", async (shape, problem) => {
  const { geometry, problems } = await read(shape);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^dir\/t\.sdf:2:/);
  expect(problems[0]!.replace(/^[^ ]+ /, "")).toBe(problem);
  expect(geometry === undefined).toBe(problem.startsWith("error"));
});
