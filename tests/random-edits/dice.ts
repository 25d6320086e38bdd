import { pose, quat, Rng, type Pose, type Vec3 } from "@orrery/sim";
import { seedFrom } from "@orrery/sim/host";

/** All that is random in these tests: the same for one seed and its keys, in every process. */
export class Dice {
  readonly #rng: Rng;

  constructor(seed: number, ...keys: readonly (string | number)[]) {
    this.#rng = new Rng(seedFrom(seed, ...keys));
  }

  chance(probability: number): boolean {
    return this.#rng.uniform() < probability;
  }

  /** 0, 1, … n − 1. */
  below(n: number): number {
    return this.#rng.int(n);
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.#rng.uniform();
  }

  pick<T>(list: readonly T[]): T {
    return list[this.#rng.int(list.length)]!;
  }

  /** Returns each coordinate up to `size`, either way. */
  vector(size: number): Vec3 {
    return { x: this.between(-size, size), y: this.between(-size, size), z: this.between(-size, size) };
  }

  /** At most `distance` off in each direction, turned anyhow. */
  pose(distance: number): Pose {
    const { x, y, z } = this.vector(1);
    return pose(this.vector(distance), quat.normalizeQuat({ x, y, z, w: this.between(0.1, 1) }));
  }
}
