import { add, scale, zero, type Vec3 } from "../../base/vec3.ts";
import { IsCollision } from "../../components/identity.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { Contact } from "../../physics/engine.ts";
import { writeVector, type Properties, type Property, type WorldParts } from "./property.ts";

/** What touches a collision, or the collisions of a link. */
export const contactProperties: Properties = {
  contacts: contactItem("int32", [], "points that touch", (contacts, own, out, at) => {
    out[at] = contacts.reduce(
      (count, { points, shape1, shape2 }) => count + (isBetween(own, shape1, shape2) ? points.length : 0),
      0,
    );
  }),
  contact_force: contactItem(
    "vector3d",
    ["N"],
    "by all that touch it, averaged over the step",
    (contacts, own, out, at) => {
      writeVector(
        contacts.reduce((sum, contact) => add(sum, forceOn(own, contact)), zero),
        out,
        at,
      );
    },
  ),
};

type Read = (contacts: readonly Contact[], own: ReadonlySet<number>, out: Float64Array, at: number) => void;

function contactItem(type: Property["type"], units: readonly string[], note: string, read: Read): Property {
  return {
    type,
    units,
    note,
    whyNot: ({ physics }) => (physics() === undefined ? "no physics runs in this world" : undefined),
    open: (parts, entity) => ({
      read(step, out, at) {
        if (parts.world.exists(entity)) read(parts.contacts.of(step), shapesOf(parts, entity), out, at);
      },
    }),
  };
}

/** Returns a collision, or those of a link. */
function shapesOf({ world }: WorldParts, entity: Entity): ReadonlySet<number> {
  if (world.has(entity, IsCollision)) return new Set([entity]);
  return new Set(world.childrenOf(entity).filter((child) => world.has(child, IsCollision)));
}

/** Returns whether a contact is between one of the shapes and another thing. */
function isBetween(own: ReadonlySet<number>, shape1: number, shape2: number): boolean {
  return own.has(shape1) !== own.has(shape2);
}

function forceOn(own: ReadonlySet<number>, { shape1, shape2, points }: Contact): Vec3 {
  if (!isBetween(own, shape1, shape2)) return zero;
  const sum = points.reduce((force, point) => add(force, point.force), zero);
  return own.has(shape2) ? sum : scale(sum, -1);
}
