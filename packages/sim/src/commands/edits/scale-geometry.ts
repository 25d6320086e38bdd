import { assertNever } from "../../base/assert-never.ts";
import type { Vec3 } from "../../base/vec3.ts";
import type { Geometry } from "../../scene/geometry.ts";
import { isUniform, stretch } from "./scale-factors.ts";

/**
 * Stretches a shape along its own axes. Round shapes must stay round: a sphere needs three equal factors, a shape along
 * z equal ones along x and y. The factor along z applies to a capsule's whole height. Throws with the reason if that is
 * impossible.
 */
export function scaledGeometry(geometry: Geometry, factors: Vec3): Geometry {
  switch (geometry.type) {
    case "empty":
      return geometry;
    case "box":
      return { ...geometry, size: stretch(geometry.size, factors) };
    case "ellipsoid":
      return { ...geometry, radii: stretch(geometry.radii, factors) };
    case "sphere":
      if (!isUniform(factors)) throw new Error("a sphere has one radius: give three equal factors");
      return { ...geometry, radius: geometry.radius * factors.x };
    case "cylinder":
    case "cone":
      checkRound(geometry.type, factors);
      return { ...geometry, radius: geometry.radius * factors.x, length: geometry.length * factors.z };
    case "capsule":
      checkRound(geometry.type, factors);
      return scaledCapsule(geometry, factors);
    case "plane":
      return scaledPlane(geometry, factors);
    case "mesh":
      return { ...geometry, scale: stretch(geometry.scale, factors) };
    case "heightmap":
      return { ...geometry, size: stretch(geometry.size, factors), position: stretch(geometry.position, factors) };
    case "polyline":
      return {
        ...geometry,
        polylines: geometry.polylines.map(({ height, points }) => ({
          height: height * factors.z,
          points: points.map(({ x, y }) => ({ x: x * factors.x, y: y * factors.y })),
        })),
      };
    default:
      return assertNever(geometry);
  }
}

function checkRound(type: string, { x, y }: Vec3): void {
  if (x !== y) throw new Error(`a ${type} is round about z: the factors along x and y must be equal`);
}

function scaledCapsule(capsule: Geometry & { type: "capsule" }, factors: Vec3): Geometry {
  const radius = capsule.radius * factors.x;
  if (isUniform(factors)) return { ...capsule, radius, length: capsule.length * factors.z };
  const length = (capsule.length + 2 * capsule.radius) * factors.z - 2 * radius;
  if (length < 0) throw new Error("a capsule cannot be shorter than its two round ends");
  return { ...capsule, radius, length };
}

/** Scales a plane. It is endless: only the drawn part grows, and it must not be tilted. */
function scaledPlane(plane: Geometry & { type: "plane" }, factors: Vec3): Geometry {
  const { normal, size } = plane;
  const isLevel = Math.abs(normal.z) > 1 - 1e-9;
  if (!isLevel && !isUniform(factors))
    throw new Error("a plane that is not level would tilt: give three equal factors");
  return { ...plane, size: { x: size.x * factors.x, y: size.y * factors.y } };
}
