import {
  WorldAngularAcceleration,
  WorldAngularVelocity,
  WorldLinearAcceleration,
  WorldLinearVelocity,
} from "../../components/motion.ts";
import type { NumericComponent } from "../../ecs/component.ts";
import type { World } from "../../ecs/world.ts";

type Vector = { readonly x: number; readonly y: number; readonly z: number };

/** Accelerations of the links that have such a component: the change of velocity over a step, as engines give none. */
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
    const query = this.#world.query(this.#result, this.#of);
    if (query.count === 0) return;
    if (this.#old.length < query.count * 3) this.#old = new Float64Array(query.count * 3);
    const { data } = this.#world.column(this.#of);
    const rows = query.rows(1);
    for (let i = 0; i < query.count; i++) for (let k = 0; k < 3; k++) this.#old[i * 3 + k] = data[rows[i]! * 3 + k]!;
  }

  after(dt: number): void {
    const query = this.#world.query(this.#result, this.#of);
    if (query.count === 0) return;
    const now = this.#world.column(this.#of).data;
    const column = this.#world.column(this.#result);
    const [rows, nowRows] = [query.rows(0), query.rows(1)];
    for (let i = 0; i < query.count; i++) {
      let isNew = false;
      for (let k = 0; k < 3; k++) {
        const value = (now[nowRows[i]! * 3 + k]! - this.#old[i * 3 + k]!) / dt;
        isNew ||= value !== column.data[rows[i]! * 3 + k];
        column.data[rows[i]! * 3 + k] = value;
      }
      // A link at rest has nothing to tell.
      if (isNew) column.stamp(rows[i]!);
    }
  }
}
