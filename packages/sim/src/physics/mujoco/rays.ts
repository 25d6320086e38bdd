import { normalize, type Vec3 } from "../../base/vec3.ts";
import type { RayHit } from "../engine.ts";
import type { MujocoModel } from "./model/model.ts";
import type { Mujoco } from "./model/module.ts";

/** MuJoCo's numbers of geom types. */
const PLANE = 0;
const HEIGHTFIELD = 1;
const SPHERE = 2;
const CAPSULE = 3;
const ELLIPSOID = 4;
const CYLINDER = 5;
const BOX = 6;
const MESH = 7;

type Outputs = {
  readonly geom: InstanceType<Mujoco["IntBuffer"]>;
  readonly normal: InstanceType<Mujoco["DoubleBuffer"]>;
};

/** Two words of MuJoCo's memory that all engines share. */
let outputs: Outputs | undefined;

export function rayOutputs(mujoco: Mujoco): Outputs {
  outputs ??= { geom: new mujoco.IntBuffer(1), normal: new mujoco.DoubleBuffer(3) };
  return outputs;
}

/** The model's poses must be right. */
export function castMujocoRay(model: MujocoModel, origin: Vec3, direction: Vec3, most: number): RayHit | undefined {
  const { mujoco, data, text } = model;
  const along = normalize(direction);
  const start = [origin.x, origin.y, origin.z];
  const way = [along.x, along.y, along.z];
  const inside = geomAround(model, start);
  const opposite = { x: -along.x, y: -along.y, z: -along.z };
  if (inside >= 0) return { shape: text.shapes[inside]!, distance: 0, normal: opposite };
  const { geom, normal } = rayOutputs(mujoco);
  const distance = mujoco.mj_ray(model.model, data, start, way, null, true, -1, geom, normal);
  const [x, y, z] = normal.GetView();
  const [hit] = geom.GetView();
  if (distance < 0 || hit === undefined || hit < 0) return undefined;
  // A mesh's surface seen from behind: the ray started in it.
  const isFromInside = model.model.geom_type[hit] === MESH && x! * way[0]! + y! * way[1]! + z! * way[2]! > 0;
  if (isFromInside) return { shape: text.shapes[hit]!, distance: 0, normal: opposite };
  return distance <= most ? { shape: text.shapes[hit]!, distance, normal: { x: x!, y: y!, z: z! } } : undefined;
}

/** A geom that has the point in it, or −1. MuJoCo's rays would go on to where they leave it. Meshes and heightmaps are left out. */
function geomAround({ model, data }: MujocoModel, point: readonly number[]): number {
  const { geom_type: types, geom_size: sizes, geom_rbound: bounds } = model;
  const { geom_xpos: places, geom_xmat: turns } = data;
  for (let geom = 0; geom < types.length; geom++) {
    const dx = point[0]! - places[3 * geom]!;
    const dy = point[1]! - places[3 * geom + 1]!;
    const dz = point[2]! - places[3 * geom + 2]!;
    const bound = bounds[geom]!;
    // Planes have no bound.
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
