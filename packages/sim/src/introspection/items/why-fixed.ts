import { IsStatic, IsWorld } from "../../components/identity.ts";
import { IsKinematic } from "../../components/physics.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";

/** Returns why physics never moves a link; `undefined` if it can. */
export function whyFixed(world: World, link: Entity): string | undefined {
  if (world.has(link, IsKinematic)) return "the link is kinematic: it moves as it is told, whatever its mass";
  for (let at = link; at !== 0 && !world.has(at, IsWorld); at = world.parentOf(at)) {
    if (world.has(at, IsStatic)) return "the model is static: it never moves, and its mass does not matter";
  }
  return undefined;
}
