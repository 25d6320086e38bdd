import { noEntity, type Entity, type ValueOf } from "@orrery/sim";
import {
  IsJoint,
  IsLink,
  IsStatic,
  JointAxes,
  JointChildFrame,
  JointForceCmd,
  JointLinks,
  JointParentFrame,
  JointPosition,
  JointServo,
  JointType,
  JointVelocityCmd,
  Name,
} from "@orrery/sim/components";
import type { Dice } from "./dice.ts";
import { drop, having, lend, rarely, toggle, toOne, type Edit } from "./edit.ts";

type Axes = ValueOf<typeof JointAxes>;

/** Rapier has no screws: a joint is left out there while it is one. */
const types = ["revolute", "continuous", "prismatic", "ball", "universal", "fixed", "screw"] as const;
const directions = [
  { x: 1, y: 0, z: 0 },
  { x: 0, y: 1, z: 0 },
  { x: 0, y: 0, z: 1 },
];

/** Edits of joints and their motors. */
export const jointEdits: Readonly<Record<string, Edit>> = {
  "add a joint": toOne(IsLink, ({ world, dice }, child) => {
    const joint = world.create(world.parentOf(child));
    world.set(joint, IsJoint, {});
    world.set(joint, Name, `made${joint}`);
    world.set(joint, JointType, dice.pick(["ball", "fixed"] as const));
    world.set(joint, JointLinks, { parent: dice.pick([noEntity, ...having(world, IsLink)]), child });
    world.set(joint, JointChildFrame, dice.pose(0.3));
    world.set(joint, JointPosition, JointPosition.initial());
  }),
  "remove a joint": toOne(IsJoint, ({ world }, joint) => world.remove(joint)),
  "make a joint no joint, or one again": rarely(0.3, toOne(JointLinks, toggle(IsJoint))),
  "change a joint's type": toOne(IsJoint, ({ world, dice }, joint) => world.set(joint, JointType, dice.pick(types))),
  "change a joint's axes": toOne(IsJoint, ({ world, dice }, joint) =>
    world.set(joint, JointAxes, otherAxes(world.get(joint, JointAxes) ?? [], dice)),
  ),
  "move a joint in its links": toOne(IsJoint, ({ world, dice }, joint) =>
    world.set(joint, dice.pick([JointChildFrame, JointParentFrame]), dice.pose(0.3)),
  ),
  "let a joint connect others": rarely(
    0.4,
    toOne(IsJoint, ({ world, dice }, joint) => {
      const links = [noEntity, ...having(world, IsLink)];
      world.set(joint, JointLinks, { parent: dice.pick(links), child: dice.pick(links) });
    }),
  ),
  "hold one end of a joint fast, or let it go": toOne(IsJoint, (site, joint) => {
    const { parent, child } = site.world.get(joint, JointLinks) ?? JointLinks.initial();
    const link = site.dice.pick([parent, child]) as Entity;
    if (site.world.exists(link)) toggle(IsStatic)(site, site.world.parentOf(link));
  }),
  "set a servo": toOne(IsJoint, ({ world, dice }, joint) =>
    world.set(joint, JointServo, {
      target: dice.between(-10, 10),
      stiffness: dice.between(0, 100),
      damping: dice.between(0, 5),
      maxForce: dice.chance(0.5) ? Infinity : dice.between(1, 50),
    }),
  ),
  "begin to set a servo, and think better of it": toOne(IsJoint, lend(JointServo)),
  "take a servo away": toOne(JointServo, drop(JointServo)),
  "set a speed": toOne(IsJoint, ({ world, dice }, joint) =>
    world.set(joint, JointVelocityCmd, { axis1: dice.between(-20, 20), axis2: dice.between(-3, 3) }),
  ),
  "take a speed away": toOne(JointVelocityCmd, drop(JointVelocityCmd)),
  "push a joint": toOne(IsJoint, ({ world, dice }, joint) =>
    world.set(joint, JointForceCmd, { axis1: dice.between(-9, 9), axis2: dice.between(-2, 2) }),
  ),
  "report a position or not": toOne(IsJoint, toggle(JointPosition)),
};

function otherAxes(axes: Axes, dice: Dice): Axes {
  return axes.map((axis) => ({
    ...axis,
    xyz: dice.pick(directions),
    lower: dice.chance(0.5) ? -Infinity : -dice.between(0, 9),
    upper: dice.chance(0.5) ? Infinity : dice.between(0, 9),
    damping: dice.chance(0.5) ? 0 : dice.between(0, 1),
    friction: dice.chance(0.5) ? 0 : dice.between(0, 1),
    springStiffness: dice.chance(0.7) ? 0 : dice.between(0, 5),
    effort: dice.chance(0.5) ? Infinity : dice.between(1, 20),
  }));
}
