import { Rng, seedFrom } from "../../base/rng.ts";
import { Seed } from "../../components/simulation.ts";
import { numeric } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";

/** Random numbers whose state is a component, so that undo and replay draw the same numbers again. */
export interface RandomStream {
  /** Draws a number from 0 up to, but not including, 1. */
  uniform(): number;
  /** Draws an integer from 0 to n − 1. */
  int(n: number): number;
  /** Draws from the normal distribution with mean 0 and standard deviation 1. */
  gaussian(): number;
}

export function randomStream(world: World, root: Entity, entity: Entity, system: string): RandomStream {
  const State = numeric(`${PREFIX}${system}`, { a: 0, b: 0, c: 0, d: 0 });
  const draw = (take: (rng: Rng) => number): number => {
    const column = world.column(State);
    const row = column.row(entity);
    if (row < 0) {
      const [a = 0, b = 0, c = 0, d = 0] = seedFrom(world.get(root, Seed)?.value ?? 0, system, entity);
      world.set(entity, State, { a, b, c, d });
      return draw(take);
    }
    const value = take(new Rng(column.data, row * column.stride));
    column.stamp(row);
    return value;
  };
  return {
    uniform: () => draw((rng) => rng.uniform()),
    int: (n) => draw((rng) => rng.int(n)),
    gaussian: () => draw((rng) => rng.gaussian()),
  };
}

/** Gives the world a new seed: every stream restarts from it, including those already in use. */
export function reseed(world: World, root: Entity, value: number): void {
  for (const { component, entities } of world.stores()) {
    if (!component.name.startsWith(PREFIX)) continue;
    for (const entity of entities) if (entity !== 0) world.unset(entity as Entity, component);
  }
  world.set(root, Seed, { value });
}

const PREFIX = "random.";
