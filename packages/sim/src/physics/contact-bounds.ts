import { assertNever } from "../base/assert-never.ts";
import { rotationOf, type Pose } from "../base/pose.ts";
import { normalizeQuat, rotate } from "../base/quat.ts";
import type { Vec3 } from "../base/vec3.ts";
import type { ShapeGeometry } from "./shape-geometry.ts";

/**
 * Returns the box, in a body's axes, around those contact points of a shape that can act as levers: x y z of both
 * corners.
 */
export function contactBounds(geometry: ShapeGeometry, pose: Pose): Float32Array {
  const { centre, half } = boxOf(geometry);
  const turn = normalizeQuat(rotationOf(pose));
  const at = rotate(turn, centre);
  const [x, y, z] = [
    rotate(turn, { x: half.x, y: 0, z: 0 }),
    rotate(turn, { x: 0, y: half.y, z: 0 }),
    rotate(turn, { x: 0, y: 0, z: half.z }),
  ];
  const reach = (axis: "x" | "y" | "z"): number => Math.abs(x[axis]) + Math.abs(y[axis]) + Math.abs(z[axis]);
  const middle = { x: pose.x + at.x, y: pose.y + at.y, z: pose.z + at.z };
  const axes = ["x", "y", "z"] as const;
  return Float32Array.from([
    ...axes.map((axis) => middle[axis] - reach(axis)),
    ...axes.map((axis) => middle[axis] + reach(axis)),
  ]);
}

interface Box {
  readonly centre: Vec3;
  readonly half: Vec3;
}

const origin = { x: 0, y: 0, z: 0 };

function boxOf(geometry: ShapeGeometry): Box {
  switch (geometry.type) {
    case "box":
      return { centre: origin, half: { x: geometry.size.x / 2, y: geometry.size.y / 2, z: geometry.size.z / 2 } };
    case "cylinder":
    case "cone":
      return { centre: origin, half: { x: geometry.radius, y: geometry.radius, z: geometry.length / 2 } };
    case "capsule":
      return { centre: origin, half: { x: 0, y: 0, z: geometry.length / 2 } };
    case "convex":
      return boxAround([geometry.points]);
    case "compound":
      return boxAround(geometry.hulls);
    // A sphere touches at one point below its centre; the other shapes stand or roll.
    case "sphere":
    case "ellipsoid":
    case "plane":
    case "mesh":
    case "heightmap":
      return { centre: origin, half: origin };
    default:
      return assertNever(geometry, "geometry");
  }
}

function boxAround(parts: readonly Float32Array[]): Box {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (const points of parts) {
    for (let i = 0; i < points.length; i++) {
      low[i % 3] = Math.min(low[i % 3]!, points[i]!);
      high[i % 3] = Math.max(high[i % 3]!, points[i]!);
    }
  }
  const middle = (i: number): number => (low[i]! + high[i]!) / 2;
  const reach = (i: number): number => (high[i]! - low[i]!) / 2;
  return { centre: { x: middle(0), y: middle(1), z: middle(2) }, half: { x: reach(0), y: reach(1), z: reach(2) } };
}
