import type { Vec3 } from "../base/vec3.ts";

/**
 * Cuts per edge of the octahedron. With n cuts there are 4 n² + 2 points; faces are at most 0.7 % of a radius inside
 * the surface.
 */
const CUTS = 8;

/**
 * Returns points of an ellipsoid, x y z x y z …: a subdivided octahedron, so that the six tips are exact. Uses only
 * square roots.
 */
export function ellipsoidPoints(radii: Vec3): Float32Array {
  const points: number[] = [];
  for (let i = -CUTS; i <= CUTS; i++) {
    const width = CUTS - Math.abs(i);
    for (let j = -width; j <= width; j++) {
      const rest = width - Math.abs(j);
      for (const k of rest === 0 ? [0] : [-rest, rest]) {
        const size = Math.sqrt(i * i + j * j + k * k);
        points.push((radii.x * i) / size, (radii.y * j) / size, (radii.z * k) / size);
      }
    }
  }
  return Float32Array.from(points);
}
