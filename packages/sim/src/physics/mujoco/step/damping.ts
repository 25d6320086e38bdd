import { BODY_RECORD } from "../../engine.ts";
import type { MujocoModel } from "../model/model.ts";
import { readRecord } from "../read.ts";

/** Applies implicit damping to bodies whose velocity decays. */
export function dampBodies(model: MujocoModel, dt: number): void {
  if (model.damped.length === 0) return;
  const { views } = model;
  const { xfrc_applied: applied, xipos, ximat } = views;
  for (const index of model.damped) {
    const { owner, body } = model.whole[index]!;
    const { mass, moments } = owner.mass!;
    readRecord(model, views, index, record, 0);
    const linear = owner.linearDamping / (1 + owner.linearDamping * dt);
    const angular = owner.angularDamping / (1 + owner.angularDamping * dt);
    const m = 9 * body;
    for (let k = 0; k < 3; k++)
      momentum[k] = ximat[m + k]! * record[10]! + ximat[m + 3 + k]! * record[11]! + ximat[m + 6 + k]! * record[12]!;
    momentum[0] = moments.x * momentum[0]!;
    momentum[1] = moments.y * momentum[1]!;
    momentum[2] = moments.z * momentum[2]!;
    for (let k = 0; k < 3; k++) {
      const j = (k + 1) % 3;
      const l = (k + 2) % 3;
      const armJ = xipos[3 * body + j]! - record[j]!;
      const armL = xipos[3 * body + l]! - record[l]!;
      const speed = record[7 + k]! + record[10 + j]! * armL - record[10 + l]! * armJ;
      applied[6 * body + k]! -= linear * mass * speed;
      applied[6 * body + 3 + k]! -=
        angular *
        (ximat[m + 3 * k]! * momentum[0] + ximat[m + 3 * k + 1]! * momentum[1] + ximat[m + 3 * k + 2]! * momentum[2]);
    }
  }
}

export function clearDamping({ damped, whole, views }: MujocoModel): void {
  for (const index of damped) views.xfrc_applied.fill(0, 6 * whole[index]!.body, 6 * whole[index]!.body + 6);
}

const record = new Float64Array(BODY_RECORD);
/** Along the body's principal axes. */
const momentum = new Float64Array(3);
