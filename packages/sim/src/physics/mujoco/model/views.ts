import type { MjData, MjModel } from "./module.ts";

/** Arrays in MuJoCo's memory. They become invalid when the memory grows. */
export type MujocoViews = Pick<
  MjData,
  | "qpos"
  | "qvel"
  | "qacc_warmstart"
  | "ctrl"
  | "qfrc_applied"
  | "xfrc_applied"
  | "xpos"
  | "xquat"
  | "xanchor"
  | "xaxis"
  | "xipos"
  | "ximat"
> &
  Pick<
    MjModel,
    | "geom_friction"
    | "geom_priority"
    | "dof_invweight0"
    | "jnt_margin"
    | "jnt_range"
    | "actuator_gainprm"
    | "actuator_biasprm"
    | "actuator_forcerange"
  > & { readonly arenaDoubles: Float64Array; readonly arenaInts: Int32Array };

export function viewsOf(model: MjModel, data: MjData): MujocoViews {
  const { buffer, byteOffset, byteLength } = data.arena;
  return {
    qpos: data.qpos,
    qvel: data.qvel,
    qacc_warmstart: data.qacc_warmstart,
    ctrl: data.ctrl,
    qfrc_applied: data.qfrc_applied,
    xfrc_applied: data.xfrc_applied,
    xpos: data.xpos,
    xquat: data.xquat,
    xanchor: data.xanchor,
    xaxis: data.xaxis,
    xipos: data.xipos,
    ximat: data.ximat,
    geom_friction: model.geom_friction,
    geom_priority: model.geom_priority,
    dof_invweight0: model.dof_invweight0,
    jnt_margin: model.jnt_margin,
    jnt_range: model.jnt_range,
    actuator_gainprm: model.actuator_gainprm,
    actuator_biasprm: model.actuator_biasprm,
    actuator_forcerange: model.actuator_forcerange,
    arenaDoubles: new Float64Array(buffer, byteOffset, Math.floor(byteLength / 8)),
    arenaInts: new Int32Array(buffer, byteOffset, Math.floor(byteLength / 4)),
  };
}
