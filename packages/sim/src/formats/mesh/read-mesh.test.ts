import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { soak } from "../../../../../tests/soak.ts";
import { Rng, seedFrom } from "../../base/rng.ts";
import { Problems } from "../../scene/problem.ts";
import { boxTriangles, colladaText, glbOf, gltfOf, objText, stlBinary, stlText } from "../../testing/mesh-files.ts";
import { MemoryResources } from "../memory-resources.ts";
import { boundsOf, MAX_COORDINATE, type Mesh } from "./mesh.ts";
import { readMesh } from "./read-mesh.ts";

const box = boxTriangles([2, 4, 6], [1, 0, 0]);
const boxBounds = { min: { x: 0, y: -2, z: -3 }, max: { x: 2, y: 2, z: 3 } };

async function read(
  path: string,
  data: string | Uint8Array,
  beside: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<{ mesh: Mesh | undefined; problems: Problems }> {
  const problems = new Problems();
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  const mesh = await readMesh(path, bytes, new MemoryResources(beside), problems);
  return { mesh, problems };
}

const files: readonly [string, string | Uint8Array][] = [
  ["box.stl", stlText("box", box)],
  ["box.STL", stlBinary(box)],
  ["box.obj", objText(box)],
  ["box.dae", colladaText(box)],
  ["box.gltf", embedded()],
  ["box.glb", glbOf(gltfOf(box))],
];

function embedded(): string {
  const { json, buffer } = gltfOf(box);
  json.buffers[0]!["uri"] = `data:application/octet-stream;base64,${Buffer.from(buffer).toString("base64")}`;
  return JSON.stringify(json, undefined, 1);
}

test.each(files)("[ME1] %s is read as twelve triangles where they are", async (path, data) => {
  const { mesh, problems } = await read(path, data);
  expect(problems.list).toEqual([]);
  expect(mesh!.submeshes).toHaveLength(1);
  expect(mesh!.submeshes[0]!.indices).toHaveLength(36);
  expect(boundsOf(mesh!.submeshes)).toEqual(boxBounds);
  expect(volumeOf(mesh!)).toBeCloseTo(2 * 4 * 6, 5);
});

test.each(files)("[ME1] %s is known by what it begins with when its name says nothing", async (path, data) => {
  const { mesh } = await read("no-ending", data);
  const isTellable = !/\.(obj|STL)$/.test(path);
  expect(mesh === undefined).toBe(!isTellable);
});

test.each(files)("[ME5] %s broken at random gives problems, never a throw, NaN or wild index", async (path, data) => {
  const rng = new Rng(seedFrom(5, path));
  const whole = typeof data === "string" ? new TextEncoder().encode(data) : data;
  for (let round = 0; round < soak(400); round++) {
    const { mesh, problems } = await read(path, broken(whole, rng));
    if (mesh === undefined) expect(problems.hasErrors).toBe(true);
    for (const { where } of problems.list) expect(where!.line).toBeGreaterThan(0);
    for (const { positions, normals, uvs, indices, material } of mesh?.submeshes ?? []) {
      expect(positions.every((value) => Math.abs(value) <= MAX_COORDINATE)).toBe(true);
      expect(indices.every((index) => index < positions.length / 3)).toBe(true);
      expect([...(normals ?? []), ...(uvs ?? [])].every(Number.isFinite)).toBe(true);
      expect(material).toBeLessThan(mesh!.materials.length);
    }
  }
});

function broken(bytes: Uint8Array, rng: Rng): Uint8Array {
  const result = bytes.slice(0, rng.int(8) === 0 ? rng.int(bytes.length) : bytes.length);
  for (let accidents = 1 + rng.int(6); accidents > 0 && result.length > 0; accidents--) {
    const at = rng.int(result.length);
    if (rng.int(2) === 0) result[at] = rng.int(256);
    else result.copyWithin(at, rng.int(result.length), rng.int(result.length));
  }
  return result;
}

test.each([
  ["a.stl", stlText("a", box).replace("vertex 0 -2 -3", "vertex 0 zero -3"), 4, '"zero" is not a number'],
  ["a.stl", "solid a\nfacet normal 0 0 1\nvertex 0 0 0\nendfacet\n", 4, "a facet of 1 corners"],
  ["a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", 4, "a face names v 4, but there are 3"],
  ["a.obj", "v 0 0 1e300\nv 1 0 0\nv 0 1 0\n\nf 1 2 3\n", 5, "a position is 0 0 1e+300"],
  ["a.dae", "<COLLADA>\n<asset>\n</COLLADA>", 3, "</COLLADA> where </asset> was expected"],
  ["a.dae", colladaText(box).replace("<p>0 2 3", "<p>\n0 2 9"), 13, "names item 9 of 8"],
  ["a.gltf", '{\n "asset": {\n', 3, "its JSON is malformed"],
  ["a.gltf", '{"asset": {"version": "1.0"}}', 1, 'glTF version "1.0" is not read'],
  ["a.fbx", "Kaydara FBX Binary", 1, "this kind of mesh is not read"],
  ["a.stl", "", 1, "neither text nor binary STL"],
  ["a.obj", "v 0 0 0\n", 1, "there is no triangle in it"],
])("[ME5] %s: the problem has the line %#", async (path, data, line, message) => {
  const { mesh, problems } = await read(path, data);
  expect(mesh).toBeUndefined();
  const [first] = problems.list.filter(({ severity }) => severity === "error");
  expect(first!.message).toContain(message);
  expect(first!.where).toMatchObject({ file: path, line });
});

const conformance = join(import.meta.dirname, "../../../../../../shared/conformance");
test.skipIf(!existsSync(conformance))(
  "[ME1] the meshes of the conformance set load with sensible bounds (skipped where it is not there)",
  async () => {
    const paths = globSync(`${conformance}/**/*.{dae,obj,stl,glb,gltf}`).filter(
      (path) => readFileSync(path).length > 0,
    );
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) {
      const beside = Object.fromEntries(
        globSync(`${join(path, "..")}/*.{mtl,bin}`).map((one) => [one, new Uint8Array(readFileSync(one))]),
      );
      const { mesh, problems } = await read(path, new Uint8Array(readFileSync(path)), beside);
      expect(problems.list).toEqual([]);
      const { min, max } = boundsOf(mesh!.submeshes)!;
      for (const size of [max.x - min.x, max.y - min.y, max.z - min.z]) {
        expect(size).toBeGreaterThan(0.05);
        expect(size).toBeLessThan(50);
      }
    }
  },
);

function volumeOf({ submeshes }: Mesh): number {
  let sum = 0;
  for (const { positions: p, indices } of submeshes) {
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [3 * indices[i]!, 3 * indices[i + 1]!, 3 * indices[i + 2]!];
      sum += p[a]! * (p[b + 1]! * p[c + 2]! - p[b + 2]! * p[c + 1]!);
      sum += p[a + 1]! * (p[b + 2]! * p[c]! - p[b]! * p[c + 2]!);
      sum += p[a + 2]! * (p[b]! * p[c + 1]! - p[b + 1]! * p[c]!);
    }
  }
  return sum / 6;
}
