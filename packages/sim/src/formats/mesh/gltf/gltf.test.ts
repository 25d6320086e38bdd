import { expect, test } from "vitest";
import { Problems } from "../../../scene/problem.ts";
import { boxTriangles, glbOf, gltfOf, type GltfJson } from "../../../testing/mesh-files.ts";
import { MemoryResources } from "../../memory-resources.ts";
import { boundsOf, type Mesh } from "../mesh.ts";
import { readMesh } from "../read-mesh.ts";

const cube = boxTriangles([2, 2, 2]);

async function read(
  change: (json: GltfJson) => void,
  extra: Uint8Array = new Uint8Array(),
): Promise<{ mesh: Mesh | undefined; problems: Problems }> {
  const problems = new Problems();
  const { json, buffer } = gltfOf(cube, change);
  const whole = new Uint8Array([...buffer, ...extra]);
  json.buffers[0]!["byteLength"] = whole.length;
  const mesh = await readMesh("m/a.glb", glbOf({ json, buffer: whole }), new MemoryResources({}), problems);
  return { mesh, problems };
}

function corners(mesh: Mesh | undefined): number[] {
  const { min, max } = boundsOf(mesh!.submeshes)!;
  return [min.x, min.y, min.z, max.x, max.y, max.z].map((value) => Math.round(value * 1e5) / 1e5 + 0);
}

test("[ME4] nodes turn, scale and move what is below them; y stays y, as in Gazebo", async () => {
  const { mesh } = await read((json) => {
    const half = Math.SQRT1_2;
    json.nodes = [
      { name: "outer", translation: [10, 0, 0], rotation: [0, 0, half, half], children: [1] },
      { scale: [1, 2, 3], mesh: 0 },
    ];
  });
  expect(corners(mesh)).toEqual([8, -1, -3, 12, 1, 3]);
  expect(mesh!.submeshes[0]!.name).toBe("outer");
});

test("[ME4] a matrix is written column by column", async () => {
  const { mesh } = await read((json) => {
    json.nodes[0]!["matrix"] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1];
  });
  expect(corners(mesh)).toEqual([4, 5, 6, 6, 7, 8]);
});

test("[ME4] without a scene all nodes are shown, without indices all vertices in turn", async () => {
  const { mesh } = await read((json) => {
    delete json["scene"];
    delete json["scenes"];
    json.nodes.push({ mesh: 0, translation: [0, 0, 9] });
    json.meshes[0]!["primitives"] = [{ attributes: { POSITION: 0 } }];
  });
  expect(corners(mesh)).toEqual([-1, -1, -1, 1, 1, 10]);
  // Eight corners make two complete triangles.
  expect(mesh!.submeshes.map(({ indices }) => indices.length)).toEqual([6, 6]);
});

test("[ME4] positions may lie apart in a shared stretch, be bytes that stand for −1 to 1, or differ in a few places", async () => {
  const bytes = new Uint8Array(4 * 8);
  // One corner every four bytes, ±127 for ±1; the fourth byte belongs to something else.
  cube.positions.forEach((value, i) => (bytes[4 * Math.floor(i / 3) + (i % 3)] = value > 0 ? 127 : -127 & 255));
  const { mesh } = await read((json) => {
    const start = cube.positions.length * 4 + cube.indices.length * 2;
    json.bufferViews.push({ buffer: 0, byteOffset: start, byteLength: 32, byteStride: 4 });
    json.accessors[0] = { bufferView: 2, componentType: 5120, normalized: true, type: "VEC3", count: 8 };
  }, bytes);
  expect(corners(mesh)).toEqual([-1, -1, -1, 1, 1, 1]);
  // Moves vertex 7 to 3 3 3.
  const sparse = new Uint8Array(16);
  new DataView(sparse.buffer).setUint16(0, 7, true);
  for (const at of [4, 8, 12]) new DataView(sparse.buffer).setFloat32(at, 3, true);
  const moved = await read((json) => {
    const start = cube.positions.length * 4 + cube.indices.length * 2;
    json.bufferViews.push(
      { buffer: 0, byteOffset: start, byteLength: 4 },
      { buffer: 0, byteOffset: start + 4, byteLength: 12 },
    );
    json.accessors[0]!["sparse"] = {
      count: 1,
      indices: { bufferView: 2, componentType: 5123 },
      values: { bufferView: 3 },
    };
  }, sparse);
  expect(corners(moved.mesh)).toEqual([-1, -1, -1, 3, 3, 3]);
});

