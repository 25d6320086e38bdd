import {
  GravityEnabled,
  Inertial,
  IsCanonical,
  IsKinematic,
  IsLink,
  IsModel,
  Pose,
  VelocityDecay,
  WorldAngularAcceleration,
  WorldAngularVelocity,
  WorldLinearAcceleration,
  WorldLinearVelocity,
  WorldWrenchCmd,
} from "@orrery/sim/components";
import { identityPose } from "@orrery/sim";
import { drop, having, lend, rarely, toggle, toOne, type Edit } from "./edit.ts";

/** Edits of links and of the bodies that they are. */
export const linkEdits: Readonly<Record<string, Edit>> = {
  "remove a link": rarely(
    0.5,
    toOne(IsLink, ({ world }, link) => {
      if (having(world, IsLink).length > 4) world.remove(link);
    }),
  ),
  "make a link no link, or one again": rarely(0.3, toOne(Inertial, toggle(IsLink))),
  "put a link into another model": toOne(IsLink, ({ world, dice }, link) => {
    const models = having(world, IsModel);
    if (models.length > 0) world.setParent(link, dice.pick(models));
  }),
  "move a link": toOne(IsLink, ({ world, dice }, link) => world.set(link, Pose, dice.pose(1))),
  "take a link's pose away": rarely(0.2, toOne(IsLink, drop(Pose))),
  "set a velocity": toOne(IsLink, ({ world, dice }, link) => world.set(link, WorldLinearVelocity, dice.vector(3))),
  "set a spin": toOne(IsLink, ({ world, dice }, link) => world.set(link, WorldAngularVelocity, dice.vector(8))),
  "stir everything": ({ world, dice }) => {
    for (const link of having(world, IsLink)) {
      world.set(link, WorldLinearVelocity, dice.vector(2));
      world.set(link, WorldAngularVelocity, dice.vector(5));
    }
  },
  "stop reporting a velocity": toOne(IsLink, drop(WorldLinearVelocity)),
  "report accelerations or not": toOne(IsLink, (site, link) =>
    toggle(site.dice.pick([WorldLinearAcceleration, WorldAngularAcceleration]))(site, link),
  ),
  "change a mass": toOne(IsLink, ({ world, dice }, link) =>
    world.set(link, Inertial, {
      ...Inertial.initial(),
      mass: dice.between(0.1, 4),
      ixx: dice.between(0.05, 0.1),
      iyy: dice.between(0.05, 0.1),
      izz: dice.between(0.05, 0.1),
      pose: { ...identityPose, x: dice.between(-0.1, 0.1) },
    }),
  ),
  "forget a mass": rarely(0.3, toOne(IsLink, drop(Inertial))),
  "switch gravity of a link": toOne(IsLink, ({ world, dice }, link) =>
    world.set(link, GravityEnabled, { on: dice.below(2) }),
  ),
  "slow a link down": toOne(IsLink, ({ world, dice }, link) =>
    world.set(link, VelocityDecay, { linear: dice.between(0, 1), angular: dice.between(0, 1) }),
  ),
  "make a link kinematic or not": toOne(IsLink, toggle(IsKinematic)),
  "make a link canonical or not": rarely(0.4, toOne(IsLink, toggle(IsCanonical))),
  "push a link": toOne(IsLink, ({ world, dice }, link) => {
    const { x: fx, y: fy, z: fz } = dice.vector(60);
    const { x: tx, y: ty, z: tz } = dice.vector(2);
    world.set(link, WorldWrenchCmd, { fx, fy, fz, tx, ty, tz });
  }),
  "begin to push a link, and think better of it": toOne(IsLink, lend(WorldWrenchCmd)),
  "push a link no more": toOne(IsLink, drop(WorldWrenchCmd)),
};
