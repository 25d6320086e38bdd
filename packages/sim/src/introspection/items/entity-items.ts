import { IsCollision, IsJoint, IsLink, IsModel, IsStatic, IsVisual, IsWorld, Name } from "../../components/identity.ts";
import { JointAxes, JointLinks, JointType } from "../../components/joint.ts";
import { ChosenEngine, IsKinematic } from "../../components/physics.ts";
import { knownComponentCount, type Component } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import { partsBelow } from "../../entities/find.ts";
import type { ItemInfo, NameTest, Probe, Provider } from "../item.ts";
import { componentField, componentFields, openField } from "./component-fields.ts";
import { contactProperties } from "./contact-properties.ts";
import { jointProperties } from "./joint-properties.ts";
import { linkProperties } from "./link-properties.ts";
import type { Properties, Property, WorldParts } from "./property.ts";
import { StepReadings } from "./step-readings.ts";
import { sumsOver } from "./sum-properties.ts";
import { whyFixed } from "./why-fixed.ts";
import { WorldShape } from "./world-shape.ts";
import { ownPose } from "./world-poses.ts";

const moving = ({ world }: WorldParts, links: readonly Entity[]): readonly Entity[] =>
  links.filter((link) => whyFixed(world, link) === undefined);

/** Kinds of entities, and the items that each has in addition to the numbers of its components. */
const KINDS: readonly { readonly kind: Component; readonly properties: Properties }[] = [
  {
    kind: IsModel,
    properties: { pose: ownPose, ...sumsOver((parts, model) => moving(parts, partsBelow(parts.world, model, IsLink))) },
  },
  { kind: IsLink, properties: { ...linkProperties, ...contactProperties } },
  { kind: IsJoint, properties: jointProperties },
  { kind: IsCollision, properties: { pose: ownPose, ...contactProperties } },
  { kind: IsVisual, properties: { pose: ownPose } },
  {
    kind: IsWorld,
    properties: sumsOver((parts) =>
      moving(
        parts,
        Array.from(parts.world.query(IsLink), ([link]) => link),
      ),
    ),
  },
];

/** Components that decide, together with the tree, which items exist and which of them are available. */
const SHAPING = [
  ...[Name, ...KINDS.map(({ kind }) => kind), IsStatic, IsKinematic],
  ...[JointType, JointAxes, JointLinks, ChosenEngine],
];

const SEPARATOR = "::";

/**
 * Items of the world and of everything in it: properties such as `vehicle::chassis::pose`, and each number of each
 * component, such as `vehicle::chassis::gz_sim_components.Inertial.mass`. They come and go with their entities.
 */
export class EntityItems implements Provider {
  readonly #parts: WorldParts;
  readonly #shape: WorldShape;
  /** Children by name, for each entity that was searched since the last revision. */
  #children = new Map<Entity, Map<string, Entity>>();
  #knownAt = -1;

  constructor(parts: Omit<WorldParts, "readings">) {
    // Components are declared when their system is loaded, and physics may start later.
    const others = (): number => 2 * knownComponentCount() + (parts.physics() === undefined ? 0 : 1);
    this.#shape = new WorldShape(parts.world, SHAPING, others);
    this.#parts = { ...parts, readings: new StepReadings({ ...parts, shape: this.#shape }) };
  }

  get revision(): number {
    return this.#shape.revision;
  }

  beginMoment(): void {
    this.#parts.readings.now++;
  }

  *items(of: string, fits: NameTest = () => true): Iterable<ItemInfo> {
    const entity = this.#entityNamed(of);
    if (entity === undefined) return;
    const before = of === "" ? "" : `${of}${SEPARATOR}`;
    for (const [last, property] of Object.entries(this.#propertiesOf(entity))) {
      const name = `${before}${last}`;
      if (fits(name)) yield this.#infoOf(name, entity, property);
    }
    yield* componentFields(this.#parts.world, entity, before, fits);
  }

  *things(of: string): Iterable<string> {
    const entity = this.#entityNamed(of);
    if (entity === undefined) return;
    for (const name of this.#childrenOf(entity).keys()) yield of === "" ? name : `${of}${SEPARATOR}${name}`;
  }

  find(name: string): ItemInfo | undefined {
    const { world } = this.#parts;
    for (const { entity, last } of this.#readingsOf(name)) {
      const property = this.#propertyOf(entity, last);
      if (property !== undefined) return this.#infoOf(name, entity, property);
      const field = componentField(world, entity, last);
      if (field !== undefined) return { ...field, name };
    }
    return undefined;
  }

  open(name: string): Probe | undefined {
    for (const { entity, last } of this.#readingsOf(name)) {
      const property = this.#propertyOf(entity, last);
      if (property !== undefined)
        return property.whyNot?.(this.#parts, entity) === undefined ? property.open(this.#parts, entity) : undefined;
      const field = openField(this.#parts.world, entity, last);
      if (field !== undefined) return field;
    }
    return undefined;
  }

  #infoOf(name: string, entity: Entity, property: Property): ItemInfo {
    const { type, note } = property;
    const units = property.unitsOf?.(this.#parts, entity) ?? property.units;
    return { name, type, units, note, unavailable: property.whyNot?.(this.#parts, entity) };
  }

  #propertyOf(entity: Entity, last: string): Property | undefined {
    const properties = this.#propertiesOf(entity);
    return Object.hasOwn(properties, last) ? properties[last] : undefined;
  }

  #propertiesOf(entity: Entity): Properties {
    return KINDS.find(({ kind }) => this.#parts.world.has(entity, kind))?.properties ?? {};
  }

  /**
   * Yields each entity that a name may begin with, the longest name first. More than one is possible, because names of
   * properties have parts too, such as `inertial::pose`.
   */
  *#readingsOf(name: string): Iterable<{ readonly entity: Entity; readonly last: string }> {
    for (let end = name.lastIndexOf(SEPARATOR); end > 0; end = name.lastIndexOf(SEPARATOR, end - 1)) {
      const entity = this.#entityNamed(name.slice(0, end));
      if (entity !== undefined) yield { entity, last: name.slice(end + SEPARATOR.length) };
    }
    yield { entity: this.#parts.root, last: name };
  }

  #entityNamed(scopedName: string): Entity | undefined {
    let at: Entity | undefined = this.#parts.root;
    if (scopedName === "") return at;
    for (const name of scopedName.split(SEPARATOR)) {
      at = this.#childrenOf(at).get(name);
      if (at === undefined) return undefined;
    }
    return at;
  }

  /**
   * Returns the children of an entity by name. If two have the same name, a link, joint or model wins over a collision,
   * and a collision over a visual.
   */
  #childrenOf(entity: Entity): ReadonlyMap<string, Entity> {
    if (this.#knownAt !== this.revision) {
      this.#children = new Map();
      this.#knownAt = this.revision;
    }
    let children = this.#children.get(entity);
    if (children !== undefined) return children;
    const { world } = this.#parts;
    children = new Map();
    for (const child of world.childrenOf(entity)) {
      const name = world.get(child, Name) ?? "";
      const other = children.get(name);
      if (name === "" || (other !== undefined && this.#rank(other) <= this.#rank(child))) continue;
      children.set(name, child);
    }
    this.#children.set(entity, children);
    return children;
  }

  #rank(entity: Entity): number {
    const rank = KINDS.findIndex(({ kind }) => this.#parts.world.has(entity, kind));
    return rank < 0 ? KINDS.length : rank;
  }
}
