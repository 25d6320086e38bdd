import { vec3, type Vec3 } from "@orrery/sim";
import { Plane, Vector3, type Ray } from "three";
import { threeVector } from "../../render/vectors.ts";

/** The point where a body is held, and the plane through it in which the pointer pulls. */
export interface PullPlane {
  readonly from: Vec3;
  /** Points away from the plane. */
  readonly normal: Vec3;
  /** The longest pull: near the horizon of a level plane, a pixel is a kilometre. */
  readonly mostMetres: number;
}

/** Returns the vector from the held point to where a ray meets the plane; zero if it does not. */
export function pullTo(ray: Ray, { from, normal, mostMetres }: PullPlane): Vec3 {
  const plane = new Plane().setFromNormalAndCoplanarPoint(threeVector(normal), threeVector(from));
  const hit = ray.intersectPlane(plane, new Vector3());
  if (hit === null) return vec3.zero;
  const way = vec3.subtract(hit, from);
  return vec3.scale(vec3.normalize(way), Math.min(vec3.length(way), mostMetres));
}
