import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { PhysicsQueries } from "../../physics/queries.ts";
import type { ItemType } from "../item-types.ts";
import type { ItemInfo, Probe } from "../item.ts";
import type { StepReadings } from "./step-readings.ts";

/** What items of a world read from. */
export interface WorldParts {
  readonly world: World;
  readonly root: Entity;
  /** The engine's queries; `undefined` while no physics runs. */
  readonly physics: () => PhysicsQueries | undefined;
  readonly readings: StepReadings;
}

/** A property of all entities of one kind. It makes one item for each of them. */
export interface Property extends Pick<ItemInfo, "type" | "units" | "note"> {
  /** Returns its units, if they depend on the entity: an angle for a joint that turns, a length for one that slides. */
  unitsOf?(parts: WorldParts, entity: Entity): readonly string[];
  /** Returns why the entity does not have the property; `undefined` if it has. */
  whyNot?(parts: WorldParts, entity: Entity): string | undefined;
  /** Opens it for reading. What depends only on the shape of the world can be worked out here, once. */
  open(parts: WorldParts, entity: Entity): Probe;
}

/** The properties of entities of one kind, by the last part of the items' names. */
export type Properties = Readonly<Record<string, Property>>;

type Described = Pick<Property, "whyNot" | "note" | "unitsOf">;

/** Writes the columns of an item into `out` from `at` on. If there is no value, leaves the NaNs that are there. */
export type Write = (out: Float64Array, at: number) => void;

/** Declares a property that is read at the end of a step. */
export function reading(
  type: ItemType,
  unit: string,
  open: (parts: WorldParts, entity: Entity) => Write,
  described: Described = {},
): Property {
  return {
    type,
    units: unit === "" ? [] : [unit],
    ...described,
    open(parts, entity) {
      const write = open(parts, entity);
      return { read: (_, out, at) => write(out, at) };
    },
  };
}

/** Declares a property that is the rate at which a vector changes in a step, per second. */
export function rate(
  unit: string,
  open: (parts: WorldParts, entity: Entity) => Write,
  described: Described = {},
): Property {
  return {
    type: "vector3d",
    units: [unit],
    ...described,
    open(parts, entity) {
      const write = open(parts, entity);
      const before = Float64Array.of(NaN, NaN, NaN);
      return {
        begin() {
          for (let i = 0; i < 3; i++) before[i] = NaN;
          write(before, 0);
        },
        read({ dt }, out, at) {
          write(out, at);
          for (let i = 0; i < 3; i++) out[at + i] = (out[at + i]! - before[i]!) / dt;
        },
      };
    },
  };
}
