import { expect, test } from "vitest";
import { cross, dot, type Vec3 } from "../../base/vec3.ts";
import { TestSim } from "../../testing/test-sim.ts";
import { builtInMesh } from "./built-in-meshes.ts";
import { collisionMesh } from "./collision-mesh.ts";
import { boundsOf } from "./mesh.ts";

const whole = { submesh: "", centerSubmesh: false, scale: { x: 1, y: 1, z: 1 } };

/** Adds up the tetrahedra that the triangles span with the origin. */
function volumeOf({ vertices, indices }: { vertices: ArrayLike<number>; indices: ArrayLike<number> }): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const at = 3 * indices[i + k]!;
      return { x: vertices[at]!, y: vertices[at + 1]!, z: vertices[at + 2]! };
    }) as [Vec3, Vec3, Vec3];
    sum += dot(a, cross(b, c)) / 6;
  }
  return sum;
}

test.each([
  ["unit_box", 1, 0.5],
  // Slightly less than π/6: 32 sides.
  ["unit_sphere", 0.513, 0.5],
  ["unit_ellipsoid", 0.513, 0.5],
  ["unit_cylinder", 0.78, 0.5],
  ["unit_cone", 0.26, 0.5],
  ["unit_capsule", 1.293, 1],
])("[ME20] name://%s faces outward, with its volume and height", (name, volume, half) => {
  const mesh = builtInMesh(`name://${name}`)!;
  const { min, max } = boundsOf(mesh.submeshes)!;
  expect([min.x, max.x, min.z, max.z]).toEqual(
    [-0.5, 0.5, -half, half].map((each) => expect.closeTo(each, 6) as number),
  );
  const solid = collisionMesh(mesh, whole)!;
  // Inside out it would be below zero.
  expect(volumeOf(solid)).toBeCloseTo(volume, 2);
  const { normals, positions } = mesh.submeshes[0]!;
  for (let i = 0; i < positions.length; i += 3) {
    const outward = [0, 1, 2].reduce((sum, axis) => sum + normals![i + axis]! * positions[i + axis]!, 0);
    expect(outward).toBeGreaterThan(0);
  }
});

test("[ME20] name://unit_plane looks up; other names are none", () => {
  expect(builtInMesh("name://unit_plane")!.submeshes[0]!.normals!.slice(0, 3)).toEqual(Float32Array.of(0, 0, 1));
  for (const uri of ["name://unit_torus", "unit_box", "file://unit_box", "name://toString"])
    expect(builtInMesh(uri)).toBeUndefined();
});

test("[ME20] a built-in mesh collides as its shape, scaled", async () => {
  const mesh = "<mesh><uri>name://unit_box</uri><scale>1 1 0.4</scale></mesh>";
  using sim = await TestSim.load(`
    <model name="ground"><static>true</static><link name="l"><collision name="c"><geometry><plane/></geometry></collision></link></model>
    <model name="slab"><pose>0 0 0.25 0 0 0</pose><link name="l"><collision name="c"><geometry>${mesh}</geometry></collision></link></model>`);
  expect(sim.log.filter(({ level }) => level !== "info")).toEqual([]);
  sim.run({ steps: 1000 });
  expect(sim.poseOf("slab").z).toBeCloseTo(0.2, 2);
});
