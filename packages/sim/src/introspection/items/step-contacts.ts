import { IsCollision } from "../../components/identity.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { Contact } from "../../physics/engine.ts";
import type { PhysicsQueries } from "../../physics/queries.ts";
import type { Moments } from "./link-state.ts";

/** The contacts of shapes at one moment. The engine is asked once for each shape, however many items need it. */
export class StepContacts {
  readonly #physics: () => PhysicsQueries | undefined;
  readonly #moments: Moments;
  readonly #contacts = new Map<Entity, readonly Contact[]>();
  #knownAt = -1;

  constructor(physics: () => PhysicsQueries | undefined, moments: Moments) {
    this.#physics = physics;
    this.#moments = moments;
  }

  /** Returns the contacts that a shape has now. */
  of(shape: Entity): readonly Contact[] {
    if (this.#knownAt !== this.#moments.now) this.#contacts.clear();
    this.#knownAt = this.#moments.now;
    let contacts = this.#contacts.get(shape);
    if (contacts === undefined) this.#contacts.set(shape, (contacts = this.#physics()?.contactsOf(shape) ?? []));
    return contacts;
  }

  /** Adds the force of everything that touches some shapes, and its torque about the origin, to six numbers. */
  addForces(shapes: ReadonlySet<Entity>, sum: Float64Array): void {
    for (const shape of shapes) {
      for (const { shape1, shape2, points } of this.of(shape)) {
        const isFirst = shape1 === shape;
        if (shapes.has((isFirst ? shape2 : shape1) as Entity)) continue;
        const sign = isFirst ? -1 : 1;
        for (const { force, position } of points) addForce(sum, force, position, sign);
      }
    }
  }

  /** Counts the points where some shapes touch others. */
  count(shapes: ReadonlySet<Entity>): number {
    let count = 0;
    for (const shape of shapes) {
      for (const { shape1, shape2, points } of this.of(shape)) {
        const other = (shape1 === shape ? shape2 : shape1) as Entity;
        if (!shapes.has(other)) count += points.length;
      }
    }
    return count;
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

function addForce(sum: Float64Array, force: Point, { x, y, z }: Point, sign: number): void {
  const fx = sign * force.x;
  const fy = sign * force.y;
  const fz = sign * force.z;
  sum[0]! += fx;
  sum[1]! += fy;
  sum[2]! += fz;
  sum[3]! += y * fz - z * fy;
  sum[4]! += z * fx - x * fz;
  sum[5]! += x * fy - y * fx;
}

/** Returns the collisions among some entities, and those of the links among them. */
export function shapesOf(world: World, entities: readonly Entity[]): ReadonlySet<Entity> {
  return new Set(
    entities.flatMap((entity) =>
      world.has(entity, IsCollision)
        ? [entity]
        : world.childrenOf(entity).filter((child) => world.has(child, IsCollision)),
    ),
  );
}
