import { identityPose, rotationOf, type Pose } from "../../base/pose.ts";
import { conjugate, rotate } from "../../base/quat.ts";
import { zero, type Vec3 } from "../../base/vec3.ts";
import { carried, hinging, reach, type Motion } from "./joint.ts";
import type { MujocoModel } from "./model/model.ts";
import type { NodePlace } from "./model/places.ts";
import { readMotion } from "./read.ts";
import type { MujocoScene, SceneBody } from "./scene/scene.ts";
import type { TreeNode } from "./model/tree.ts";
import { poseAtZero } from "./model/xml.ts";

/** A requested pose or velocity of a body that is not in the joint coordinates yet. */
export interface Wish {
  pose?: Pose;
  linear?: Vec3;
  angular?: Vec3;
}

export interface Placing {
  readonly wishes: ReadonlyMap<SceneBody, Wish>;
  /** Nodes whose coordinates have no values yet. */
  readonly strange: ReadonlySet<TreeNode>;
  /** The previous motion of bodies whose nodes are strange; the model has that of all others. */
  readonly before: ReadonlyMap<SceneBody, Motion>;
}

const atRest: Motion = { pose: identityPose, linear: zero, angular: zero };

/**
 * Converts requested poses and velocities to joint coordinates. Joints hold: a body comes as near to its requested pose
 * as its joint allows, and bodies attached to a moved body stay where they were as far as their joints allow. Returns
 * the places that have new coordinates. The model's poses must be up to date for all nodes that are not strange, and
 * are stale afterwards.
 */
export function placeBodies(model: MujocoModel, scene: MujocoScene, placing: Placing): NodePlace[] {
  const { wishes, strange, before } = placing;
  const now = (body: SceneBody): Motion => readMotion(model, model.indexes[body.slot]!);
  const wanted = (body: SceneBody): Motion => {
    const { pose, linear, angular } = wishes.get(body) ?? {};
    const last = before.get(body) ?? now(body);
    return { pose: pose ?? last.pose, linear: linear ?? last.linear, angular: angular ?? last.angular };
  };
  const moved = new Set<TreeNode>();
  for (const { node, owner, above } of model.nodes) {
    if (strange.has(node) || wishes.has(owner) || (above !== undefined && moved.has(above))) moved.add(node);
  }
  const motions = new Map<TreeNode, Motion>();
  const ofBody = new Map<SceneBody, Motion>();
  const places: NodePlace[] = [];
  const place = (at: NodePlace): void => {
    places.push(at);
    const { node, owner, above } = at;
    const want = ofBody.get(owner) ?? wanted(owner);
    if (node.joint === undefined) {
      writeFree(model, at, want);
      motions.set(node, want);
      ofBody.set(owner, want);
      return;
    }
    const joint = scene.joint(node.joint).desc;
    const base = above === undefined ? atRest : (motions.get(above) ?? now(scene.body(above.body)));
    const last = strange.has(node)
      ? []
      : Array.from(model.views.qpos.subarray(at.position, at.position + at.positions));
    const start = carried(base, poseAtZero(scene, node, joint, above));
    const { position, velocity, motion } = reach(hinging(node, joint), start, want, last);
    write(model.views.qpos, at.position, position, strange.has(node));
    write(model.views.qvel, at.velocity, velocity, strange.has(node));
    motions.set(node, motion);
    if (!node.isCopy) ofBody.set(owner, motion);
  };
  for (const at of model.nodes) if (moved.has(at.node) && !at.node.isCopy) place(at);
  // Copies follow their bodies, which may come later in the tree.
  for (const at of model.nodes) if (at.node.isCopy && (moved.has(at.node) || ofBody.has(at.owner))) place(at);
  return places;
}

function writeFree({ views }: MujocoModel, { position, velocity }: NodePlace, { pose, linear, angular }: Motion): void {
  const { x, y, z, qx, qy, qz, qw } = pose;
  views.qpos.set([x, y, z, qw, qx, qy, qz], position);
  const local = rotate(conjugate(rotationOf(pose)), angular);
  views.qvel.set([linear.x, linear.y, linear.z, local.x, local.y, local.z], velocity);
}

/** Writes values unless they differ only by rounding, as the joints of a robot do when it is moved as a whole. */
function write(to: Float64Array, at: number, values: readonly number[], isNew: boolean): void {
  values.forEach((value, i) => {
    const last = to[at + i]!;
    const near = 1e-12 * Math.max(1, Math.abs(last));
    if (isNew || !(Math.abs(value - last) <= near)) to[at + i] = value;
  });
}
