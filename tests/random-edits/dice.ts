import { pose, quat, Rng, type Pose, type Vec3 } from "@orrery/sim";
import { seedFrom } from "@orrery/sim/host";

/** All randomness of these tests: the same for a seed and its keys, in every process. */
export class Dice {
  readonly #rng: Rng;

  constructor(seed: number, ...keys: readonly (string | number)[]) {
    this.#rng = new Rng(seedFrom(seed, ...keys));
  }

  chance(probability: number): boolean {
    return this.#rng.uniform() < probability;
  }

  /** Returns 0, 1, … n − 1. */
  below(n: number): number {
    return this.#rng.int(n);
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.#rng.uniform();
  }

  pick<T>(list: readonly T[]): T {
    return list[this.#rng.int(list.length)]!;
  }

  /** Returns coordinates up to `size` in both directions. */
  vector(size: number): Vec3 {
    return { x: this.between(-size, size), y: this.between(-size, size), z: this.between(-size, size) };
  }

  /** Returns a pose at most `distance` away in each direction, with any rotation. */
  pose(distance: number): Pose {
    const { x, y, z } = this.vector(1);
    return pose(this.vector(distance), quat.normalizeQuat({ x, y, z, w: this.between(0.1, 1) }));
  }
}
