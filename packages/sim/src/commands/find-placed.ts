import type { gz } from "@orrery/msgs";
import { IsLight, IsLink, IsModel } from "../components/identity.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { EntityIndex } from "../entities/entity-index.ts";
import { scopedName } from "../entities/find.ts";
import { entityMeant, findEntity } from "./find-entity.ts";

/**
 * Returns the model or light that a message means, by id or scoped name. Throws if there is none, or if it is of a
 * different kind.
 */
export function findPlaced(world: World, root: Entity, meant: gz.Entity): Entity {
  const found = placedMeant(world, root, meant) ?? findEntity(world, root, withKind(meant));
  if (world.has(found, IsModel) || world.has(found, IsLight)) return found;
  throw new Error(`"${scopedName(world, found)}" is neither a model nor a light`);
}

/**
 * Finds a model or light like `findPlaced`, but returns `undefined` if nothing has that name. The result may still be
 * of a different kind.
 */
export function placedMeant(world: World, root: Entity, meant: gz.Entity): Entity | undefined {
  const { id, name = "", type } = meant;
  const kind = type === "NONE" ? undefined : type;
  return (id ? undefined : placedNamed(world, root, name, kind)) ?? entityMeant(world, root, withKind(meant));
}

function withKind({ id, name = "", type }: gz.Entity): gz.Entity {
  const kind = type === undefined || type === "NONE" ? "MODEL" : type;
  return { ...(id ? { id } : {}), name, type: kind };
}

/** Finds a model or light by name. Without a kind, models come before lights of the same name. */
function placedNamed(world: World, root: Entity, name: string, kind: gz.Entity["type"]): Entity | undefined {
  const index = EntityIndex.of(world);
  const model = kind === "LIGHT" ? undefined : modelNamed(world, index, root, name);
  if (model !== undefined || kind === "MODEL") return model;
  return index.childrenNamed(root, name).find((child) => world.has(child, IsLight));
}

function modelNamed(world: World, index: EntityIndex, root: Entity, scoped: string): Entity | undefined {
  let at: Entity | undefined = root;
  for (const name of scoped.split("::")) {
    at = index.childrenNamed(at, name).find((child) => world.has(child, IsModel) || world.has(child, IsLink));
    if (at === undefined) return undefined;
  }
  return at;
}
