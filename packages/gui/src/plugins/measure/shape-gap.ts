import { vec3, type Vec3 } from "@orrery/sim";
import type { Placed } from "../../render/layers/visual-layer.ts";
import { convexGap, type Convex, type Gap } from "./convex-gap.ts";

/**
 * Returns the shortest distance between the surfaces of two things, each made of some shapes. Round shapes count as
 * perfectly round, meshes as their convex hulls.
 */
export function gapBetween(from: readonly Placed[], to: readonly Placed[]): Gap | undefined {
  const pairs = from.flatMap((a) => to.map((b) => ({ a, b, least: leastGap(a, b) })));
  let best: Gap | undefined;
  for (const { a, b, least } of pairs.toSorted((one, other) => one.least - other.least)) {
    if (best !== undefined && least >= best.distance) break;
    const gap = pairGap(a, b);
    if (best === undefined || gap.distance < best.distance) best = gap;
  }
  return best;
}

function pairGap(a: Placed, b: Placed): Gap {
  if (a.shape.isEndless === true) {
    const { from, to, distance } = groundGap(b, a);
    return { from: to, to: from, distance };
  }
  return b.shape.isEndless === true ? groundGap(a, b) : convexGap(convexOf(a), convexOf(b));
}

/** Returns the gap to ground, which extends beyond the part that is drawn. */
function groundGap(thing: Placed, ground: Placed): Gap {
  const m = matrixOf(ground);
  const normal = vec3.normalize({ x: m[8]!, y: m[9]!, z: m[10]! });
  const from = convexOf(thing).farthest(vec3.scale(normal, -1));
  const height = vec3.dot(normal, vec3.subtract(from, { x: m[12]!, y: m[13]!, z: m[14]! }));
  const distance = Math.max(0, height);
  return { from, to: vec3.subtract(from, vec3.scale(normal, distance)), distance };
}

/** Returns a lower bound of the distance: the distance of the bounding spheres. */
function leastGap(a: Placed, b: Placed): number {
  if (a.shape.isEndless === true || b.shape.isEndless === true) return 0;
  const [one, other] = [ballOf(a), ballOf(b)];
  return vec3.length(vec3.subtract(one.centre, other.centre)) - one.radius - other.radius;
}

function ballOf({ batch, shape }: Placed): { readonly centre: Vec3; readonly radius: number } {
  const { geometry } = batch.look;
  if (geometry.boundingSphere === null) geometry.computeBoundingSphere();
  const { center, radius } = geometry.boundingSphere!;
  return {
    centre: through(matrixOf({ batch, shape }), center),
    radius: radius * Math.max(...shape.scale.map(Math.abs)),
  };
}

/** Returns a shape as a convex body. Primitives have radius and length 1, along z. */
function convexOf(placed: Placed): Convex {
  const m = matrixOf(placed);
  const { geometry } = placed.batch.look;
  const places = geometry.getAttribute("position").array;
  const { type } = geometry;
  return {
    farthest(direction) {
      const along = (column: number): number =>
        m[column * 4]! * direction.x + m[column * 4 + 1]! * direction.y + m[column * 4 + 2]! * direction.z;
      return through(m, ownFarthest(type, places, along(0), along(1), along(2)));
    },
  };
}

function ownFarthest(type: string, places: ArrayLike<number>, x: number, y: number, z: number): Vec3 {
  const flat = Math.hypot(x, y);
  const rim = flat > 0 ? { x: x / flat, y: y / flat } : { x: 1, y: 0 };
  switch (type) {
    case "SphereGeometry": {
      const size = Math.hypot(x, y, z);
      return size > 0 ? { x: x / size, y: y / size, z: z / size } : { x: 1, y: 0, z: 0 };
    }
    case "CylinderGeometry":
      return { ...rim, z: z < 0 ? -0.5 : 0.5 };
    case "ConeGeometry":
      return z / 2 > flat - z / 2 ? { x: 0, y: 0, z: 0.5 } : { ...rim, z: -0.5 };
  }
  let [best, most] = [0, -Infinity];
  for (let i = 0; i + 2 < places.length; i += 3) {
    const reach = places[i]! * x + places[i + 1]! * y + places[i + 2]! * z;
    if (reach > most) [best, most] = [i, reach];
  }
  return { x: places[best]!, y: places[best + 1]!, z: places[best + 2]! };
}

/** Returns the sixteen numbers of the shape's matrix, by columns. */
function matrixOf({ batch, shape }: Placed): Float32Array {
  const at = batch.slotOf(shape) * 16;
  return (batch.mesh.instanceMatrix.array as Float32Array).subarray(at, at + 16);
}

export function through(m: ArrayLike<number>, { x, y, z }: Vec3): Vec3 {
  return {
    x: m[0]! * x + m[4]! * y + m[8]! * z + m[12]!,
    y: m[1]! * x + m[5]! * y + m[9]! * z + m[13]!,
    z: m[2]! * x + m[6]! * y + m[10]! * z + m[14]!,
  };
}
