import { JointAxes, JointLinks, JointParentFrame, JointType } from "../../components/joint.ts";
import { composeInto } from "../../base/pose.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { worldPoseInto } from "../../entities/find.ts";
import type { Probe } from "../item.ts";
import { addRotated } from "./flat-vectors.ts";
import type { WorldParts } from "./property.ts";
import { whyFixed } from "./why-fixed.ts";

/** A part of the load on a joint: a vector, or what acts along an axis. */
export type Part = "force" | "torque" | { readonly axis: number };

/** Returns why the load on a joint is not known; `undefined` when it is. */
export function whyNoReaction({ world, physics, readings }: WorldParts, joint: Entity): string | undefined {
  const asked = physics();
  if (asked === undefined) return "no physics runs in this world";
  // Asks about joints in general, because a new joint reaches the engine only in its first step.
  if (asked.knowsJointLoads) return undefined;
  const links = world.get(joint, JointLinks);
  if (links === undefined || !world.exists(links.child as Entity)) return "the joint has no child link";
  if (world.get(joint, JointType) === "gearbox") return "a gearbox carries no load in this engine";
  if (whyFixed(world, links.child as Entity) !== undefined) return "the child link is static or kinematic";
  if (readings.joints.beyond(joint) !== undefined) return undefined;
  return "the joint is part of a closed loop, in which this engine does not tell who carries what; MuJoCo does";
}

/** Reads a part of the load on a joint. */
export function jointReaction({ world, readings }: WorldParts, joint: Entity, part: Part): Probe {
  const load = readings.load(joint);
  if (typeof part !== "string") {
    const isSliding = world.get(joint, JointType) === "prismatic";
    const axis = new Float64Array(3);
    return {
      begin: () => load.begin(),
      read(step, out, at) {
        if (!load.read(step) || !readAxis(world, joint, part.axis, load.anchor, axis)) return;
        const from = isSliding ? 0 : 3;
        const { wrench } = load;
        out[at] = axis[0]! * wrench[from]! + axis[1]! * wrench[from + 1]! + axis[2]! * wrench[from + 2]!;
      },
    };
  }
  const from = part === "force" ? 0 : 3;
  return {
    begin: () => load.begin(),
    read(step, out, at) {
      if (load.read(step)) for (let i = 0; i < 3; i++) out[at + i] = load.wrench[from + i]!;
    },
  };
}

/** Writes an axis in world axes. The first of two axes moves with the parent, all others with the child. */
function readAxis(world: World, joint: Entity, index: number, anchor: Float64Array, out: Float64Array): boolean {
  const axes = world.get(joint, JointAxes);
  const axis = axes?.[index];
  if (axis === undefined) return false;
  const { x, y, z } = axis.xyz;
  out.fill(0);
  if (index > 0 || axes!.length === 1) {
    addRotated(out, 0, anchor, 3, x, y, z);
    return true;
  }
  const links = world.column(JointLinks);
  const row = links.row(joint);
  const parent = (row < 0 ? 0 : links.data[row * links.stride + PARENT]!) as Entity;
  if (parent !== 0 && !world.exists(parent)) return false;
  frame.fill(0);
  frame[6] = 1;
  if (parent !== 0) worldPoseInto(world, parent, frame);
  const frames = world.column(JointParentFrame);
  const own = frames.row(joint);
  if (own >= 0) composeInto(frame, 0, frame, 0, frames.data, own * frames.stride);
  addRotated(out, 0, frame, 3, x, y, z);
  return true;
}

const PARENT = JointLinks.fields.indexOf("parent");
const frame = new Float64Array(7);
