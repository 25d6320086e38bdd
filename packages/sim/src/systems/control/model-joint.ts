import { nearest } from "@orrery/msgs/nearest";
import { IsJoint, IsModel, Name } from "../../components/identity.ts";
import { JointForceCmd, JointVelocityCmd } from "../../components/joint.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { EntityIndex } from "../../entities/entity-index.ts";
import { partsBelow, scopedName } from "../../entities/find.ts";
import { asNamePart } from "../../transport/names.ts";

/** Returns the name of the model that a system is attached to; throws if the entity is not a model. */
export function modelName(world: World, entity: Entity): string {
  if (!world.has(entity, IsModel)) throw new Error("it must be attached to a model");
  return world.get(entity, Name) ?? "";
}

/** Returns the prefix of a model's topics. */
export function modelTopic(world: World, model: Entity): string {
  return `/model/${asNamePart(modelName(world, model))}`;
}

/**
 * Returns the joint with a name scoped below the model (`inner::elbow`). If there is none, throws with the nearest
 * name.
 */
export function jointNamed(world: World, model: Entity, name: string): Entity {
  const [found] = EntityIndex.of(world)
    .scopedBelow(model, name)
    .filter((entity) => world.has(entity, IsJoint))
    .sort((a, b) => a - b);
  if (found !== undefined) return found;
  const prefix = `${scopedName(world, model)}::`;
  const names = partsBelow(world, model, IsJoint).map((joint) => scopedName(world, joint).slice(prefix.length));
  const near = nearest(name, names);
  const hint = near === undefined ? "" : `; did you mean "${near}"?`;
  throw new Error(`the model ${scopedName(world, model)} has no joint "${name}"${hint}`);
}

/** The fields of joint components, by axis. */
export const axisFields = ["axis1", "axis2"] as const;
export type AxisField = (typeof axisFields)[number];

/** Adds a force to the other forces on the joint in this step. */
export function addJointForce(world: World, joint: Entity, axis: AxisField, force: number): void {
  const wanted = world.get(joint, JointForceCmd) ?? JointForceCmd.initial();
  world.set(joint, JointForceCmd, { ...wanted, [axis]: wanted[axis] + force });
}

/** Sets the speed that the joint's motor holds from now on. Writes nothing if it is unchanged. */
export function setJointSpeed(world: World, joint: Entity, axis: AxisField, speed: number): void {
  const wanted = world.get(joint, JointVelocityCmd);
  if (wanted?.[axis] === speed) return;
  world.set(joint, JointVelocityCmd, { ...(wanted ?? JointVelocityCmd.initial()), [axis]: speed });
}
