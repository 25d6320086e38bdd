import { expect, test } from "vitest";
import { boxTriangles } from "../../testing/mesh-files.ts";
import { collisionMesh } from "./collision-mesh.ts";
import { massWithin } from "./mass-properties.ts";
import { boundsOf, type Mesh, type Submesh } from "./mesh.ts";

/** Returns each triangle with corners of its own, as in a file with hard edges. */
function part(name: string, size: readonly number[], center: readonly number[]): Submesh {
  const { positions, indices } = boxTriangles(size, center);
  const apart = indices.flatMap((index) => positions.slice(3 * index, 3 * index + 3));
  return {
    name,
    positions: Float32Array.from(apart),
    normals: undefined,
    uvs: undefined,
    indices: Uint32Array.from(indices.keys()),
    material: -1,
  };
}

const mesh: Mesh = { submeshes: [part("a", [1, 1, 1], [5, 0, 0]), part("b", [2, 2, 4], [0, 3, 1])], materials: [] };
const plain = { submesh: "", centerSubmesh: false, scale: { x: 1, y: 1, z: 1 } };

function boundsAfter(choice: Partial<typeof plain>) {
  const { vertices } = collisionMesh(mesh, { ...plain, ...choice })!;
  return boundsOf([{ positions: vertices }]);
}

test("[ME7] corners in one place become one, and all submeshes collide", () => {
  const { vertices, indices } = collisionMesh(mesh, plain)!;
  expect(vertices).toHaveLength(3 * 16);
  expect(indices).toHaveLength(72);
  expect(boundsAfter({})).toEqual({ min: { x: -1, y: -0.5, z: -1 }, max: { x: 5.5, y: 4, z: 3 } });
});

test("[ME7] a submesh is chosen by name, centred when asked, then scaled", () => {
  const scale = { x: 10, y: 1, z: 0.5 };
  expect(boundsAfter({ submesh: "b", scale })).toEqual({
    min: { x: -10, y: 2, z: -0.5 },
    max: { x: 10, y: 4, z: 1.5 },
  });
  expect(boundsAfter({ submesh: "b", centerSubmesh: true, scale })).toEqual({
    min: { x: -10, y: -1, z: -1 },
    max: { x: 10, y: 1, z: 1 },
  });
  expect(collisionMesh(mesh, { ...plain, submesh: "c" })).toBeUndefined();
});

test("[ME7] a mirrored scale keeps the outside outside; a flat one leaves no sliver", () => {
  const mirrored = collisionMesh(mesh, { ...plain, submesh: "a", scale: { x: -2, y: 1, z: 1 } })!;
  expect(massWithin(mirrored.vertices, mirrored.indices)!.mass).toBeCloseTo(2, 6);
  expect(signedVolume(mirrored)).toBeCloseTo(2, 5);
  const flat = collisionMesh(mesh, { ...plain, submesh: "a", scale: { x: 1, y: 1, z: 0 } })!;
  // The four upright sides are lines now; bottom and top remain.
  expect(flat.indices).toHaveLength(12);
});

test("[ME7] equal shapes have equal keys, others others", () => {
  const key = (choice: Partial<typeof plain>): string => collisionMesh(mesh, { ...plain, ...choice })!.key;
  expect(key({})).toBe(key({}));
  expect(key({})).not.toBe(key({ submesh: "a" }));
});

function signedVolume({ vertices: v, indices }: { vertices: Float32Array; indices: Uint32Array }): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [3 * indices[i]!, 3 * indices[i + 1]!, 3 * indices[i + 2]!];
    sum += v[a]! * (v[b + 1]! * v[c + 2]! - v[b + 2]! * v[c + 1]!);
    sum += v[a + 1]! * (v[b + 2]! * v[c]! - v[b]! * v[c + 2]!);
    sum += v[a + 2]! * (v[b]! * v[c + 1]! - v[b + 1]! * v[c]!);
  }
  return sum / 6;
}
