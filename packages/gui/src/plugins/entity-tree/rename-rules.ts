import type { Component, Entity, World } from "@orrery/sim";
import {
  IsCollision,
  IsJoint,
  IsLight,
  IsLink,
  IsModel,
  IsSensor,
  IsVisual,
  IsWorld,
  Name,
} from "@orrery/sim/components";

/** Returns why an entity cannot be renamed; `undefined` if it can. */
export function whyNoName(world: World, entity: Entity | undefined): string | undefined {
  if (entity === undefined || !world.exists(entity)) return "nothing is selected";
  return NAMED.some((kind) => world.has(entity, kind)) ? undefined : "only parts of the world can be renamed";
}

const NAMED: readonly Component[] = [IsModel, IsLink, IsJoint, IsLight, IsCollision, IsVisual, IsSensor];

/** Returns what is wrong with a name for an entity, if anything. The world decides in the end. */
export function nameProblem(world: World, entity: Entity, text: string): string | undefined {
  const name = text.trim();
  if (name === "") return "This cannot be empty";
  if (name.includes("::")) return "“::” separates names and cannot be part of one";
  if (name === "world" || /^__.*__$/s.test(name)) return `“${name}” is a reserved name`;
  const parent = world.parentOf(entity);
  // In models and worlds, every child defines a frame of its name; elsewhere only names of the same kind can collide.
  const isFrame = world.has(parent, IsModel) || world.has(parent, IsWorld);
  const isTaken = world
    .childrenOf(parent)
    .some((other) => other !== entity && world.get(other, Name) === name && (isFrame || isAlike(world, entity, other)));
  return isTaken ? `There is a “${name}” already` : undefined;
}

/** Words the notice about an invalid name left in the field: “Cannot rename box to arm: there is a “arm” already”. */
export function notRenamed(name: string, text: string, problem: string): string {
  const wanted = text.trim();
  const to = wanted === "" ? "" : ` to ${wanted}`;
  return `Cannot rename ${name}${to}: ${problem.charAt(0).toLowerCase()}${problem.slice(1)}`;
}

function isAlike(world: World, a: Entity, b: Entity): boolean {
  return NAMED.some((kind) => world.has(a, kind) && world.has(b, kind));
}
