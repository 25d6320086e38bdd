import type { MujocoModel } from "./model/model.ts";

/** MuJoCo's numbers for types of geoms. */
const PLANE = 0;
const HEIGHTFIELD = 1;
const SPHERE = 2;
const CAPSULE = 3;
const ELLIPSOID = 4;
const CYLINDER = 5;
const BOX = 6;
export const MESH = 7;

/**
 * Returns a geom that contains the point, or −1; MuJoCo would report where a ray leaves it instead. Skips geoms that
 * are `hidden`, heightmaps, and meshes, for which the side of the face that a ray hits shows whether it started inside.
 */
export function geomAround(
  { model, data }: MujocoModel,
  point: readonly number[],
  hidden: Int32Array | undefined,
): number {
  const { geom_type: types, geom_size: sizes, geom_rbound: bounds } = model;
  const { geom_xpos: places, geom_xmat: turns } = data;
  for (let geom = 0; geom < types.length; geom++) {
    if (hidden?.[geom] === 1) continue;
    const dx = point[0]! - places[3 * geom]!;
    const dy = point[1]! - places[3 * geom + 1]!;
    const dz = point[2]! - places[3 * geom + 2]!;
    const bound = bounds[geom]!;
    // Planes have no bounding sphere.
    if (bound > 0 && dx * dx + dy * dy + dz * dz > bound * bound) continue;
    const m = 9 * geom;
    const x = turns[m]! * dx + turns[m + 3]! * dy + turns[m + 6]! * dz;
    const y = turns[m + 1]! * dx + turns[m + 4]! * dy + turns[m + 7]! * dz;
    const z = turns[m + 2]! * dx + turns[m + 5]! * dy + turns[m + 8]! * dz;
    if (isInside(types[geom]!, sizes[3 * geom]!, sizes[3 * geom + 1]!, sizes[3 * geom + 2]!, x, y, z)) return geom;
  }
  return -1;
}

function isInside(type: number, a: number, b: number, c: number, x: number, y: number, z: number): boolean {
  switch (type) {
    case PLANE:
      return z < 0;
    case SPHERE:
      return x * x + y * y + z * z < a * a;
    case CAPSULE: {
      const beyond = Math.max(Math.abs(z) - b, 0);
      return x * x + y * y + beyond * beyond < a * a;
    }
    case ELLIPSOID:
      return (x * x) / (a * a) + (y * y) / (b * b) + (z * z) / (c * c) < 1;
    case CYLINDER:
      return x * x + y * y < a * a && Math.abs(z) < b;
    case BOX:
      return Math.abs(x) < a && Math.abs(y) < b && Math.abs(z) < c;
    case HEIGHTFIELD:
    case MESH:
    default:
      return false;
  }
}
