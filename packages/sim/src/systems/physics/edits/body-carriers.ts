import { zero } from "../../../base/vec3.ts";
import { SolidOf } from "../../../components/geometry.ts";
import { IsLink, IsStatic, IsWorld } from "../../../components/identity.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../../../components/motion.ts";
import {
  Gravity,
  GravityEnabled,
  Inertial,
  IsKinematic,
  SelfCollide,
  VelocityDecay,
} from "../../../components/physics.ts";
import { bodyOf, kindOf, massOf } from "../describe-body.ts";
import { forEach, forEachKnownBody } from "./carrier.ts";
import { reshape, warnOfShape } from "./shape-carriers.ts";

export const gravity = forEach([Gravity], (root, { world, engine }) => {
  if (world.has(root, IsWorld)) engine.setGravity(world.get(root, Gravity)!);
});

/** Adds bodies. */
export const newBodies = forEach([IsLink, SelfCollide], (entity, edits) => {
  const { world, engine, solids, added } = edits;
  for (const link of edits.linksOf(entity)) {
    // Collision filters are fixed when the body is created.
    if (engine.hasBody(link) && edits.touched([SelfCollide]).includes(entity)) engine.removeBody(link);
    if (engine.hasBody(link)) continue;
    engine.addBody(bodyOf(world, link, solids));
    for (const part of [link, ...world.childrenOf(link)]) {
      added.add(part);
      warnOfShape(part, edits);
    }
  }
});

export const bodyKinds = forEach([IsStatic, IsKinematic], (entity, edits) => {
  const { world, engine, added } = edits;
  for (const link of edits.linksOf(entity)) {
    if (added.has(link) || !engine.hasBody(link)) continue;
    engine.setBodyKind(link, kindOf(world, link));
    // A shape that may be concave while its body is static consists of convex parts once its body can move.
    for (const part of world.childrenOf(link)) if (world.has(part, SolidOf)) reshape(part, edits);
  }
});

export const masses = forEachKnownBody([Inertial], (link, { world, engine }) => {
  engine.setMass(link, massOf(world, link));
});

export const weights = forEachKnownBody([GravityEnabled], (link, { world, engine }) => {
  engine.setBodyGravity(link, world.get(link, GravityEnabled)?.on !== 0);
});

export const damping = forEachKnownBody([VelocityDecay], (link, { world, engine }) => {
  const { linear, angular } = world.get(link, VelocityDecay) ?? VelocityDecay.initial();
  engine.setDamping(link, linear, angular);
});

export const velocities = forEachKnownBody([WorldLinearVelocity, WorldAngularVelocity], (link, { world, engine }) => {
  engine.setVelocity(link, world.get(link, WorldLinearVelocity) ?? zero, world.get(link, WorldAngularVelocity) ?? zero);
});
