import { sameBytes } from "../base/same-bytes.ts";
import type { Component } from "../ecs/component.ts";
import { parentsFirst, writesAt, type ComponentWrites, type Delta } from "../ecs/delta.ts";
import type { Entity } from "../ecs/entities.ts";
import { ColumnStore, sameNumbers, type Store, type ValueStore } from "../ecs/store.ts";
import type { World } from "../ecs/world.ts";

/** What takes a world to a whole state: only what differs, so that whoever draws it keeps what stays. */
export function replacement(world: World, whole: Delta): Delta {
  const kept = new Set<number>(whole.placed.map(({ entity }) => entity));
  const removed = world.entities().filter((entity) => !kept.has(entity));
  const placed = whole.placed.filter(
    ({ entity, parent }) => !world.exists(entity) || world.parentOf(entity) !== parent,
  );
  const unset: { entity: Entity; component: Component }[] = [];
  const writes = new Map(whole.set.map((one) => [one.component, one]));
  for (const store of world.stores()) {
    const having = new Set<number>(writes.get(store.component)?.entities);
    for (let row = 0; row < store.used; row++) {
      const entity = store.entities[row]! as Entity;
      if (entity !== 0 && kept.has(entity) && !having.has(entity)) unset.push({ entity, component: store.component });
    }
  }
  const set = whole.set.map((one) => differing(world.store(one.component), one));
  return { removed, placed: parentsFirst(placed), unset, set: set.filter(({ entities }) => entities.length > 0) };
}

function differing(store: Store, { component, entities, data }: ComponentWrites): ComponentWrites {
  const places: number[] = [];
  entities.forEach((entity, place) => {
    const row = store.row(entity as Entity);
    if (row < 0 || !isSame(store, row, data, place)) places.push(place);
  });
  return places.length === entities.length
    ? { component, entities, data }
    : writesAt(component, entities, data, places);
}

function isSame(store: Store, row: number, data: ComponentWrites["data"], place: number): boolean {
  if (store instanceof ColumnStore) {
    return sameNumbers(store.data, row * store.stride, data as Float64Array, place * store.stride, store.stride);
  }
  const { values, component } = store as ValueStore;
  if (values[row] === data[place]) return true;
  // Two objects that came in two messages: what they say decides.
  return sameBytes(component.serialiser.encode(values[row]), component.serialiser.encode(data[place]));
}
