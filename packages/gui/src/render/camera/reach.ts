import type { Vec3 } from "@orrery/sim";
import type { BufferGeometry } from "three";
import type { Box } from "./camera-rig.ts";
import type { Placed } from "../layers/visual-layer.ts";

/**
 * Returns how far shapes reach along a direction of length 1, measured from the world's origin; −∞ for no shapes. Round
 * shapes count as perfectly round.
 */
export function reachOf(placed: readonly Placed[], direction: Vec3): number {
  let reach = -Infinity;
  for (const { batch, shape } of placed) {
    const slot = batch.slotOf(shape);
    if (slot < 0) continue;
    const m = batch.mesh.instanceMatrix.array as Float32Array;
    const at = slot * 16;
    const along = (column: number): number => {
      const i = at + column * 4;
      return m[i]! * direction.x + m[i + 1]! * direction.y + m[i + 2]! * direction.z;
    };
    reach = Math.max(reach, along(3) + ownReach(batch.look.geometry, along(0), along(1), along(2)));
  }
  return reach;
}

/** Returns the smallest box along the world's axes that contains the shapes. */
export function tightBoundsOf(placed: readonly Placed[]): Box | undefined {
  const high = { x: reachOf(placed, X), y: reachOf(placed, Y), z: reachOf(placed, Z) };
  if (high.x === -Infinity) return undefined;
  const low = { x: -reachOf(placed, minus(X)), y: -reachOf(placed, minus(Y)), z: -reachOf(placed, minus(Z)) };
  return { low, high };
}

/**
 * Returns the reach along x, y and z of the geometry's own axes, which may be scaled. Primitives have radius and length
 * 1.
 */
function ownReach(geometry: BufferGeometry, x: number, y: number, z: number): number {
  switch (geometry.type) {
    case "SphereGeometry":
      return Math.hypot(x, y, z);
    case "CylinderGeometry":
      return Math.hypot(x, y) + Math.abs(z) / 2;
    case "ConeGeometry":
      return Math.max(z / 2, Math.hypot(x, y) - z / 2);
  }
  const places = geometry.getAttribute("position").array;
  let reach = -Infinity;
  for (let i = 0; i + 2 < places.length; i += 3) {
    reach = Math.max(reach, places[i]! * x + places[i + 1]! * y + places[i + 2]! * z);
  }
  return reach;
}

function minus({ x, y, z }: Vec3): Vec3 {
  return { x: -x, y: -y, z: -z };
}

const X = { x: 1, y: 0, z: 0 };
const Y = { x: 0, y: 1, z: 0 };
const Z = { x: 0, y: 0, z: 1 };
