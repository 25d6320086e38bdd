import { expect, test } from "vitest";
import { Problems } from "../../../scene/problem.ts";
import { MemoryResources } from "../../memory-resources.ts";
import type { Mesh } from "../mesh.ts";
import { plainMaterial } from "../mesh.ts";
import { readMesh } from "../read-mesh.ts";

async function read(
  text: string,
  beside: Readonly<Record<string, string>> = {},
): Promise<{ mesh: Mesh; problems: Problems }> {
  const problems = new Problems();
  const mesh = await readMesh("m/a.obj", new TextEncoder().encode(text), new MemoryResources(beside), problems);
  return { mesh: mesh!, problems };
}

const square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

test("[ME2] a face may have many corners, count back from the last vertex, and go over two lines", async () => {
  const { mesh } = await read(`${square}f -4 -3 \\\n -2 -1 # the whole square\n`);
  expect([...mesh.submeshes[0]!.indices]).toEqual([0, 1, 2, 0, 2, 3]);
});

test("[ME2] a face that is not convex is cut along its inside", async () => {
  // An arrow: corner 3 is inside the hull of the others.
  const { mesh } = await read("v 0 0 0\nv 2 0 0\nv 2 2 0\nv 1.5 0.5 0\nf 1 2 3 4\n");
  const [{ positions: p, indices }] = mesh.submeshes as [(typeof mesh.submeshes)[0]];
  let area = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [3 * indices[i]!, 3 * indices[i + 1]!, 3 * indices[i + 2]!];
    const own = (p[b]! - p[a]!) * (p[c + 1]! - p[a + 1]!) - (p[b + 1]! - p[a + 1]!) * (p[c]! - p[a]!);
    expect(own).toBeGreaterThan(0);
    area += own / 2;
  }
  // The triangle of area 2 minus the notch of area 1.
  expect(area).toBeCloseTo(1, 12);
});

test("[ME2] groups and materials make submeshes", async () => {
  const faces = "o first\nusemtl red\nf 1 2 3\nusemtl blue\nf 1 3 4\no second part\nusemtl red\nf 1 2 3\n";
  const { mesh } = await read(`mtllib a.mtl\n${square}${faces}`, {
    "m/a.mtl": "newmtl red\nKd 1 0 0\nd 0.5\nmap_Kd -s 2 2 2 my wood.png\nnewmtl blue\nKd 0 0 1\nPm 0.3\nPr 0.7\n",
  });
  expect(mesh.submeshes.map(({ name, material }) => [name, mesh.materials[material]!.name])).toEqual([
    ["first", "red"],
    ["first", "blue"],
    ["second part", "red"],
  ]);
  expect(mesh.materials).toEqual([
    {
      ...plainMaterial,
      name: "red",
      diffuse: { r: 1, g: 0, b: 0, a: 0.5 },
      texture: { type: "file", uri: "my wood.png", from: "m/a.mtl" },
    },
    { ...plainMaterial, name: "blue", diffuse: { r: 0, g: 0, b: 1, a: 1 }, metalness: 0.3, roughness: 0.7 },
  ]);
});

test("[ME2] a missing or broken material library is a warning, and the shape is there", async () => {
  const missing = await read(`mtllib none.mtl\n${square}f 1 2 3\n`);
  expect(missing.mesh.submeshes).toHaveLength(1);
  expect(missing.problems.list).toMatchObject([
    {
      severity: "warning",
      where: { file: "m/a.obj", line: 1 },
      message: expect.stringContaining("none.mtl") as string,
    },
  ]);
  const broken = await read(`mtllib a.mtl\n${square}f 1 2 3\n`, { "m/a.mtl": "newmtl a\nKd red\n" });
  expect(broken.problems.list).toMatchObject([{ severity: "warning", where: { file: "m/a.mtl", line: 2 } }]);
});

test("[ME6] normals have length 1 and v counts from the top", async () => {
  const { mesh } = await read(`${square}vt 0 0.25\nvn 0 0 9\nf 1/1/1 2/1/1 3/1/1\n`);
  const { normals, uvs } = mesh.submeshes[0]!;
  expect([...normals!]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
  expect([...uvs!]).toEqual([0, 0.75, 0, 0.75, 0, 0.75]);
});
