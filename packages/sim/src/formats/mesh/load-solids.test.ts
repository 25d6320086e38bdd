import { expect, test } from "vitest";
import { formatProblem } from "../../scene/problem.ts";
import type { LinkScene } from "../../scene/scene.ts";
import { boxTriangles, colladaText, objText, stlBinary, stlText } from "../../testing/mesh-files.ts";
import { MemoryResources } from "../memory-resources.ts";
import type { LoadProgress } from "../load-progress.ts";
import { loadSdf, parseSdf } from "../sdf/load-sdf.ts";

const box = boxTriangles([1, 2, 3], [0, 0, 5]);

async function load(
  links: string,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<{ links: readonly LinkScene[]; problems: string[] }> {
  const text = `<sdf version="1.11"><model name="m">\n${links}\n</model></sdf>`;
  const { scene, problems } = await parseSdf(text, "dir/t.sdf", new MemoryResources(files));
  return { links: scene.models[0]?.links ?? [], problems: problems.map(formatProblem) };
}

function link(geometry: string, inertial = ""): string {
  return `<link name="l">${inertial}<collision name="c"><geometry>${geometry}</geometry></collision></link>`;
}

function solidOf({ collisions }: LinkScene) {
  const { geometry } = collisions[0]!;
  return "solid" in geometry ? geometry.solid : undefined;
}

test("[ME12] a collision's mesh is read when the world is loaded, and equal ones are one", async () => {
  const files = { "dir/meshes/a.stl": stlBinary(box) };
  const mesh = "<mesh><uri>meshes/a.stl</uri></mesh>";
  const one = link(mesh);
  const { links, problems } = await load(
    one +
      one.replace('"l"', '"k"') +
      link("<mesh><uri>meshes/a.stl</uri><scale>2 2 2</scale></mesh>").replace('"l"', '"j"'),
    files,
  );
  expect(problems).toEqual([]);
  const [first, second, third] = links.map(solidOf);
  expect(first).toMatchObject({ type: "mesh", indices: { length: 36 } });
  expect(second).toBe(first);
  expect(third!.key).not.toBe(first!.key);
});

test("[ME12] a mesh of a ROS package that is missing is named as the robot's file names it", async () => {
  const shape = '<geometry><mesh filename="package://arm/meshes/a.stl"/></geometry>';
  const inertial = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>';
  const robot = `<robot name="r"><link name="l">${inertial}<collision>${shape}</collision></link></robot>`;
  const { problems } = await parseSdf(robot, "r.urdf", new MemoryResources({}));
  expect(problems.map(({ message, hint }) => [message, hint])).toEqual([
    [
      "<mesh> package://arm/meshes/a.stl: there is no such file",
      expect.stringContaining("packages are looked for around the file, in ROS_PACKAGE_PATH and AMENT_PREFIX_PATH"),
    ],
  ]);
});

test("[ME12] whoever loads is told how many of how many are read, each once", async () => {
  const files = { "a.stl": stlBinary(box), "b.stl": stlBinary(box) };
  const links = ["a", "b", "a"].map((name, i) => link(`<mesh><uri>${name}.stl</uri></mesh>`).replace('"l"', `"l${i}"`));
  const text = `<sdf version="1.11"><model name="m">${links.join("")}</model></sdf>`;
  const told: LoadProgress[] = [];
  await loadSdf("t.sdf", new MemoryResources({ ...files, "t.sdf": text }), { onProgress: (at) => told.push(at) });
  expect(told).toEqual([
    { stage: "files", done: 0, total: 0 },
    { stage: "meshes", done: 0, total: 2 },
    { stage: "meshes", done: 1, total: 2 },
  ]);
});

test("[ME12] visuals are not read: those who draw read them", async () => {
  const visual =
    '<link name="l"><visual name="v"><geometry><mesh><uri>none.stl</uri></mesh></geometry></visual></link>';
  expect((await load(visual)).problems).toEqual([]);
});

test.each<[string, string, Record<string, string | Uint8Array>, string[]]>([
  [
    "missing",
    "<mesh>\n<uri>none.stl</uri></mesh>",
    {},
    [
      "dir/t.sdf:2:46: warning: <mesh> none.stl: there is no such file (the collision is left out, things pass through it)",
    ],
  ],
  [
    "broken",
    "<mesh><uri>a.stl</uri></mesh>",
    { "dir/a.stl": stlText("a", box).replace("vertex", "vertex x") },
    [
      'dir/a.stl:4:1: warning: "x" is not a number',
      "dir/t.sdf:2:46: warning: <mesh> a.stl: dir/a.stl cannot be used (the collision is left out, things pass through it)",
    ],
  ],
  [
    "without the submesh",
    "<mesh><uri>a.dae</uri><submesh><name>lid</name></submesh></mesh>",
    { "dir/a.dae": colladaText(box) },
    ['dir/t.sdf:2:46: warning: <mesh> a.dae: dir/a.dae has no submesh "lid" (it has "body")'],
  ],
  [
    "on the network",
    "<mesh><uri>https://example.org/a.dae</uri></mesh>",
    {},
    ["dir/t.sdf:2:46: warning: <mesh> https://example.org/a.dae: it is not downloaded (download the model)"],
  ],
  [
    "of another kind",
    "<heightmap><uri>ground.tif</uri><size>1 1 1</size></heightmap>",
    { "dir/ground.tif": "II*" },
    [
      "dir/t.sdf:2:46: warning: <heightmap> ground.tif: heights are read from PNG pictures only (DEM and GeoTIFF files are not read)",
    ],
  ],
  [
    "an outline that is none",
    "<polyline><point>0 0</point><point>1 0</point><height>1</height></polyline>",
    {},
    [
      "dir/t.sdf:2:46: warning: <polyline>: no outline has three corners and an area (the collision is left out, things pass through it)",
    ],
  ],
])(
  "[ME12] a file that is %s is a warning with its place, and the rest loads",
  async (_name, geometry, files, expected) => {
    const { links, problems } = await load(link(geometry), files);
    expect(problems).toEqual(expected);
    expect(links).toHaveLength(1);
    expect(solidOf(links[0]!)).toBeUndefined();
  },
);

test("[ME12] a broken file that many name is told of once, its users each", async () => {
  const files = { "dir/a.obj": "f 1 2 3\n" };
  const two =
    link("<mesh><uri>a.obj</uri></mesh>") +
    link("<mesh><uri>a.obj</uri><scale>2 2 2</scale></mesh>").replace('"l"', '"k"');
  const { problems } = await load(two, files);
  expect(problems.filter((problem) => problem.startsWith("dir/a.obj:1:1"))).toHaveLength(1);
  expect(problems.filter((problem) => problem.startsWith("dir/t.sdf"))).toHaveLength(2);
});

test("[ME12] convex decomposition says how many parts there may be", async () => {
  const files = { "dir/a.obj": objText(box) };
  const parts =
    '<mesh optimization="convex_decomposition"><uri>a.obj</uri><convex_decomposition><max_convex_hulls>4</max_convex_hulls></convex_decomposition></mesh>';
  const { links } = await load(link(parts), files);
  expect(links[0]!.collisions[0]!.geometry).toMatchObject({ convex: true, maxHulls: 4 });
});

test("[SD22] the automatic inertia of a mesh is that of its solid, its mass the density's or the one written", async () => {
  const files = { "dir/a.obj": objText(box) };
  const mesh = "<mesh><uri>a.obj</uri></mesh>";
  const { links, problems } = await load(link(mesh, '<inertial auto="true"><density>2</density></inertial>'), files);
  expect(problems).toEqual([]);
  const { inertial } = links[0]!;
  expect(inertial).toMatchObject({ auto: true });
  expect(inertial.mass).toBeCloseTo(12, 5);
  expect(inertial.pose.z).toBeCloseTo(5, 6);
  expect(inertial.ixx).toBeCloseTo((12 / 12) * (4 + 9), 4);
  expect("awaiting" in inertial).toBe(false);
  const written = await load(link(mesh, '<inertial auto="true"><mass>6</mass></inertial>'), files);
  expect(written.links[0]!.inertial.mass).toBe(6);
  expect(written.links[0]!.inertial.ixx).toBeCloseTo(6.5, 4);
});

test("[SD22] a mesh with a hole weighs as its hull does; a missing one leaves the mass to be assumed", async () => {
  const { positions, indices } = box;
  const open = { positions, indices: indices.slice(6) };
  const auto = '<inertial auto="true"><density>1</density></inertial>';
  const { links } = await load(link("<mesh><uri>a.obj</uri></mesh>", auto), { "dir/a.obj": objText(open) });
  expect(links[0]!.inertial.mass).toBeCloseTo(6, 5);
  const { problems } = await load(link("<mesh><uri>a.obj</uri></mesh>", auto));
  expect(problems.at(-1)).toContain("auto inertia needs collisions; 1 kg is assumed");
});

test("[SD22] a heightmap has no volume: what is done without it is said", async () => {
  const ground = "<heightmap><uri>h.png</uri><size>1 1 1</size></heightmap>";
  const auto = '<inertial auto="true"><density>1</density></inertial>';
  const alone = await load(link(ground, auto));
  expect(alone.problems.filter((text) => text.includes("auto inertia"))).toEqual([
    expect.stringContaining("auto inertia: a <heightmap> has no volume; 1 kg is assumed"),
  ]);
  expect(alone.links[0]!.inertial.mass).toBe(1);
  const box = '</geometry></collision><collision name="d"><geometry><box><size>1 2 3</size></box>';
  const both = await load(link(ground + box, auto));
  expect(both.problems.filter((text) => text.includes("auto inertia"))).toEqual([
    expect.stringContaining("auto inertia: a <heightmap> has no volume; only the other collisions count"),
  ]);
  expect(both.links[0]!.inertial.mass).toBeCloseTo(6, 9);
});

test("[ME21] outlines are bounded for a file as a whole, not only one by one", async () => {
  const outline = (radius: number): string => {
    const points = Array.from({ length: 1500 }, (_, i) => {
      const turn = (2 * Math.PI * i) / 1500;
      return `<point>${radius * Math.cos(turn)} ${radius * Math.sin(turn)}</point>`;
    });
    return `<polyline><height>1</height>${points.join("")}</polyline>`;
  };
  // 11 outlines with 1,500 points fit into the limit, and equal ones count once.
  const radii = [...Array.from({ length: 12 }, (_, i) => i + 1), 1, 2];
  const { links, problems } = await load(radii.map((r, i) => link(outline(r)).replace('"l"', `"l${i}"`)).join(""));
  expect(links.map((each) => solidOf(each) !== undefined)).toEqual(radii.map((radius) => radius <= 11));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(
    /<polyline>: the outlines of this file have too many points \(make them simpler, or a mesh\)/,
  );
});
