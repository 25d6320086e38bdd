import type { gz, orrery } from "@orrery/msgs";
import { IsCollision, IsLink, IsModel } from "../../components/identity.ts";
import { Surface } from "../../components/physics.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { partsBelow, scopedName } from "../../entities/find.ts";
import { findEntity } from "../find-entity.ts";
import { componentsEdit } from "../make-edit.ts";

/** The warning in every answer. */
export const SLIP_WARNING = "slip is stored with the surfaces and saved, but no physics engine here simulates it yet";

/**
 * Returns edits that give the collisions of a link, or of a model's links, this slip compliance. Throws when there are
 * none.
 */
export function wheelSlipEdits(world: World, root: Entity, message: gz.WheelSlipParametersCmd): orrery.Edit[] {
  const entity = findEntity(world, root, message.entity ?? {});
  const name = scopedName(world, entity);
  if (!world.has(entity, IsLink) && !world.has(entity, IsModel))
    throw new Error(`"${name}" is neither a model nor a link`);
  const links = world.has(entity, IsLink) ? [entity] : partsBelow(world, entity, IsLink);
  const collisions = links.flatMap((link) => partsBelow(world, link, IsCollision));
  if (collisions.length === 0) throw new Error(`"${name}" has no collision`);
  const slip = { slip1: message.slip_compliance_lateral ?? 0, slip2: message.slip_compliance_longitudinal ?? 0 };
  return collisions.map((collision) => {
    const surface = world.get(collision, Surface) ?? Surface.initial();
    return componentsEdit(collision, [[Surface, { ...surface, ...slip }]]);
  });
}
