import type { MujocoViews } from "../model/views.ts";

/** Coordinates, velocities and warm starts before a step, in reused memory. */
export class BeforeStep {
  #numbers = new Float64Array(0);

  keep({ qpos, qvel, qacc_warmstart }: MujocoViews): void {
    const size = qpos.length + qvel.length + qacc_warmstart.length;
    if (this.#numbers.length < size) this.#numbers = new Float64Array(2 * size);
    this.#numbers.set(qpos);
    this.#numbers.set(qvel, qpos.length);
    this.#numbers.set(qacc_warmstart, qpos.length + qvel.length);
  }

  putBack({ qpos, qvel, qacc_warmstart }: MujocoViews): void {
    const velocities = qpos.length + qvel.length;
    qpos.set(this.#numbers.subarray(0, qpos.length));
    qvel.set(this.#numbers.subarray(qpos.length, velocities));
    qacc_warmstart.set(this.#numbers.subarray(velocities, velocities + qacc_warmstart.length));
  }
}
