import { NamelessContacts } from "../components/physics.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { flagParam, groupsParam } from "../runner/systems/params.ts";

/** The physics plugin's `<contacts>`: what messages about contacts contain. */
export const contactsParam = groupsParam(
  "contacts",
  { names: flagParam("include_entity_names", true, "contact messages have the names of collisions, not only ids") },
  "what messages about contacts contain",
);

export type ContactsParam = typeof contactsParam.initial;

/** Stores in the world whether messages about contacts contain names. */
export function setContactNames(world: World, root: Entity, given: ContactsParam): void {
  const isNameless = given.at(-1)?.names === false;
  if (isNameless === world.has(root, NamelessContacts)) return;
  if (isNameless) world.set(root, NamelessContacts, {});
  else world.unset(root, NamelessContacts);
}
