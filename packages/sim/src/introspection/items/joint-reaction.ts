import { compose, rotationOf, type Pose } from "../../base/pose.ts";
import { rotate } from "../../base/quat.ts";
import { add, cross, dot, scale, subtract, zero, type Vec3 } from "../../base/vec3.ts";
import { JointAxes, JointChildFrame, JointLinks, JointParentFrame, JointType } from "../../components/joint.ts";
import { WorldWrenchCmd } from "../../components/motion.ts";
import { IsCollision } from "../../components/identity.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { worldPose } from "../../entities/find.ts";
import type { Contact } from "../../physics/engine.ts";
import type { Probe } from "../item.ts";
import type { Step } from "../watched-step.ts";
import { writeVector, type WorldParts } from "./property.ts";
import { gravityOf, momentAbout, rigidStateOf, whyFixed } from "./rigid-state.ts";

/** What of a joint's load is wanted: a vector, or what acts along an axis. */
export type Part = "force" | "torque" | { readonly axis: number };

/** A force and a torque about the world's origin. */
interface Wrench {
  readonly force: Vec3;
  readonly torque: Vec3;
}

/** Returns why the load on a joint is not known; `undefined` when it is. */
export function whyNoReaction(parts: WorldParts, joint: Entity): string | undefined {
  const physics = parts.physics();
  if (physics === undefined) return "no physics runs in this world";
  // Not whether it knows this one now: a new joint reaches the engine in its first step.
  if (physics.knowsJointLoads) return undefined;
  const links = parts.world.get(joint, JointLinks);
  if (links === undefined || !parts.world.exists(links.child as Entity)) return "the joint has no child link";
  if (parts.world.get(joint, JointType) === "gearbox") return "a gearbox carries no load in this engine";
  if (whyFixed(parts.world, links.child as Entity) !== undefined) return "the child link is static or kinematic";
  if (beyond(parts.world, joint) !== undefined) return undefined;
  return "the joint is part of a closed loop, in which this engine does not tell who carries what; MuJoCo does";
}

/** Reads the load on a joint: from the engine where it knows it, or else from how the links beyond the joint move. */
export function jointReaction(parts: WorldParts, joint: Entity, part: Part): Probe {
  let before: Balance | undefined;
  return {
    begin() {
      before = parts.physics()?.readJointWrench(joint, record) === true ? undefined : balanceBefore(parts, joint);
    },
    read(step, out, at) {
      const anchor = anchorOf(parts.world, joint);
      if (anchor === undefined) return;
      const wrench = fromEngine(parts, joint, anchor) ?? (before && fromMotion(parts, before, step));
      if (wrench !== undefined) write(parts, joint, part, anchor, wrench, out, at);
    },
  };
}

const record = new Float64Array(6);

function fromEngine({ physics }: WorldParts, joint: Entity, anchor: Pose): Wrench | undefined {
  if (physics()?.readJointWrench(joint, record) !== true) return undefined;
  const force = { x: record[0]!, y: record[1]!, z: record[2]! };
  const torque = { x: record[3]!, y: record[4]!, z: record[5]! };
  return { force, torque: add(torque, cross(anchor, force)) };
}

function write(
  parts: WorldParts,
  joint: Entity,
  part: Part,
  anchor: Pose,
  { force, torque }: Wrench,
  out: Float64Array,
  at: number,
): void {
  if (part === "force") return writeVector(force, out, at);
  const about = subtract(torque, cross(anchor, force));
  if (part === "torque") return writeVector(about, out, at);
  const axis = axisOf(parts.world, joint, part.axis, anchor);
  if (axis === undefined) return undefined;
  out[at] = dot(axis, parts.world.get(joint, JointType) === "prismatic" ? force : about);
  return undefined;
}

function anchorOf(world: World, joint: Entity): Pose | undefined {
  const child = (world.get(joint, JointLinks)?.child ?? 0) as Entity;
  if (!world.exists(child)) return undefined;
  return compose(worldPose(world, child), world.get(joint, JointChildFrame) ?? JointChildFrame.initial());
}

