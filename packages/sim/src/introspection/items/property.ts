import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { PhysicsQueries } from "../../physics/queries.ts";
import type { ItemInfo, Probe } from "../item.ts";

/** What items of a world read from. */
export interface WorldParts {
  readonly world: World;
  readonly root: Entity;
  /** The engine's queries; `undefined` while no physics runs. */
  readonly physics: () => PhysicsQueries | undefined;
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
