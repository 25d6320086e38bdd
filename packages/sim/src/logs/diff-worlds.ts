import { sameBytes } from "../base/same-bytes.ts";
import type { Component } from "../ecs/component.ts";
import { valueText } from "../ecs/dump.ts";
import type { Entity } from "../ecs/entities.ts";
import { pack } from "../ecs/pack.ts";
import { hashComponents } from "../ecs/state-hash.ts";
import type { World } from "../ecs/world.ts";
import { scopedName } from "../entities/find.ts";

/** A component of an entity that differs between two worlds. */
export interface ComponentDifference {
  /** The entity's name with those above it, and its id. */
  readonly entity: string;
  readonly component: string;
  /** The values as text; undefined where the entity lacks the component. */
  readonly one: string | undefined;
  readonly other: string | undefined;
}

/** Lists what differs between two worlds, by entity and then by component, at most `most` differences. */
export function diffWorlds(one: World, other: World, most: number): ComponentDifference[] {
  const differing = componentsOf(one, other).filter((component) => {
    const [a, b] = [one, other].map((world) => hashComponents(world, new Set([component])));
    return !a!.every((word, i) => word === b![i]);
  });
  const found: ComponentDifference[] = [];
  const entities = new Set([...one.entities(), ...other.entities()]);
  for (const entity of [...entities].toSorted((a, b) => a - b)) {
    for (const component of differing) {
      const values = [one, other].map((world) => (world.exists(entity) ? world.get(entity, component) : undefined));
      if (isSame(values[0], values[1])) continue;
      const [a, b] = values.map((value) => (value === undefined ? undefined : valueText(value)));
      found.push({ entity: nameIn(one, other, entity), component: component.name, one: a, other: b });
      if (found.length >= most) return found;
    }
  }
  return found;
}

function componentsOf(one: World, other: World): Component[] {
  const all = new Set([...one.stores(), ...other.stores()].map(({ component }) => component));
  return [...all].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return one === other;
  return sameBytes(pack(one), pack(other));
}

function nameIn(one: World, other: World, entity: Entity): string {
  const name = scopedName(one.exists(entity) ? one : other, entity);
  return name === "" ? `#${entity}` : `${name} (#${entity})`;
}
