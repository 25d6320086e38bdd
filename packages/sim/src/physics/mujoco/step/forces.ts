import type { Vec3 } from "../../../base/vec3.ts";
import { MovedSlots } from "../../moved-slots.ts";
import type { MujocoModel } from "../model/model.ts";
import { grown } from "../../../base/grown.ts";
import { bytesOf } from "../../typed-arrays.ts";

/**
 * Numbers per body: force at points of the world, its torque about the world's origin, force at the centre of mass,
 * torque.
 */
const NUMBERS = 12;

/** Forces on bodies for the next step, by slot. */
export class MujocoForces {
  #numbers = new Float64Array(16 * NUMBERS);
  #active = new MovedSlots();

  addAt(slot: number, force: Vec3, point: Vec3): void {
    const at = this.#reach(slot);
    this.#add(at, force.x, force.y, force.z);
    this.#add(
      at + 3,
      point.y * force.z - point.z * force.y,
      point.z * force.x - point.x * force.z,
      point.x * force.y - point.y * force.x,
    );
  }

  addAtCentre(slot: number, { x, y, z }: Vec3): void {
    this.#add(this.#reach(slot) + 6, x, y, z);
  }

  addTorque(slot: number, { x, y, z }: Vec3): void {
    this.#add(this.#reach(slot) + 9, x, y, z);
  }

  remove(slot: number): void {
    if (!this.#active.has(slot)) return;
    this.#active.remove(slot);
    this.#numbers.fill(0, slot * NUMBERS, (slot + 1) * NUMBERS);
  }

  /** Adds the forces to those that MuJoCo applies. Its poses must be up to date. */
  apply(model: MujocoModel): void {
    if (this.#active.count === 0) return;
    const { indexes, bodies } = model;
    const { xfrc_applied: applied, xipos } = model.views;
    for (let i = 0; i < this.#active.count; i++) {
      const slot = this.#active.at(i);
      const index = indexes[slot] ?? -1;
      if (index < 0) continue;
      const body = bodies[index]!;
      const numbers = this.#numbers;
      const n = slot * NUMBERS;
      for (let k = 0; k < 3; k++) {
        const j = (k + 1) % 3;
        const l = (k + 2) % 3;
        applied[6 * body + k]! += numbers[n + k]! + numbers[n + 6 + k]!;
        // Torque about the centre of mass.
        applied[6 * body + 3 + k]! +=
          numbers[n + 9 + k]! +
          numbers[n + 3 + k]! -
          (xipos[3 * body + j]! * numbers[n + l]! - xipos[3 * body + l]! * numbers[n + j]!);
      }
    }
  }

  /** Clears the forces, which act for one step only. */
  clear(model: MujocoModel): void {
    if (this.#active.count === 0) return;
    const { indexes, bodies, views } = model;
    for (let i = 0; i < this.#active.count; i++) {
      const slot = this.#active.at(i);
      this.#numbers.fill(0, slot * NUMBERS, (slot + 1) * NUMBERS);
      const body = bodies[indexes[slot] ?? -1];
      if (body !== undefined) views.xfrc_applied.fill(0, 6 * body, 6 * body + 6);
    }
    this.#active.clear();
  }

  /** Returns the slots, then the numbers. */
  sections(): Uint8Array[] {
    const slots = new Int32Array(this.#active.section().slice().buffer);
    const numbers = new Float64Array(slots.length * NUMBERS);
    slots.forEach((slot, i) => numbers.set(this.#numbers.subarray(slot * NUMBERS, (slot + 1) * NUMBERS), i * NUMBERS));
    return [bytesOf(slots, slots.length), bytesOf(numbers, numbers.length)];
  }

  static from([slots, numbers]: readonly Uint8Array[]): MujocoForces {
    const forces = new MujocoForces();
    if (slots === undefined || numbers?.length !== (slots.length / 4) * 8 * NUMBERS) {
      throw new Error("the state's table of forces is damaged");
    }
    const values = new Float64Array(numbers.slice().buffer);
    new Int32Array(slots.slice().buffer).forEach((slot, i) => {
      const at = forces.#reach(slot);
      forces.#numbers.set(values.subarray(i * NUMBERS, (i + 1) * NUMBERS), at);
    });
    return forces;
  }

  #reach(slot: number): number {
    this.#active.add(slot);
    const needed = (slot + 1) * NUMBERS;
    if (needed > this.#numbers.length) {
      this.#numbers = grown(this.#numbers, new Float64Array(Math.max(needed, 2 * this.#numbers.length)));
    }
    return slot * NUMBERS;
  }

  #add(at: number, x: number, y: number, z: number): void {
    this.#numbers[at]! += x;
    this.#numbers[at + 1]! += y;
    this.#numbers[at + 2]! += z;
  }
}
