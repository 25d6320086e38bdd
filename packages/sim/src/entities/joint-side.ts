import { IsJoint } from "../components/identity.ts";
import { JointLinks } from "../components/joint.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { EntityIndex } from "./entity-index.ts";

/** The links that move with a joint's child, by id, or why they cannot move separately from the rest. */
export type JointSide = { readonly links: readonly Entity[] } | { readonly reason: string };

export function childSideOf(world: World, joint: Entity): JointSide {
  const joined = world.get(joint, JointLinks);
  if (joined === undefined) return { reason: "it is not a joint and cannot be reset" };
  const links = connectedLinks(world, joined.child as Entity, joint);
  if (links.includes(joined.parent as Entity)) return { reason: "it is part of a loop of joints and cannot be reset" };
  const isHeld = links.some((link) =>
    jointsAt(world, link, joint).some((other) => world.get(other, JointLinks)!.parent === noEntity),
  );
  return isHeld ? { reason: "another joint holds its child to the world, so it cannot be reset" } : { links };
}

/** Returns all links that joints connect to `link`, including itself, by id; one joint, `without`, is ignored. */
export function connectedLinks(world: World, link: Entity, without?: Entity): Entity[] {
  const found = new Set([link]);
  for (const at of found) {
    for (const joint of jointsAt(world, at, without)) {
      const { parent, child } = world.get(joint, JointLinks)!;
      if (parent !== noEntity) found.add(parent as Entity).add(child as Entity);
    }
  }
  return [...found].sort((a, b) => a - b);
}

function jointsAt(world: World, link: Entity, without: Entity | undefined): Entity[] {
  return EntityIndex.of(world)
    .jointsAt(link)
    .filter((joint) => joint !== without && world.has(joint, IsJoint));
}
