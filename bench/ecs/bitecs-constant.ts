import { addComponent, addEntity, createWorld, query } from "bitecs";
import { DT, members } from "./population.ts";

const CAPACITY = 20_000;
const Position = { x: new Float64Array(CAPACITY), y: new Float64Array(CAPACITY), z: new Float64Array(CAPACITY) };
const Velocity = { x: new Float64Array(CAPACITY), y: new Float64Array(CAPACITY), z: new Float64Array(CAPACITY) };
const world = createWorld();

/**
 * bitECS with arrays that are constants of the program. The compiler then builds their addresses and lengths into the
 * loop; but they cannot grow, and the process can have only one world.
 */
export const constantBitEcs = {
  fill(moving: number): void {
    for (const { position, velocity } of members({ moving, kinds: 0 })) {
      const entity = addEntity(world);
      addComponent(world, entity, Position);
      addComponent(world, entity, Velocity);
      Position.x[entity] = position.x;
      Position.y[entity] = position.y;
      Position.z[entity] = position.z;
      Velocity.x[entity] = velocity.x;
      Velocity.y[entity] = velocity.y;
      Velocity.z[entity] = velocity.z;
    }
  },

  move(): void {
    const entities = query(world, [Position, Velocity]);
    for (let i = 0, count = entities.length; i < count; i++) {
      const entity = entities[i]!;
      Position.x[entity]! += Velocity.x[entity]! * DT;
      Position.y[entity]! += Velocity.y[entity]! * DT;
      Position.z[entity]! += Velocity.z[entity]! * DT;
    }
  },
};
