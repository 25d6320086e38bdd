import { grown } from "../../../base/grown.ts";

/** Numbers of a motor: its mode, the parameters of that mode, and the force (N·m or N) for the next step. */
export const MOTOR = 6;
export const MODE = 0;
export const TARGET = 1;
export const STIFFNESS = 2;
export const DAMPING = 3;
export const MAX_FORCE = 4;
export const FORCE = 5;

/** The modes of a motor. */
export const OFF = 0;
export const TO_SPEED = 1;
export const TO_POSITION = 2;

export type MotorMode = typeof OFF | typeof TO_SPEED | typeof TO_POSITION;

const MAX_AXES = 2;

/** The motors of all joints in one array, because controllers write to all of them in every step. */
export class MotorTable {
  numbers = new Float64Array(16 * MOTOR);
  #axes = new Uint8Array(8);

  /** Adds the motors of a new joint, all off. */
  add(slot: number, axes: number): void {
    const size = Math.max(slot + 1, 2 * this.#axes.length);
    if (slot >= this.#axes.length) {
      this.#axes = grown(this.#axes, new Uint8Array(size));
      this.numbers = grown(this.numbers, new Float64Array(size * MAX_AXES * MOTOR));
    }
    this.#axes[slot] = axes;
  }

  remove(slot: number): void {
    this.#axes[slot] = 0;
    this.numbers.fill(0, this.at(slot, 0), this.at(slot + 1, 0));
  }

  axes(slot: number): number {
    return this.#axes[slot]!;
  }

  /** Returns the offset of an axis' numbers. */
  at(slot: number, axis: number): number {
    return (slot * MAX_AXES + axis) * MOTOR;
  }

  /** Whether any axis has a force for the next step. */
  get hasForces(): boolean {
    for (let at = FORCE; at < this.numbers.length; at += MOTOR) if (this.numbers[at] !== 0) return true;
    return false;
  }
}
