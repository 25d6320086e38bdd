import {
  WorldAngularAcceleration,
  WorldAngularVelocity,
  WorldLinearAcceleration,
  WorldLinearVelocity,
} from "../../components/motion.ts";
import type { NumericComponent } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";

type Vector = { readonly x: number; readonly y: number; readonly z: number };

/**
 * Updates the accelerations of the links that have such a component, as the change of velocity over a step; engines do
 * not provide them.
 */
export class Accelerations {
  readonly #parts: readonly Difference[];

  constructor(world: World) {
    this.#parts = [
      new Difference(world, WorldLinearAcceleration, WorldLinearVelocity),
      new Difference(world, WorldAngularAcceleration, WorldAngularVelocity),
    ];
  }

  before(): void {
    for (const part of this.#parts) part.before();
  }

  after(dt: number): void {
    for (const part of this.#parts) part.after(dt);
  }
}

class Difference {
  readonly #world: World;
  readonly #result: NumericComponent<Vector>;
  readonly #of: NumericComponent<Vector>;
  #old = new Float64Array(0);

  constructor(world: World, result: NumericComponent<Vector>, of: NumericComponent<Vector>) {
    this.#world = world;
    this.#result = result;
    this.#of = of;
  }

  before(): void {
    if (this.#world.query(this.#result).count === 0) return;
    const query = this.#world.query(this.#result, this.#of);
    if (this.#old.length < query.count * 3) this.#old = new Float64Array(query.count * 3);
    const column = this.#world.column(this.#of);
    for (let i = 0; i < query.count; i++) {
      const at = column.row(query.entities[i]! as Entity) * 3;
      for (let k = 0; k < 3; k++) this.#old[i * 3 + k] = column.data[at + k]!;
    }
  }

  after(dt: number): void {
    if (this.#world.query(this.#result).count === 0) return;
    const query = this.#world.query(this.#result, this.#of);
    const now = this.#world.column(this.#of);
    const column = this.#world.column(this.#result);
    for (let i = 0; i < query.count; i++) {
      const link = query.entities[i]! as Entity;
      const at = now.row(link) * 3;
      const row = column.row(link);
      let isNew = false;
      for (let k = 0; k < 3; k++) {
        const value = (now.data[at + k]! - this.#old[i * 3 + k]!) / dt;
        isNew ||= value !== column.data[row * 3 + k];
        column.data[row * 3 + k] = value;
      }
      // A link that stays at rest changes nothing.
      if (isNew) column.stamp(row);
    }
  }
}
