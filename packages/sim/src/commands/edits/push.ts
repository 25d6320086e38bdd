import type { orrery } from "@orrery/msgs";
import { fromSecNsec, type Nanoseconds } from "../../base/time.ts";
import { scale, type Vec3 } from "../../base/vec3.ts";
import { IsCanonical, IsLink, IsModel } from "../../components/identity.ts";
import { Pushes, type Push } from "../../components/motion.ts";
import { IsKinematic } from "../../components/physics.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { partsBelow, scopedName } from "../../entities/find.ts";
import { addWrench } from "./add-wrench.ts";
import { movesProblem } from "../checks/fit-problems.ts";
import { findEntity } from "../find-entity.ts";
import { writing, type Prepared } from "../prepared.ts";
import { boundedVector } from "../../messages/vector-message.ts";

/** Limit per link: otherwise, pushing a paused world for hours would fill its memory. */
const MOST = 100;

/** Prepares a force and a torque on a link, or on the canonical link of a model, for a step or a duration. */
export function preparePush(world: World, root: Entity, { wrench: given, duration }: orrery.Push): Prepared {
  const link = linkOf(world, findEntity(world, root, given?.entity ?? {}));
  const stays = movesProblem(world, link);
  if (stays !== undefined) throw new Error(stays);
  if (world.has(link, IsKinematic))
    throw new Error(`"${scopedName(world, link)}" is kinematic, so a push does not move it`);
  const { force, torque, force_offset } = given?.wrench ?? {};
  const push: Push = {
    force: boundedVector("force", "force", force),
    torque: boundedVector("torque", "torque", torque),
    offset: boundedVector("force_offset", "position", force_offset),
    leftNs: duration === undefined ? 0 : fromSecNsec(duration),
  };
  if (isZero(push.force) && isZero(push.torque)) throw new Error("neither a force nor a torque is given");
  if (!(push.leftNs >= 0)) throw new Error("the duration of a push cannot be negative");
  const before = world.get(link, Pushes) ?? [];
  if (before.length >= MOST) throw new Error(`"${scopedName(world, link)}" is pushed ${MOST} times already`);
  return { writes: [writing(link, Pushes, [...before, push])] };
}

/** Applies pushes for one step: they add to other forces on the links, and those that are over are removed. */
export function applyPushes(world: World, dtNs: Nanoseconds): void {
  const pushed = world.query(Pushes);
  if (pushed.count === 0) return;
  for (const [link, pushes] of [...pushed]) {
    for (const { force, torque, offset, leftNs } of pushes) {
      // The last step gets a fraction, so that the impulse is that of the requested duration rather than of whole
      // steps.
      const share = leftNs === 0 || leftNs >= dtNs ? 1 : leftNs / dtNs;
      addWrench(world, link, { force: scale(force, share), torque: scale(torque, share), offset });
    }
    const left = pushes.map((push) => ({ ...push, leftNs: push.leftNs - dtNs })).filter(({ leftNs }) => leftNs > 0);
    if (left.length > 0) world.set(link, Pushes, left);
    else world.unset(link, Pushes);
  }
}

function linkOf(world: World, entity: Entity): Entity {
  if (world.has(entity, IsLink)) return entity;
  const links = world.has(entity, IsModel) ? partsBelow(world, entity, IsLink) : [];
  const link = links.find((each) => world.has(each, IsCanonical)) ?? links[0];
  if (link === undefined) throw new Error(`"${scopedName(world, entity)}" is neither a link nor a model with links`);
  return link;
}

function isZero({ x, y, z }: Vec3): boolean {
  return x === 0 && y === 0 && z === 0;
}
