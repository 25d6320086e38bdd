import type { Motion } from "./joint.ts";
import type { MujocoModel } from "./model/model.ts";
import { readMotion } from "./read.ts";
import type { SceneBody, SceneJoint } from "./scene/scene.ts";
import type { TreeNode } from "./model/tree.ts";

/**
 * The state of bodies and joints in a model, for the next model. Keyed by object, because a joint recreated under the
 * same id is a different joint.
 */
export interface Carry {
  readonly numbers: ReadonlyMap<SceneJoint | SceneBody, JointNumbers>;
  readonly motions: ReadonlyMap<SceneBody, Motion>;
}

interface JointNumbers {
  readonly reversed: boolean;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly warmstart: Float64Array;
}

export const nothingCarried: Carry = { numbers: new Map(), motions: new Map() };

/** Takes the state from a model. Its poses must be up to date. */
export function takeCarry(model: MujocoModel): Carry {
  const { qpos, qvel, qacc_warmstart } = model.views;
  const numbers = new Map<SceneJoint | SceneBody, JointNumbers>();
  for (const { key, node, position, velocity, positions, velocities } of model.nodes) {
    numbers.set(key, {
      reversed: node.reversed,
      position: qpos.slice(position, position + positions),
      velocity: qvel.slice(velocity, velocity + velocities),
      warmstart: qacc_warmstart.slice(velocity, velocity + velocities),
    });
  }
  const motions = new Map(model.whole.map(({ owner }, i) => [owner, readMotion(model, i)]));
  return { numbers, motions };
}

/** Gives a new model the state from the last one, to the bit, and returns the nodes that the last one did not have. */
export function putCarry(model: MujocoModel, { numbers }: Carry): Set<TreeNode> {
  const { qpos, qvel, qacc_warmstart } = model.views;
  const strange = new Set<TreeNode>();
  for (const { key, node, position, velocity, positions, velocities } of model.nodes) {
    const last = numbers.get(key);
    // A single coordinate reads the same from either end of the joint; several are ordered differently when the joint
    // is reversed.
    if (last?.position.length === positions && (positions === 1 || last.reversed === node.reversed)) {
      qpos.set(last.position, position);
      qvel.set(last.velocity, velocity);
      qacc_warmstart.set(last.warmstart, velocity);
    } else {
      strange.add(node);
      qacc_warmstart.fill(0, velocity, velocity + velocities);
    }
  }
  return strange;
}
