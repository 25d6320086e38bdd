import { compose, relativeTo } from "../../base/pose.ts";
import { zero } from "../../base/vec3.ts";
import { IsJoint, Name } from "../../components/identity.ts";
import {
  JointAxes,
  JointChildFrame,
  JointLinks,
  JointParentFrame,
  JointPosition,
  JointType,
  JointVelocity,
} from "../../components/joint.ts";
import { JointSettings } from "../../components/saving.ts";
import { noEntity, type Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { JointAxis, JointScene } from "../../scene/joint.ts";
import { find, nameBelow, partsNamed, worldPose } from "../find.ts";
import { axesWithoutTurns, positionWithoutTurns } from "./joint-turns.ts";
import { saveParts, spawnParts, type Kind } from "./kind.ts";
import { sensor } from "./sensor.ts";
import { keep, keepExtra, saveExtra, saveName, stored } from "./stored.ts";

const parts = { sensors: sensor };

export const joint: Kind<JointScene> = { tag: IsJoint, spawn: spawnJoint, save: saveJoint };

/**
 * Creates a joint. `parent` is the model or world in whose scope the joint names links, and `named` has its parts. Its
 * links must be at position zero.
 */
export function spawnJoint(
  world: World,
  parent: Entity,
  scene: JointScene,
  named: ReadonlyMap<string, Entity> = partsNamed(world, parent),
): Entity {
  const link = (name: string): Entity => {
    const found = named.get(name) ?? find(world, parent, name);
    if (found === undefined) throw new Error(`joint "${scene.name}": there is no link "${name}"`);
    return found;
  };
  const entity = world.create(parent);
  world.set(entity, IsJoint, {});
  world.set(entity, Name, scene.name);
  world.set(entity, JointType, scene.type);
  const above = scene.parentLink === "world" ? noEntity : link(scene.parentLink);
  const child = link(scene.childLink);
  const atZero = compose(worldPose(world, child), scene.pose);
  world.set(entity, JointLinks, { parent: above, child });
  world.set(entity, JointChildFrame, scene.pose);
  world.set(entity, JointParentFrame, above === noEntity ? atZero : relativeTo(worldPose(world, above), atZero));
  world.set(entity, JointAxes, scene.axes.map(withOrderedLimits));
  const { x: axis1, y: axis2, z: axis3 } = scene.position ?? zero;
  world.set(entity, JointPosition, { axis1, axis2, axis3 });
  world.set(entity, JointVelocity, JointVelocity.initial());
  keepExtra(world, entity, scene.extra);
  keep(world, entity, JointSettings, {
    parentName: scene.parent === scene.parentLink ? "" : scene.parent,
    childName: scene.child === scene.childLink ? "" : scene.child,
    threadPitch: scene.threadPitch,
    gearboxRatio: scene.gearboxRatio,
    gearboxReferenceBody: scene.gearboxReferenceBody,
    ...(scene.unusedAxes && { unusedAxes: scene.unusedAxes }),
  });
  spawnParts(world, entity, parts, scene);
  return entity;
}

/** Swaps limits in the wrong order, which some files contain and engines refuse. */
function withOrderedLimits(axis: JointAxis): JointAxis {
  return axis.lower <= axis.upper ? axis : { ...axis, lower: axis.upper, upper: axis.lower };
}

export function saveJoint(world: World, entity: Entity): JointScene {
  const { parent, child } = stored(world, entity, JointLinks);
  const { parentName, childName, ...settings } = stored(world, entity, JointSettings);
  const holder = world.parentOf(entity);
  const parentLink = nameBelow(world, holder, parent as Entity);
  const childLink = nameBelow(world, holder, child as Entity);
  return {
    name: saveName(world, entity),
    type: stored(world, entity, JointType),
    parent: parentName || parentLink,
    child: childName || childLink,
    parentLink,
    childLink,
    pose: stored(world, entity, JointChildFrame),
    ...positionWithoutTurns(world, entity),
    axes: axesWithoutTurns(world, entity),
    ...saveParts(world, entity, parts),
    ...settings,
    ...saveExtra(world, entity),
  };
}
