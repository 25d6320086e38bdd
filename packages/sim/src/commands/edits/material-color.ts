import type { gz, orrery } from "@orrery/msgs";
import { IsVisual, Name } from "../../components/identity.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { scopedName } from "../../entities/find.ts";

/**
 * Returns the edits that recolour the first visual that a message names, or all of them. The name may leave out leading
 * scopes: `link::visual` matches this visual of every link of that name. Throws if nothing matches.
 */
export function materialColorEdits(world: World, message: gz.MaterialColor): orrery.Edit[] {
  const { ambient, diffuse, specular, emissive, entity_match: match } = message;
  const colours = Object.entries({ ambient, diffuse, specular, emissive }).filter(([, colour]) => colour !== undefined);
  const found = visualsMeant(world, message.entity ?? {});
  const meant = match === "ALL" ? found : found.slice(0, 1);
  return meant.map((id) => ({ visual: { id, material: Object.fromEntries(colours) } }));
}

function visualsMeant(world: World, { id = 0, name = "" }: gz.Entity): Entity[] {
  if (id !== 0) return [id as Entity];
  const isMeant = (visual: Entity): boolean => {
    const scoped = scopedName(world, visual);
    return scoped === name || scoped.endsWith(`::${name}`);
  };
  const found = [...world.query(Name, IsVisual)].map(([entity]) => entity).filter(isMeant);
  if (found.length === 0) throw new Error(`there is no visual "${name}"`);
  return found;
}