/** Returns an axis in the world. The first of two belongs to the parent, any other to the child. */
function axisOf(world: World, joint: Entity, index: number, anchor: Pose): Vec3 | undefined {
  const axes = world.get(joint, JointAxes) ?? [];
  const axis = axes[index];
  if (axis === undefined) return undefined;
  if (index > 0 || axes.length === 1) return rotate(rotationOf(anchor), axis.xyz);
  const parent = (world.get(joint, JointLinks)?.parent ?? 0) as Entity;
  const frame = world.get(joint, JointParentFrame) ?? JointParentFrame.initial();
  return rotate(rotationOf(parent === 0 ? frame : compose(worldPose(world, parent), frame)), axis.xyz);
}

/** What moved the links beyond a joint before a step, and what is known to pull them. */
interface Balance {
  readonly links: readonly Entity[];
  /** Linear and angular momentum about the world's origin, of all links together. */
  readonly momentum: Wrench;
  /** Gravity and commanded wrenches. */
  readonly pulls: Wrench;
}

function balanceBefore(parts: WorldParts, joint: Entity): Balance | undefined {
  const { world } = parts;
  const links = world.exists(joint) ? beyond(world, joint) : undefined;
  if (links === undefined) return undefined;
  let pulls: Wrench = { force: zero, torque: zero };
  for (const link of links) {
    const { mass, centre } = rigidStateOf(world, link);
    pulls = pulled(pulls, scale(gravityOf(world, parts.root, link), mass), centre);
    const command = world.get(link, WorldWrenchCmd);
    if (command === undefined) continue;
    pulls = pulled(pulls, { x: command.fx, y: command.fy, z: command.fz }, worldPose(world, link));
    pulls = { ...pulls, torque: add(pulls.torque, { x: command.tx, y: command.ty, z: command.tz }) };
  }
  return { links, momentum: momentumOf(world, links), pulls };
}

/** What the joint must have done: by how much the momentum changed, less gravity, commands and contacts. */
function fromMotion(parts: WorldParts, { links, momentum, pulls }: Balance, step: Step): Wrench | undefined {
  const { world } = parts;
  if (links.some((link) => !world.exists(link))) return undefined;
  const now = momentumOf(world, links);
  let others = pulls;
  const own = shapesOf(world, links);
  for (const contact of parts.contacts.of(step)) others = touched(others, own, contact);
  const gain = (after: Vec3, before: Vec3): Vec3 => scale(subtract(after, before), 1 / step.dt);
  return {
    force: subtract(gain(now.force, momentum.force), others.force),
    torque: subtract(gain(now.torque, momentum.torque), others.torque),
  };
}

function momentumOf(world: World, links: readonly Entity[]): Wrench {
  let [force, torque] = [zero, zero];
  for (const link of links) {
    const state = rigidStateOf(world, link);
    force = add(force, state.momentum);
    torque = add(torque, momentAbout(zero, state));
  }
  return { force, torque };
}

function pulled({ force, torque }: Wrench, pull: Vec3, point: Vec3): Wrench {
  return { force: add(force, pull), torque: add(torque, cross(point, pull)) };
}

function shapesOf(world: World, links: readonly Entity[]): ReadonlySet<number> {
  return new Set(links.flatMap((link) => world.childrenOf(link).filter((child) => world.has(child, IsCollision))));
}

function touched(sum: Wrench, own: ReadonlySet<number>, { shape1, shape2, points }: Contact): Wrench {
  if (own.has(shape1) === own.has(shape2)) return sum;
  const sign = own.has(shape2) ? 1 : -1;
  return points.reduce((all, { force, position }) => pulled(all, scale(force, sign), position), sum);
}

/**
 * Returns the links that hang on a joint, its child first; `undefined` when they are held in another way too: by a
 * joint of theirs to the world or to something fixed, or by a loop back to the parent.
 */
function beyond(world: World, joint: Entity): readonly Entity[] | undefined {
  const links = world.get(joint, JointLinks);
  if (links === undefined || !world.exists(links.child as Entity)) return undefined;
  const found = new Set<number>([links.child]);
  const rest = [links.child];
  for (let link = rest.pop(); link !== undefined; link = rest.pop()) {
    for (const [other, { parent, child }] of world.query(JointLinks)) {
      if (other === joint || (parent !== link && child !== link)) continue;
      const next = parent === link ? child : parent;
      if (next === 0 || next === links.parent || !world.exists(next as Entity)) return undefined;
      if (whyFixed(world, next as Entity) !== undefined) return undefined;
      if (!found.has(next)) rest.push(next);
      found.add(next);
    }
  }
  return [...found] as Entity[];
}
