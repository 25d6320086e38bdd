import type { Entity, World } from "@orrery/sim";
import { IsModel, IsWorld, Name } from "@orrery/sim/components";
import { kindOf } from "../../ui/entity-kind.ts";

/** Why an entity cannot be called so. The world has the last word: it knows of names that are yet to come. */
export function nameProblem(world: World, entity: Entity, name: string): string | undefined {
  if (name.trim() === "") return "A name cannot be empty";
  if (name.trim() !== name) return "A name neither begins nor ends with a space";
  if (name.includes("::")) return "“::” stands between names, not in them";
  if (name === "world" || /^__.*__$/s.test(name)) return `“${name}” is not free for a name`;
  const parent = world.parentOf(entity);
  // In models and worlds everything gives a frame of its name; elsewhere only its own kind counts.
  const isFrame = world.has(parent, IsModel) || world.has(parent, IsWorld);
  const isTaken = world
    .childrenOf(parent)
    .some(
      (other) =>
        other !== entity &&
        world.get(other, Name) === name &&
        (isFrame || kindOf(world, other) === kindOf(world, entity)),
    );
  return isTaken ? `The name “${name}” is taken` : undefined;
}