test.each([
  [5, 34],
  [6, 34],
])("[ME4] strips and fans become triangles: mode %d", async (mode, triangles) => {
  const { mesh } = await read((json) => {
    json.meshes[0]!["primitives"] = [{ attributes: { POSITION: 0 }, indices: 1, mode }];
  });
  expect(mesh!.submeshes[0]!.indices).toHaveLength(3 * triangles);
});

test("[ME4] materials have their factors, and textures inside the file", async () => {
  const { mesh } = await read((json) => {
    json["materials"] = [
      {
        name: "paint",
        doubleSided: true,
        emissiveFactor: [0, 0.5, 0],
        pbrMetallicRoughness: {
          baseColorFactor: [1, 0, 0, 0.5],
          metallicFactor: 0.25,
          baseColorTexture: { index: 0 },
        },
      },
    ];
    json["textures"] = [{ source: 0 }];
    json["images"] = [{ bufferView: 1, mimeType: "image/png" }];
    json.meshes[0]!["primitives"] = [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }];
  });
  expect(mesh!.submeshes[0]!.material).toBe(0);
  expect(mesh!.materials).toMatchObject([
    {
      name: "paint",
      diffuse: { r: 1, g: 0, b: 0, a: 0.5 },
      emissive: { r: 0, g: 0.5, b: 0, a: 1 },
      metalness: 0.25,
      roughness: 1,
      doubleSided: true,
      texture: { type: "data", mimeType: "image/png" },
    },
  ]);
});

test("[ME4] a buffer may be a file beside it", async () => {
  const { json, buffer } = gltfOf(cube);
  json.buffers[0]!["uri"] = "my%20shape.bin";
  const bytes = new TextEncoder().encode(JSON.stringify(json));
  const problems = new Problems();
  const found = await readMesh("m/a.gltf", bytes, new MemoryResources({ "m/my shape.bin": buffer }), problems);
  expect(corners(found)).toEqual([-1, -1, -1, 1, 1, 1]);
  expect(await readMesh("m/a.gltf", bytes, new MemoryResources({}), problems)).toBeUndefined();
  expect(problems.list.map(({ message }) => message)).toEqual(["there is no file my%20shape.bin"]);
});

test.each<[string, (json: GltfJson) => void, string]>([
  ["a circle of nodes", (json) => (json.nodes[0]!["children"] = [0]), "node 0 has two parents"],
  ["an accessor beyond its buffer", (json) => (json.accessors[0]!["count"] = 9), "ends before its 9 items"],
  ["a huge accessor", (json) => (json.accessors[0]!["count"] = 1e12), "1000000000000 items"],
  ["a missing accessor", (json) => (json.accessors = []), "accessor 0 is named, but there are 0"],
  ["too short a stride", (json) => (json.bufferViews[0]!["byteStride"] = 4), "stride of 4"],
  ["a list that is none", (json) => (json["nodes"] = 5 as never), '"nodes" is no list'],
  [
    "compression",
    (json) => (json["extensionsRequired"] = ["KHR_draco_mesh_compression"]),
    "KHR_draco_mesh_compression",
  ],
  ["a wild index", (json) => (json.accessors[0]!["count"] = 4), "of 4"],
  ["a scale beyond all bounds", (json) => (json.nodes[0]!["scale"] = [1e300, 1, 1]), "a position is"],
])("[ME5] %s is a problem", async (_name, change, message) => {
  const { mesh, problems } = await read((json) => change(json));
  expect(mesh).toBeUndefined();
  expect(problems.list[0]!.message).toContain(message);
});
