import type { World } from "@orrery/sim";
import { Geometry, IsCollision, SolidOf } from "@orrery/sim/components";
import { fileName } from "./mesh-files.ts";

/**
 * Returns whether a collision needs this file and has no solid: the simulation could not read the file and left the
 * collision out.
 */
export function isCollisionLeftOut(world: World, name: string): boolean {
  for (const [entity, geometry] of world.query(Geometry)) {
    const isFile = geometry.type === "mesh" || geometry.type === "heightmap";
    if (isFile && world.has(entity, IsCollision) && !world.has(entity, SolidOf) && fileName(geometry) === name)
      return true;
  }
  return false;
}
