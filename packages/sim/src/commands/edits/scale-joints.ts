import { compose, relativeTo } from "../../base/pose.ts";
import type { Vec3 } from "../../base/vec3.ts";
import { IsJoint } from "../../components/identity.ts";
import {
  JointAxes,
  JointChildFrame,
  JointLinks,
  JointParentFrame,
  JointPosition,
  JointType,
} from "../../components/joint.ts";
import { JointSettings } from "../../components/saving.ts";
import { noEntity, type Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { findJoint, partsBelow, scopedName, worldPose } from "../../entities/find.ts";
import type { JointKind, MimicScene } from "../../scene/joint.ts";
import { writing, type Write } from "../prepared.ts";
import { isUniform, stretch } from "./scale-factors.ts";

/** Lists joints attached to any of these links, in the order of their ids. */
export function jointsAt(world: World, links: readonly Entity[]): Entity[] {
  const held = new Set(links);
  return [...world.query(JointLinks)]
    .filter(([, { parent, child }]) => held.has(parent as Entity) || held.has(child as Entity))
    .map(([joint]) => joint);
}

/** Throws if a joint would turn or slide along a different axis because its links are stretched unevenly. */
export function checkJoints(world: World, model: Entity, joints: readonly Entity[], factors: Vec3): void {
  const own = new Set(partsBelow(world, model, IsJoint));
  for (const joint of joints) {
    const name = scopedName(world, joint);
    if (!own.has(joint)) throw new Error(`the joint "${name}" holds "${scopedName(world, model)}" to something else`);
    if (!isUniform(factors) && (world.get(joint, JointType) ?? "fixed") !== "fixed")
      throw new Error(`the joint "${name}" moves: give three equal factors`);
  }
}

/** Scales a joint: its place in both links, and the limits and position of a sliding one. */
export function jointWrites(
  world: World,
  model: Entity,
  joint: Entity,
  factors: Vec3,
  inLink: ReadonlyMap<Entity, Vec3>,
): Write[] {
  const { parent, child } = world.get(joint, JointLinks)!;
  const inChild = world.get(joint, JointChildFrame) ?? JointChildFrame.initial();
  const inParent = world.get(joint, JointParentFrame) ?? JointParentFrame.initial();
  const writes = [writing(joint, JointChildFrame, stretch(inChild, inLink.get(child as Entity)!))];
  if (parent === noEntity) {
    const place = worldPose(world, model);
    writes.push(writing(joint, JointParentFrame, compose(place, stretch(relativeTo(place, inParent), factors))));
  } else writes.push(writing(joint, JointParentFrame, stretch(inParent, inLink.get(parent as Entity)!)));
  return [...writes, ...slideWrites(world, joint, factors.x)];
}

/** Scales the lengths of a joint whose links grow evenly, or that does not move. */
function slideWrites(world: World, joint: Entity, factor: number): Write[] {
  const type = world.get(joint, JointType) ?? "fixed";
  const writes: Write[] = [];
  const own = slides(type) ? factor : 1;
  const axes = (world.get(joint, JointAxes) ?? []).map((axis) => ({
    ...axis,
    lower: axis.lower * own,
    upper: axis.upper * own,
    springReference: axis.springReference * own,
    ...(axis.mimic && { mimic: scaledLaw(world, joint, axis.mimic, own, factor) }),
  }));
  if (slides(type) || axes.some(({ mimic }) => mimic !== undefined)) writes.push(writing(joint, JointAxes, axes));
  if (slides(type)) {
    const { axis1, axis2, axis3 } = world.get(joint, JointPosition) ?? JointPosition.initial();
    writes.push(writing(joint, JointPosition, { axis1: axis1 * factor, axis2, axis3 }));
  }
  if (type === "screw") {
    const settings = world.get(joint, JointSettings) ?? JointSettings.initial();
    writes.push(writing(joint, JointSettings, { ...settings, threadPitch: settings.threadPitch * factor }));
  }
  return writes;
}

/** Returns whether a joint's position is a length. */
function slides(type: JointKind): boolean {
  return type === "prismatic";
}

/** Scales a mimic law, in which the leader and the follower may each be a length or an angle. */
function scaledLaw(world: World, joint: Entity, law: MimicScene, own: number, factor: number): MimicScene {
  const leader = findJoint(world, world.parentOf(joint), law.joint);
  const lead = leader !== undefined && slides(world.get(leader, JointType) ?? "fixed") ? factor : 1;
  const { multiplier, offset, reference } = law;
  return { ...law, multiplier: (multiplier * own) / lead, offset: offset * own, reference: reference * lead };
}
