import type { Vec3 } from "../../base/vec3.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { PhysicsQueries } from "../../physics/queries.ts";
import type { ItemInfo, Probe } from "../item.ts";
import type { StepContacts } from "./step-contacts.ts";

/** What items of a world read from. */
export interface WorldParts {
  readonly world: World;
  readonly root: Entity;
  /** The engine's queries; `undefined` while no physics runs. */
  readonly physics: () => PhysicsQueries | undefined;
  readonly contacts: StepContacts;
}

/** A property that all entities of one kind have, as an item each. */
export interface Property extends Pick<ItemInfo, "type" | "units" | "note"> {
  /** Its units where they depend on the entity, such as whether a joint turns or slides. */
  unitsOf?(parts: WorldParts, entity: Entity): readonly string[];
  /** Returns why the entity does not have it; `undefined` when it has. */
  whyNot?(parts: WorldParts, entity: Entity): string | undefined;
  open(parts: WorldParts, entity: Entity): Probe;
}

/** The properties of entities of one kind, by the last part of the items' names. */
export type Properties = Readonly<Record<string, Property>>;

type Described = Pick<Property, "whyNot" | "note" | "unitsOf">;

/** Declares a number that is read at the end of a step. NaN is no value. */
export function number(
  unit: string,
  value: (parts: WorldParts, entity: Entity) => number,
  described: Described & { readonly isCount?: boolean } = {},
): Property {
  const { isCount = false, ...rest } = described;
  return {
    type: isCount ? "int32" : "double",
    units: unit === "" ? [] : [unit],
    ...rest,
    open: (parts, entity) => ({
      read(_, out, at) {
        out[at] = value(parts, entity);
      },
    }),
  };
}

/** Declares a vector that is read at the end of a step. */
export function vector(
  unit: string,
  value: (parts: WorldParts, entity: Entity) => Vec3 | undefined,
  described: Described = {},
): Property {
  return {
    type: "vector3d",
    units: [unit],
    ...described,
    open: (parts, entity) => ({ read: (_, out, at) => writeVector(value(parts, entity), out, at) }),
  };
}

/** Declares by how much a vector changes in a step, per second. */
export function rate(
  unit: string,
  value: (parts: WorldParts, entity: Entity) => Vec3,
  described: Described = {},
): Property {
  return {
    type: "vector3d",
    units: [unit],
    ...described,
    open(parts, entity) {
      let before: Vec3 | undefined;
      return {
        begin() {
          before = parts.world.exists(entity) ? value(parts, entity) : undefined;
        },
        read({ dt }, out, at) {
          if (before === undefined || !parts.world.exists(entity)) return;
          const { x, y, z } = value(parts, entity);
          writeVector({ x: (x - before.x) / dt, y: (y - before.y) / dt, z: (z - before.z) / dt }, out, at);
        },
      };
    },
  };
}

export function writeVector(vector: Vec3 | undefined, out: Float64Array, at: number): void {
  if (vector === undefined) return;
  out[at] = vector.x;
  out[at + 1] = vector.y;
  out[at + 2] = vector.z;
}
