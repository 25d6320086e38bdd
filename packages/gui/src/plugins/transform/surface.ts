import { pose, quat, rotationOf, vec3, type Pose, type Vec3 } from "@orrery/sim";

/** A place on a thing, and the direction away from its surface, of length 1. */
export interface Face {
  readonly point: Vec3;
  readonly normal: Vec3;
}

/** How something moves as a whole: a rotation about the world's origin, then a shift. */
export type RigidMotion = Pose;

/**
 * Returns the motion that brings one face onto another, point on point and with opposed normals, by the smallest
 * rotation.
 */
export function faceToFace(from: Face, to: Face): RigidMotion {
  const opposed = vec3.scale(to.normal, -1);
  const rotation = quat.rotationBetween(vec3.normalize(from.normal), vec3.normalize(opposed));
  const { x, y, z } = vec3.subtract(to.point, quat.rotate(rotation, from.point));
  return pose({ x, y, z }, rotation);
}

export function movedBy({ x, y, z, ...rest }: RigidMotion, from: Pose): Pose {
  const rotation = rotationOf({ x, y, z, ...rest });
  const moved = quat.rotate(rotation, from);
  return pose(
    { x: tidy(moved.x + x), y: tidy(moved.y + y), z: tidy(moved.z + z) },
    quat.normalizeQuat(quat.multiply(rotation, rotationOf(from))),
  );
}

/**
 * Returns the shift that lets something stand on a surface with its pivot over the point. `depth` is how far it reaches
 * from the pivot against the normal.
 */
export function standing({ point, normal }: Face, pivot: Vec3, depth: number): Vec3 {
  return {
    x: point.x + normal.x * depth - pivot.x,
    y: point.y + normal.y * depth - pivot.y,
    z: point.z + normal.z * depth - pivot.z,
  };
}

/** Removes the noise of triangles, which are in single precision. */
function tidy(value: number): number {
  return Number(value.toFixed(6));
}
