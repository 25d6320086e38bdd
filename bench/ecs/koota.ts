import { createChanged, createQuery, createWorld, getStore, trait, type Entity, type Trait } from "koota";
import { DT, members, type Member, type Population } from "./population.ts";

const Position = trait({ x: 0, y: 0, z: 0 });
const Velocity = trait({ x: 0, y: 0, z: 0 });
const Extra = trait({ value: 0 });
/** Created on first use: worlds in which nobody asks for changes need not track them. */
let changedSince: ReturnType<typeof createChanged> | undefined;
const Moving = createQuery(Position, Velocity);
const WithExtra = createQuery(Position, Extra);

interface Copy {
  readonly entities: readonly Entity[];
  readonly position: Vectors;
  readonly velocity: Vectors;
}

interface Vectors {
  readonly x: number[];
  readonly y: number[];
  readonly z: number[];
}

/** koota, as its README recommends: prepared queries, update functions created once. */
export class Koota {
  readonly #world = createWorld();
  readonly #members: readonly Member[];
  readonly #kinds: readonly Trait<{ value: number }>[];
  #entities: Entity[] = [];

  constructor(population: Population) {
    this.#members = members(population);
    this.#kinds = Array.from({ length: population.kinds }, () => trait({ value: 0 }));
    this.create();
  }

  move(): void {
    this.#world.query(Moving).useStores(moveStores);
  }

  moveEach(): void {
    this.#world.query(Moving).updateEach(moveOne, { changeDetection: "never" });
  }

  /** With change tracking, for the `Changed` modifier and listeners. */
  moveTracked(): void {
    this.#world.query(Moving).updateEach(moveOne, { changeDetection: "always" });
  }

  addRemove(): number {
    for (const entity of this.#entities) entity.add(Extra({ value: 1.5 }));
    const found = this.#world.query(WithExtra).length;
    for (const entity of this.#entities) entity.remove(Extra);
    return found - this.#world.query(WithExtra).length;
  }

  create(): number {
    this.#entities = this.#members.map(({ moves, kind, position, velocity }) => {
      if (kind < 0) return this.#world.spawn(Position(position), Velocity(velocity));
      const other = this.#kinds[kind]!({ value: 0.5 });
      return moves
        ? this.#world.spawn(Position(position), Velocity(velocity), other)
        : this.#world.spawn(Position(position), other);
    });
    return this.#world.query(Moving).length;
  }

  recreate(): number {
    for (const entity of this.#entities) entity.destroy();
    return this.create();
  }

  nudge(every: number): void {
    const { x, y, z } = getStore(this.#world, Position);
    for (let i = 0; i < this.#entities.length; i += every) {
      const entity = this.#entities[i]!;
      const id = entity.id();
      x[id]! += 0.5;
      y[id]! -= 0.5;
      z[id]! += 0.25;
      entity.changed(Position);
    }
  }

  /** koota has no snapshots, so this copies the stores. */
  snapshot(): Copy {
    return {
      entities: this.#world.query(Moving).slice(),
      position: copyOf(getStore(this.#world, Position)),
      velocity: copyOf(getStore(this.#world, Velocity)),
    };
  }

  /** Uses `updateEach`, which reports the differences to change tracking. */
  restorer(): () => void {
    const { position, velocity } = this.snapshot();
    const putBack = ([p, v]: [Mutable, Mutable], entity: Entity): void => {
      const id = entity.id();
      p.x = position.x[id]!;
      p.y = position.y[id]!;
      p.z = position.z[id]!;
      v.x = velocity.x[id]!;
      v.y = velocity.y[id]!;
      v.z = velocity.z[id]!;
    };
    return () => void this.#world.query(Moving).updateEach(putBack);
  }

  /** Returns ids and values of what was flagged since the last call. */
  changes(): number {
    changedSince ??= createChanged();
    let count = 0;
    for (const each of [Position, Velocity]) {
      this.#world.query(changedSince(each)).useStores(([store], entities) => {
        const changed = { entities, x: [] as number[], y: [] as number[], z: [] as number[] };
        for (const entity of entities) {
          const id = entity.id();
          changed.x.push(store.x[id]!);
          changed.y.push(store.y[id]!);
          changed.z.push(store.z[id]!);
        }
        count += changed.x.length;
      });
    }
    return count;
  }

  sum(): number {
    return this.#entities.reduce((sum, entity) => {
      const { x, y, z } = entity.get(Position)!;
      return sum + x + y * 2 + z * 3;
    }, 0);
  }
}

function moveStores([position, velocity]: [Vectors, Vectors], entities: readonly Entity[]): void {
  const { x, y, z } = position;
  const { x: vx, y: vy, z: vz } = velocity;
  for (let i = 0; i < entities.length; i++) {
    const id = entities[i]!.id();
    x[id]! += vx[id]! * DT;
    y[id]! += vy[id]! * DT;
    z[id]! += vz[id]! * DT;
  }
}

type Mutable = { x: number; y: number; z: number };

function moveOne([position, velocity]: [Mutable, Mutable]): void {
  position.x += velocity.x * DT;
  position.y += velocity.y * DT;
  position.z += velocity.z * DT;
}

function copyOf({ x, y, z }: Vectors): Vectors {
  return { x: x.slice(), y: y.slice(), z: z.slice() };
}
