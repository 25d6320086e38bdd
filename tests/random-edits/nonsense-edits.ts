import {
  Geometry,
  Gravity,
  Inertial,
  IsCollision,
  IsJoint,
  IsLink,
  JointAxes,
  JointForceCmd,
  JointLinks,
  JointServo,
  Pose,
  WorldLinearVelocity,
  WorldWrenchCmd,
} from "@orrery/sim/components";
import { rarely, toOne, type Edit } from "./edit.ts";

const NONE = { fx: Number.NaN, fy: 0, fz: 0, tx: 0, ty: 0, tz: 0 };

/** Edits that no engine can handle: the thing stays as it was, and the rest of the world continues. */
export const nonsenseEdits: Readonly<Record<string, Edit>> = {
  "nonsense for a pose": rarely(
    0.5,
    toOne(Pose, ({ world }, entity) => world.set(entity, Pose, { ...Pose.initial(), x: Number.NaN })),
  ),
  "nonsense for a velocity": toOne(IsLink, ({ world }, link) =>
    world.set(link, WorldLinearVelocity, { x: Infinity, y: 0, z: 0 }),
  ),
  "nonsense for a push": toOne(IsLink, ({ world }, link) => world.set(link, WorldWrenchCmd, NONE)),
  "nonsense for a mass": rarely(
    0.5,
    toOne(IsLink, ({ world, dice }, link) =>
      world.set(link, Inertial, { ...Inertial.initial(), mass: dice.pick([-1, 0, Number.NaN]) }),
    ),
  ),
  "nonsense for a shape": rarely(
    0.5,
    toOne(IsCollision, ({ world, dice }, shape) =>
      world.set(shape, Geometry, { type: "sphere", radius: dice.pick([-1, 0, Number.NaN]) }),
    ),
  ),
  "nonsense for a joint": rarely(
    0.5,
    toOne(IsJoint, ({ world, dice }, joint) => {
      if (dice.chance(0.5)) return world.set(joint, JointLinks, { parent: 999_999, child: 999_998 });
      const axes = world.get(joint, JointAxes) ?? [];
      world.set(
        joint,
        JointAxes,
        axes.map((axis) => ({ ...axis, xyz: { x: 0, y: 0, z: 0 } })),
      );
    }),
  ),
  "nonsense for a motor": toOne(IsJoint, ({ world }, joint) => {
    world.set(joint, JointServo, { target: Number.NaN, stiffness: 10, damping: 1, maxForce: 5 });
    world.set(joint, JointForceCmd, { axis1: Number.NaN, axis2: Infinity });
  }),
  "nonsense for gravity": rarely(0.3, ({ world, root }) => world.set(root, Gravity, { x: 0, y: 0, z: Number.NaN })),
};
