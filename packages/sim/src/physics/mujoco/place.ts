import { identityPose, rotationOf, type Pose } from "../../base/pose.ts";
import { conjugate, rotate } from "../../base/quat.ts";
import { zero, type Vec3 } from "../../base/vec3.ts";
import type { JointDesc } from "../engine.ts";
import { carried, hinging, reach, type Motion } from "./joint.ts";
import type { MujocoModel } from "./model/model.ts";
import type { NodeAddress } from "./model/addresses.ts";
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
export function placeBodies(model: MujocoModel, scene: MujocoScene, placing: Placing): NodeAddress[] {
  const placement = new Placement(model, scene, placing);
  placement.placeMoved();
  placement.placeCopies();
  return placement.places;
}

/** One run of `placeBodies`: what has a new place so far. */
class Placement {
  readonly places: NodeAddress[] = [];
  readonly #model: MujocoModel;
  readonly #scene: MujocoScene;
  readonly #placing: Placing;
  /** Nodes that get new coordinates: strange ones, those of requests, and all that hang on them. */
  readonly #moved = new Set<TreeNode>();
  readonly #motions = new Map<TreeNode, Motion>();
  readonly #ofBody = new Map<SceneBody, Motion>();

  constructor(model: MujocoModel, scene: MujocoScene, placing: Placing) {
    this.#model = model;
    this.#scene = scene;
    this.#placing = placing;
    const { strange, wishes } = placing;
    const moved = this.#moved;
    for (const { node, owner, above } of model.nodes) {
      if (strange.has(node) || wishes.has(owner) || (above !== undefined && moved.has(above))) moved.add(node);
    }
  }

  placeMoved(): void {
    for (const at of this.#model.nodes) if (this.#moved.has(at.node) && !at.node.isCopy) this.#place(at);
  }

  /** Comes last, because copies follow their bodies, which may come later in the tree. */
  placeCopies(): void {
    for (const at of this.#model.nodes) {
      if (at.node.isCopy && (this.#moved.has(at.node) || this.#ofBody.has(at.owner))) this.#place(at);
    }
  }

  #place(at: NodeAddress): void {
    this.places.push(at);
    const { node, owner } = at;
    const want = this.#ofBody.get(owner) ?? this.#wanted(owner);
    if (node.joint === undefined) {
      writeFree(this.#model, at, want);
      this.#motions.set(node, want);
      this.#ofBody.set(owner, want);
    } else {
      const motion = this.#placeOnJoint(at, this.#scene.joint(node.joint).desc, want);
      this.#motions.set(node, motion);
      if (!node.isCopy) this.#ofBody.set(owner, motion);
    }
  }

  /** Writes the joint coordinates that come nearest to a wanted motion, and returns the motion that they give. */
  #placeOnJoint(
    { node, above, position: at, positions, velocity: first }: NodeAddress,
    joint: JointDesc,
    want: Motion,
  ): Motion {
    const { qpos, qvel } = this.#model.views;
    const isStrange = this.#placing.strange.has(node);
    const last = isStrange ? [] : Array.from(qpos.subarray(at, at + positions));
    const start = carried(this.#motionAbove(above), poseAtZero(this.#scene, node, joint, above));
    const { position, velocity, motion } = reach(hinging(node, joint), start, want, last);
    write(qpos, at, position, isStrange);
    write(qvel, first, velocity, isStrange);
    return motion;
  }

  #motionAbove(above: TreeNode | undefined): Motion {
    if (above === undefined) return atRest;
    return this.#motions.get(above) ?? this.#now(this.#scene.body(above.body));
  }

  #wanted(body: SceneBody): Motion {
    const { pose, linear, angular } = this.#placing.wishes.get(body) ?? {};
    const last = this.#placing.before.get(body) ?? this.#now(body);
    return { pose: pose ?? last.pose, linear: linear ?? last.linear, angular: angular ?? last.angular };
  }

  #now(body: SceneBody): Motion {
    return readMotion(this.#model, this.#model.indexes[body.slot]!);
  }
}

function writeFree(
  { views }: MujocoModel,
  { position, velocity }: NodeAddress,
  { pose, linear, angular }: Motion,
): void {
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
