import type { gz } from "@orrery/msgs";
import { IsLight, IsModel, Name } from "../components/identity.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { findEntity } from "./find-entity.ts";
import { find, scopedName } from "../scene/find.ts";

/** The model or light that a message means, by id or scoped name. Throws when there is none, or it is something else. */
export function findPlaced(world: World, root: Entity, { id, name = "", type }: gz.Entity): Entity {
  const kind = type === undefined || type === "NONE" ? undefined : type;
  const found =
    (id ? undefined : placedNamed(world, root, name, kind)) ??
    findEntity(world, root, { ...(id ? { id } : {}), name, type: kind ?? "MODEL" });
  if (world.has(found, IsModel) || world.has(found, IsLight)) return found;
  throw new Error(`"${scopedName(world, found)}" is neither a model nor a light`);
}

/** Without a kind, models come before lights of the same name. */
function placedNamed(world: World, root: Entity, name: string, kind: gz.Entity["type"]): Entity | undefined {
  const model = kind === "LIGHT" ? undefined : find(world, root, name);
  if (model !== undefined || kind === "MODEL") return model;
  return world.childrenOf(root).find((child) => world.has(child, IsLight) && world.get(child, Name) === name);
}
