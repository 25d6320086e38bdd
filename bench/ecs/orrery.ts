import { numeric, type NumericComponent } from "../../packages/sim/src/ecs/component.ts";
import type { Entity } from "../../packages/sim/src/ecs/entities.ts";
import { diff, type Snapshot } from "../../packages/sim/src/ecs/snapshot.ts";
import { World } from "../../packages/sim/src/ecs/world.ts";
import { DT, members, type Member, type Population } from "./population.ts";

const Position = numeric("bench.Position", { x: 0, y: 0, z: 0 });
const Velocity = numeric("bench.Velocity", { x: 0, y: 0, z: 0 });
const Extra = numeric("bench.Extra", { value: 0 });

/** Orrery's, as systems use it: queries and columns are kept, hot loops iterate over runs of rows. */
export class Orrery {
  readonly #world = new World();
  readonly #moving = this.#world.query(Position, Velocity);
  readonly #extra = this.#world.query(Position, Extra);
  readonly #positions = this.#world.column(Position);
  readonly #velocities = this.#world.column(Velocity);
  readonly #members: readonly Member[];
  readonly #kinds: readonly NumericComponent<{ readonly value: number }>[];
  #entities: Entity[] = [];
  #last: Snapshot;
  #version = 0;

  constructor(population: Population) {
    this.#members = members(population);
    this.#kinds = Array.from({ length: population.kinds }, (_, i) => numeric(`bench.Kind${i}`, { value: 0 }));
    this.create();
    this.#last = this.#world.snapshot();
    this.#version = this.#world.changesSince(0).version;
  }

  move(): void {
    const runs = this.#moving.runs;
    for (let r = 0; r < runs.length; r += 3) {
      const positions = this.#positions.from(runs[r + 1]!);
      const velocities = this.#velocities.from(runs[r + 2]!);
      for (let i = 0, end = runs[r]! * 3; i < end; i += 3) {
        positions[i]! += velocities[i]! * DT;
        positions[i + 1]! += velocities[i + 1]! * DT;
        positions[i + 2]! += velocities[i + 2]! * DT;
      }
    }
  }

  /** With stamps, for readers of changes and snapshots. */
  moveStamped(): void {
    const runs = this.#moving.runs;
    for (let r = 0; r < runs.length; r += 3) {
      const positions = this.#positions.from(runs[r + 1]!);
      const velocities = this.#velocities.from(runs[r + 2]!);
      for (let i = 0, end = runs[r]! * 3; i < end; i += 3) {
        positions[i]! += velocities[i]! * DT;
        positions[i + 1]! += velocities[i + 1]! * DT;
        positions[i + 2]! += velocities[i + 2]! * DT;
      }
      this.#positions.stampRun(runs[r + 1]!, runs[r]!);
    }
  }

  /** Adds a component to all, counts the entities that have it, and removes it. */
  addRemove(): number {
    for (const entity of this.#entities) this.#world.set(entity, Extra, { value: 1.5 });
    const found = this.#extra.count;
    for (const entity of this.#entities) this.#world.unset(entity, Extra);
    return found - this.#extra.count;
  }

  create(): number {
    this.#entities = this.#members.map(({ moves, kind, position, velocity }) => {
      const entity = this.#world.create();
      this.#world.set(entity, Position, position);
      if (moves) this.#world.set(entity, Velocity, velocity);
      if (kind >= 0) this.#world.set(entity, this.#kinds[kind]!, { value: 0.5 });
      return entity;
    });
    // As in a pass of a running world: systems ask for runs, then rows are moved where that helps.
    void this.#moving.runs;
    this.#world.tidy();
    return this.#moving.count;
  }

  recreate(): number {
    for (const entity of this.#entities) this.#world.remove(entity);
    return this.create();
  }

  /** Writes the position of every n-th entity. */
  nudge(every: number): void {
    const { data } = this.#positions;
    for (let i = 0; i < this.#entities.length; i += every) {
      const row = this.#positions.row(this.#entities[i]!);
      data[row * 3]! += 0.5;
      data[row * 3 + 1]! -= 0.5;
      data[row * 3 + 2]! += 0.25;
      this.#positions.stamp(row);
    }
  }

  /** Takes a snapshot after writing one row of each column, so that every column is copied. */
  snapshot(): Snapshot {
    this.#positions.stamp(0);
    this.#velocities.stamp(0);
    return this.#world.snapshot();
  }

  /** Restores the present values. */
  restorer(): () => void {
    const saved = this.#world.snapshot();
    return () => this.#world.restore(saved);
  }

  /** Returns the number of values changed since the last call. */
  diff(): number {
    const now = this.#world.snapshot();
    const { set } = diff(this.#last, now);
    this.#last = now;
    return set.reduce((sum, { entities }) => sum + entities.length, 0);
  }

  changes(): number {
    const { delta, version } = this.#world.changesSince(this.#version);
    this.#version = version;
    return delta.set.reduce((sum, { entities }) => sum + entities.length, 0);
  }

  /** Returns a checksum of all positions: contenders that did the same work have the same one. */
  sum(): number {
    return this.#entities.reduce((sum, entity) => {
      const { x, y, z } = this.#world.get(entity, Position)!;
      return sum + x + y * 2 + z * 3;
    }, 0);
  }
}
