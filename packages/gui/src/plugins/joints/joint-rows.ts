import { partsBelow, scopedName, topModelOf, type Component, type Entity, type World } from "@orrery/sim";
import { childSideOf, jointDrivesOf, type JointDrive } from "@orrery/sim/host";
import { IsJoint, IsStatic, JointAxes, JointLinks, JointType, Name, Plugins } from "@orrery/sim/components";
import { axisLimits, type AxisLimits } from "./axis-range.ts";
import { topicDrive } from "./topic-drives.ts";

/** One axis of a joint, as the panel shows it. */
export interface JointRow {
  /** Stays the same as long as the axis exists. */
  readonly key: string;
  readonly joint: Entity;
  /** Counted from 0. */
  readonly axis: number;
  /** Scoped below the model whose joints are shown; includes the axis if the joint has several. */
  readonly name: string;
  readonly type: string;
  readonly limits: AxisLimits;
  /** The controller that moves it to targets. */
  readonly drive: JointDrive | undefined;
  /** Why its position cannot be set, as text for people. */
  readonly obstacle: string | undefined;
}

export interface ModelJoints {
  readonly rows: readonly JointRow[];
  /** Number of joints without a position: fixed ones and gearboxes. */
  readonly leftOut: number;
}

/**
 * Returns the joints of a model and of the models in it, each before those attached to it. Joints may also be directly
 * below the world. `topics` are those on which controllers expect targets.
 */
export function modelJoints(world: World, model: Entity, topics: ReadonlySet<string> = new Set()): ModelJoints {
  const isJoint = world.has(model, IsJoint);
  const joints = isJoint ? [model] : inKinematicOrder(world, partsBelow(world, model, IsJoint));
  const drives = isJoint ? [] : jointDrivesOf(world, model);
  const prefix = isJoint ? 0 : scopedName(world, model).length + 2;
  const driveOf: DriveOf = (joint, axis) => {
    const own = drives.filter((drive) => drive.joint === joint && drive.axis === axis);
    // Controlling a position is more useful than controlling a speed.
    return own.find(({ quantity }) => quantity === "position") ?? own[0] ?? topicDrive(world, joint, axis, topics);
  };
  const rows = joints.flatMap((joint) => rowsOf(world, joint, scopedName(world, joint).slice(prefix), driveOf));
  const moving = new Set(rows.map(({ joint }) => joint));
  return { rows, leftOut: joints.length - moving.size };
}

/**
 * Returns, by id, the models directly below the world that have joints with positions, and such joints directly below
 * the world.
 */
export function jointedModels(world: World): Entity[] {
  const tops = new Set<Entity>();
  for (const [joint] of world.query(IsJoint)) {
    if (axisNames(world, joint).length > 0) tops.add(topModelOf(world, joint));
  }
  return [...tops].sort((a, b) => a - b);
}

/**
 * Returns the model whose joints are shown: the one that contains the last selected entity, or else the only one with
 * joints.
 */
export function shownModel(world: World, models: readonly Entity[], chosen: Entity | undefined): Entity | undefined {
  if (chosen === undefined || !world.exists(chosen)) return models.length === 1 ? models[0] : undefined;
  const top = topModelOf(world, chosen);
  return models.includes(top) ? top : undefined;
}

/** Returns the rows that contain all words of a search in their name or type. */
export function foundRows(rows: readonly JointRow[], text: string): readonly JointRow[] {
  const words = text.toLowerCase().split(" ").filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter(({ name, type }) => {
    const all = `${name} ${type}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/**
 * Components that the rows depend on: as long as none of these is written, and nothing is created or removed, rows stay
 * the same. Numbers and tags of joints are not included, because they are sent with every state while a joint is
 * watched.
 */
export const DECIDING: readonly Component[] = [Name, IsStatic, JointType, JointAxes, Plugins];

type DriveOf = (joint: Entity, axis: number) => JointDrive | undefined;

function rowsOf(world: World, joint: Entity, name: string, driveOf: DriveOf): JointRow[] {
  const type = world.get(joint, JointType) ?? "fixed";
  const axes = world.get(joint, JointAxes) ?? [];
  const side = childSideOf(world, joint);
  const held = world.has(world.parentOf(joint), IsStatic)
    ? "Its model is static and does not move"
    : "reason" in side
      ? capitalised(side.reason)
      : undefined;
  return axisNames(world, joint).map((axisName, axis) => {
    const { mimic } = axes[axis] ?? {};
    return {
      key: `${joint}/${axis}`,
      joint,
      axis,
      name: axisName === "" ? name : `${name} ${axisName}`,
      type,
      limits: axisLimits(type, axes[axis]),
      drive: driveOf(joint, axis),
      obstacle: mimic === undefined ? held : `It follows the joint ${mimic.joint}`,
    };
  });
}

/** Returns a name for each axis that has a position; empty if there is only one. */
function axisNames(world: World, joint: Entity): readonly string[] {
  switch (world.get(joint, JointType)) {
    case "revolute":
    case "continuous":
    case "prismatic":
    case "screw":
      return [""];
    case "universal":
    case "revolute2":
      return ["axis 1", "axis 2"];
    case "ball":
      return ["x", "y", "z"];
    default:
      return [];
  }
}

/**
 * Orders joints from those whose parents no other joint moves, along each chain to its end; by id where several begin.
 */
function inKinematicOrder(world: World, joints: readonly Entity[]): Entity[] {
  const linksOf = (joint: Entity) => world.get(joint, JointLinks) ?? JointLinks.initial();
  const byParent = Map.groupBy(joints, (joint) => linksOf(joint).parent);
  const children = new Set(joints.map((joint) => linksOf(joint).child));
  const ordered = new Set<Entity>();
  const follow = (joint: Entity): void => {
    if (ordered.has(joint)) return;
    ordered.add(joint);
    for (const next of byParent.get(linksOf(joint).child) ?? []) follow(next);
  };
  for (const joint of joints) if (!children.has(linksOf(joint).parent)) follow(joint);
  // The remaining joints form loops, in which every parent is also a child.
  for (const joint of joints) follow(joint);
  return [...ordered];
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
