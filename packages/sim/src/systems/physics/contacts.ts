import type { ContactPoint } from "../../base/contact-point.ts";
import { scale } from "../../base/vec3.ts";
import { Contacts, WantsContacts, type ContactOf } from "../../components/physics.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { PhysicsEngine } from "../../physics/engine.ts";

const none: readonly ContactOf[] = [];

/** Writes the contacts of each collision that has `WantsContacts`. */
export function writeContacts(world: World, engine: PhysicsEngine): void {
  if (world.query(WantsContacts).count > 0) writeWanted(world, engine);
}

function writeWanted(world: World, engine: PhysicsEngine): void {
  const wanting = world.query(WantsContacts);
  const touched = new Map<number, ContactOf[]>();
  const note = (own: number, other: number, points: readonly ContactPoint[]): void => {
    const list = touched.get(own);
    if (list === undefined) touched.set(own, [{ other, points }]);
    else list.push({ other, points });
  };
  for (const { shape1, shape2, points } of engine.contacts()) {
    note(shape1, shape2, points.map(reversed));
    note(shape2, shape1, points);
  }
  for (let i = 0; i < wanting.count; i++) {
    const collision = wanting.entities[i]! as Entity;
    const now = touched.get(collision) ?? none;
    if (now !== none || world.get(collision, Contacts) !== none) world.set(collision, Contacts, now);
  }
}

function reversed(point: ContactPoint): ContactPoint {
  return { ...point, normal: scale(point.normal, -1), force: scale(point.force, -1) };
}
