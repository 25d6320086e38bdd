import type { orrery } from "@orrery/msgs";
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
} from "../../components/identity.ts";
import { Frames } from "../../components/simulation.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { scopedName } from "../../entities/find.ts";
import type { EditsSoFar } from "../checks/edits-so-far.ts";
import { checkName } from "../entity-name.ts";
import { findEntity } from "../find-entity.ts";
import { writing, type Prepared } from "../prepared.ts";
import { referenceWrites } from "./rename-references.ts";

const kinds = [
  [IsModel, "a model"],
  [IsLink, "a link"],
  [IsJoint, "a joint"],
  [IsLight, "a light"],
  [IsCollision, "a collision"],
  [IsVisual, "a visual"],
  [IsSensor, "a sensor"],
] as const;

/** Renames a thing, and updates everything that refers to it by name. */
export function prepareRenaming(
  world: World,
  root: Entity,
  { entity: meant = {}, name = "" }: orrery.Renaming,
  soFar: EditsSoFar,
): Prepared {
  const entity = findEntity(world, root, meant);
  const kind = kinds.find(([tag]) => world.has(entity, tag));
  if (kind === undefined) throw new Error(`"${scopedName(world, entity)}" cannot be renamed`);
  checkName(name, kind[1]);
  const old = world.get(entity, Name) ?? "";
  if (name === old) throw new Error(`"${scopedName(world, entity)}" has that name already`);
  const parent = world.parentOf(entity);
  // In a model or world every child defines a frame of its name, whatever its kind; elsewhere only names of the same
  // kind collide.
  const isFrame = world.has(parent, IsModel) || world.has(parent, IsWorld);
  const isTaken = soFar.isTaken(parent, name, (other) => other !== entity && (isFrame || world.has(other, kind[0])));
  const frames = isFrame ? (world.get(parent, Frames) ?? []) : [];
  if (isTaken || frames.some((frame) => frame.name === name)) throw new Error(`the name "${name}" is taken`);
  return { writes: [writing(entity, Name, name), ...referenceWrites(world, entity, name)] };
}
