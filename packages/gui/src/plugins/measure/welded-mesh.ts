import type { Vec3 } from "@orrery/sim";
import type { BufferGeometry } from "three";

/** Triangles that share vertices; geometries repeat a vertex for each of its normals. */
export interface WeldedMesh {
  readonly vertices: readonly Vec3[];
  /** Three vertices for each triangle, in the order of the geometry. */
  readonly triangles: Int32Array;
}

export function weldedOf(geometry: BufferGeometry): WeldedMesh {
  const places = geometry.getAttribute("position").array;
  const index = geometry.index?.array;
  if (geometry.boundingSphere === null) geometry.computeBoundingSphere();
  const step = Math.max(geometry.boundingSphere!.radius * SAME, Number.MIN_VALUE);
  const vertices: Vec3[] = [];
  const byPlace = new Map<string, number>();
  const vertexAt = (corner: number): number => {
    const at = corner * 3;
    const [x, y, z] = [places[at]!, places[at + 1]!, places[at + 2]!];
    const key = `${Math.round(x / step)} ${Math.round(y / step)} ${Math.round(z / step)}`;
    let vertex = byPlace.get(key);
    if (vertex === undefined) byPlace.set(key, (vertex = vertices.push({ x, y, z }) - 1));
    return vertex;
  };
  const known = new Int32Array(places.length / 3).fill(-1);
  const triangles = new Int32Array(index?.length ?? places.length / 3);
  for (let i = 0; i < triangles.length; i++) {
    const corner = index === undefined ? i : index[i]!;
    if (known[corner] === -1) known[corner] = vertexAt(corner);
    triangles[i] = known[corner]!;
  }
  return { vertices, triangles };
}

/** Vertices closer than this fraction of the mesh's radius are merged. */
const SAME = 1e-5;
