import type { Vec3 } from "@orrery/sim";
import type { Solid, Submesh } from "@orrery/sim/host";
import { BufferAttribute, BufferGeometry } from "three";
import { toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";

/** In a file without normals, edges sharper than this stay sharp. */
const CREASE = Math.PI / 6;
/** Triangles: finding the edges of more takes too long. */
const MAX_CREASED = 200_000;

/** Makes the geometry of a submesh. With `bounds`, its middle is moved to the origin. */
export function submeshGeometry(
  { positions, normals, uvs, indices }: Submesh,
  bounds: { readonly min: Vec3; readonly max: Vec3 } | undefined,
): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  if (normals !== undefined) geometry.setAttribute("normal", new BufferAttribute(normals, 3));
  if (uvs !== undefined) geometry.setAttribute("uv", new BufferAttribute(uvs, 2));
  geometry.setIndex(new BufferAttribute(indices, 1));
  if (bounds !== undefined) {
    const { min, max } = bounds;
    geometry.setAttribute("position", new BufferAttribute(positions.slice(), 3));
    geometry.translate(-(min.x + max.x) / 2, -(min.y + max.y) / 2, -(min.z + max.z) / 2);
  }
  return normals === undefined ? withNormals(geometry) : geometry;
}

/** Makes the geometry of a collision's solid, or of an outline's. */
export function solidGeometry(solid: Solid): BufferGeometry {
  if (solid.type === "heightmap") return heightmapGeometry(solid, { x: 0, y: 0, z: 0 });
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(solid.vertices, 3));
  geometry.setIndex(new BufferAttribute(solid.indices, 1));
  return withNormals(geometry);
}

export function heightmapGeometry(
  { columns, rows, heights, size }: Solid & { type: "heightmap" },
  position: Vec3,
): BufferGeometry {
  const positions = new Float32Array(columns * rows * 3);
  const uvs = new Float32Array(columns * rows * 2);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const [u, v] = [column / (columns - 1), row / (rows - 1)];
      positions[3 * i] = position.x + (u - 0.5) * size.x;
      positions[3 * i + 1] = position.y + (v - 0.5) * size.y;
      positions[3 * i + 2] = position.z + heights[i]!;
      uvs[2 * i] = u;
      uvs[2 * i + 1] = v;
    }
  }
  const indices = new Uint32Array((columns - 1) * (rows - 1) * 6);
  for (let row = 0, k = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const a = row * columns + column;
      const [b, c, d] = [a + 1, a + columns, a + columns + 1];
      indices.set([a, b, d, a, d, c], k);
      k += 6;
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setAttribute("uv", new BufferAttribute(uvs, 2));
  geometry.setIndex(new BufferAttribute(indices, 1));
  geometry.computeVertexNormals();
  return geometry;
}

function withNormals(geometry: BufferGeometry): BufferGeometry {
  if (geometry.index !== null && geometry.index.count / 3 <= MAX_CREASED) return toCreasedNormals(geometry, CREASE);
  geometry.computeVertexNormals();
  return geometry;
}
