import { partsBelow, type Entity, type Vec3, type World } from "@orrery/sim";
import {
  Inertial,
  IsCanonical,
  IsCollision,
  IsKinematic,
  IsLight,
  IsLink,
  IsModel,
  IsStatic,
  IsVisual,
  IsWorld,
  Name,
} from "@orrery/sim/components";

/** Bodies that can be pushed, or why there are none. */
export type PushTargets = { readonly links: readonly Entity[] } | { readonly reason: string };

/**
 * Returns the bodies to push for a selection: a link itself, the first link of a model, the link of a visual or
 * collision.
 */
export function pushTargets(world: World, chosen: readonly Entity[]): PushTargets {
  const links: Entity[] = [];
  for (const entity of chosen) {
    if (!world.exists(entity)) continue;
    const link = linkOf(world, entity);
    if (typeof link === "string") return { reason: link };
    if (!links.includes(link)) links.push(link);
  }
  return links.length === 0 ? { reason: "nothing is selected" } : { links };
}

/** Returns the centre of mass in the link's own frame. */
export function centreOfMass(world: World, link: Entity): Vec3 {
  const { x, y, z } = world.get(link, Inertial)?.pose ?? { x: 0, y: 0, z: 0 };
  return { x, y, z };
}

/** Returns the mass of the link's own model, in kg. */
export function massAround(world: World, link: Entity): number {
  const model = world.parentOf(link);
  const links = world.has(model, IsModel) ? partsBelow(world, model, IsLink) : [link];
  return links.reduce((sum, each) => sum + (world.get(each, Inertial)?.mass ?? 0), 0);
}

/** Returns the name that people use for the body: its model's, or the link's if the model has several links. */
export function bodyName(world: World, link: Entity): string {
  const model = world.parentOf(link);
  const name = (entity: Entity): string => world.get(entity, Name) ?? `#${entity}`;
  if (!world.has(model, IsModel)) return name(link);
  return partsBelow(world, model, IsLink).length === 1 ? name(model) : `${name(model)}::${name(link)}`;
}

/** Returns the link to push, or why there is none. */
function linkOf(world: World, entity: Entity): Entity | string {
  const name = world.get(entity, Name) ?? `#${entity}`;
  if (world.has(entity, IsWorld)) return "the world itself cannot be pushed";
  if (world.has(entity, IsLight)) return `${name} is a light and has no mass`;
  if (world.has(entity, IsVisual) || world.has(entity, IsCollision)) return linkOf(world, world.parentOf(entity));
  const link = world.has(entity, IsLink) ? entity : world.has(entity, IsModel) ? firstLink(world, entity) : undefined;
  if (link === undefined) return `${name} has no body that could be pushed`;
  if (world.has(world.parentOf(link), IsStatic)) return `${name} is static: it does not move`;
  return world.has(link, IsKinematic) ? `${name} is kinematic, so a push does not move it` : link;
}

function firstLink(world: World, model: Entity): Entity | undefined {
  const links = partsBelow(world, model, IsLink);
  return links.find((link) => world.has(link, IsCanonical)) ?? links[0];
}
