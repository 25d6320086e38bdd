import type { MujocoModel } from "./model/model.ts";
import type { JointAddress } from "./model/addresses.ts";

/** Computes the forces between bodies in the last step; valid until the next step. */
export function findWrenches({ mujoco, model, data }: MujocoModel): void {
  mujoco.mj_rnePostConstraint(model, data);
}

/** Writes force and torque about the joint's anchor, acting on its child by its parent. Call `findWrenches` first. */
export function readWrench({ model, data, views }: MujocoModel, { address }: JointAddress, out: Float64Array): void {
  const { body, node, joint, positions } = address;
  const wrench = data.cfrc_int;
  const root = 3 * model.body_rootid[body]!;
  const centre = data.subtree_com;
  // A fixed joint does not exist in MuJoCo, so the torque is about its body's origin.
  const anchor = positions > 0 ? views.xanchor : views.xpos;
  const at = 3 * (positions > 0 ? joint : body);
  const sign = node.reversed ? -1 : 1;
  for (let k = 0; k < 3; k++) {
    const j = (k + 1) % 3;
    const l = (k + 2) % 3;
    const arm = (i: number): number => centre[root + i]! - anchor[at + i]!;
    out[k] = sign * wrench[6 * body + 3 + k]!;
    const turn = arm(j) * wrench[6 * body + 3 + l]! - arm(l) * wrench[6 * body + 3 + j]!;
    out[3 + k] = sign * (wrench[6 * body + k]! + turn);
  }
}
