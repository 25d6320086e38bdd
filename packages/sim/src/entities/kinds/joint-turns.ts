import { JointAxes, JointPosition, JointType } from "../../components/joint.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { JointAxis, JointScene, MimicScene } from "../../scene/joint.ts";
import { findJoint } from "../find.ts";
import { stored } from "./stored.ts";

// A saved world has no full turns of joints, because poses do not show them. Positions, and what is measured against
// them (limits, springs and mimic laws), are saved without full turns.

const TURN = 6.283185307179586;

export function positionWithoutTurns(world: World, joint: Entity): Pick<JointScene, "position"> | undefined {
  const { axis1, axis2, axis3 } = stored(world, joint, JointPosition);
  if (axis1 === 0 && axis2 === 0 && axis3 === 0) return undefined;
  const turns = turnsOf(world, joint);
  return { position: { x: axis1 - turns[0], y: axis2 - turns[1], z: axis3 } };
}

export function axesWithoutTurns(world: World, joint: Entity): JointAxis[] {
  const turns = turnsOf(world, joint);
  return stored(world, joint, JointAxes).map((axis, i) => {
    const law = axis.mimic && { mimic: lawWithoutTurns(world, joint, axis.mimic, turns[i]!) };
    return { ...lessBy(axis, turns[i]!), ...law };
  });
}

/** Returns the full turns in the angles of a joint's axes, in radians. */
function turnsOf(world: World, joint: Entity): readonly [number, number] {
  const { axis1, axis2 } = stored(world, joint, JointPosition);
  const type = stored(world, joint, JointType);
  const isAngle = type !== "prismatic" && type !== "screw";
  return isAngle ? [TURN * Math.round(axis1 / TURN), TURN * Math.round(axis2 / TURN)] : [0, 0];
}

function lessBy(axis: JointAxis, turns: number): JointAxis {
  if (turns === 0) return axis;
  const { lower, upper, springReference } = axis;
  return { ...axis, lower: lower - turns, upper: upper - turns, springReference: springReference - turns };
}

function lawWithoutTurns(world: World, joint: Entity, law: MimicScene, turns: number): MimicScene {
  const leader = findJoint(world, world.parentOf(joint), law.joint);
  const lead = leader === undefined ? 0 : turnsOf(world, leader)[law.axis === "axis2" ? 1 : 0];
  return { ...law, reference: law.reference - lead, offset: law.offset - turns };
}
