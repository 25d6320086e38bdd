import { IsCollision, IsJoint, IsLink, IsModel, IsVisual, Name } from "../../components/identity.ts";
import type { Component } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import { scopedName } from "../../entities/find.ts";
import { ownerOf } from "../item-name.ts";
import type { ItemInfo, Probe, Provider } from "../item.ts";
import { linkProperties } from "./link-properties.ts";
import type { Properties, Property, WorldParts } from "./property.ts";

/** Kinds of entities and what they have. Of two things with one name in one place, the earlier kind has the name. */
const KINDS: readonly { readonly kind: Component; readonly properties: Properties }[] = [
  { kind: IsModel, properties: { pose: linkProperties["pose"]! } },
  { kind: IsLink, properties: linkProperties },
  { kind: IsJoint, properties: {} },
  { kind: IsCollision, properties: { pose: linkProperties["pose"]! } },
  { kind: IsVisual, properties: { pose: linkProperties["pose"]! } },
];

interface Found {
  readonly entity: Entity;
  readonly property: Property;
}

/** Items of models, links, joints, collisions and visuals: `vehicle::chassis::pose`. They come and go with their entities. */
export class EntityItems implements Provider {
  readonly #parts: WorldParts;
  /** Entities by scoped name, as they were at a revision. */
  #named = new Map<string, Entity>();
  #namedAt = -1;

  constructor(parts: WorldParts) {
    this.#parts = parts;
  }

  get revision(): number {
    const { world } = this.#parts;
    return Math.max(world.lastPlaced, world.store(Name).lastWrite);
  }

  *items(): Iterable<ItemInfo> {
    for (const [name, entity] of this.#entities()) {
      for (const [last, property] of Object.entries(this.#propertiesOf(entity)))
        yield this.#infoOf(`${name}::${last}`, { entity, property });
    }
  }

  find(name: string): ItemInfo | undefined {
    const found = this.#found(name);
    return found && this.#infoOf(name, found);
  }

  open(name: string): Probe | undefined {
    const found = this.#found(name);
    if (found === undefined || found.property.whyNot?.(this.#parts, found.entity) !== undefined) return undefined;
    return found.property.open(this.#parts, found.entity);
  }

  #infoOf(name: string, { entity, property }: Found): ItemInfo {
    const { type, note } = property;
    const units = property.unitsOf?.(this.#parts, entity) ?? property.units;
    return { name, type, units, note, unavailable: property.whyNot?.(this.#parts, entity) };
  }

  #found(name: string): Found | undefined {
    const owner = ownerOf(name);
    const entity = this.#entities().get(owner);
    if (entity === undefined) return undefined;
    const last = name.slice(owner.length + 2);
    const properties = this.#propertiesOf(entity);
    return Object.hasOwn(properties, last) ? { entity, property: properties[last]! } : undefined;
  }

  #propertiesOf(entity: Entity): Properties {
    return KINDS.find(({ kind }) => this.#parts.world.has(entity, kind))?.properties ?? {};
  }

  #entities(): ReadonlyMap<string, Entity> {
    if (this.#namedAt === this.revision) return this.#named;
    const { world } = this.#parts;
    this.#named = new Map();
    this.#namedAt = this.revision;
    for (const { kind } of KINDS) {
      for (const [entity] of world.query(kind)) {
        const name = scopedName(world, entity);
        if (!this.#named.has(name)) this.#named.set(name, entity);
      }
    }
    return this.#named;
  }
}
