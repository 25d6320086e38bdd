import { sameBytes } from "../base/same-bytes.ts";
import type { Component } from "../ecs/component.ts";
import { parentsFirst, writesAt, type ComponentWrites, type Delta } from "../ecs/delta.ts";
import type { Entity } from "../ecs/entities.ts";
import { ColumnStore, sameNumbers, type Store, type ValueStore } from "../ecs/store.ts";
import type { World } from "../ecs/world.ts";

/**
 * Returns the change that turns a world into a whole state: only the differences, so that a page keeps what it has
 * drawn.
 */
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
  const isSame =
    store instanceof ColumnStore ? sameRow(store, data as Float64Array) : sameValue(store as ValueStore, data);
  const places: number[] = [];
  entities.forEach((entity, place) => {
    const row = store.row(entity as Entity);
    if (row < 0 || !isSame(row, place)) places.push(place);
  });
  return places.length === entities.length
    ? { component, entities, data }
    : writesAt(component, entities, data, places);
}

type SameAt = (row: number, place: number) => boolean;

function sameRow({ data: now, stride }: ColumnStore, data: Float64Array): SameAt {
  return (row, place) => sameNumbers(now, row * stride, data, place * stride, stride);
}

/**
 * Compares two objects from two messages by their contents. Many entities share an object, so each is serialised once.
 */
function sameValue({ values, component: { serialiser } }: ValueStore, data: ComponentWrites["data"]): SameAt {
  const written = new Map<unknown, Uint8Array>();
  const bytesOf = (value: unknown): Uint8Array => {
    let bytes = written.get(value);
    if (bytes === undefined) written.set(value, (bytes = serialiser.encode(value)));
    return bytes;
  };
  return (row, place) => values[row] === data[place] || sameBytes(bytesOf(values[row]), bytesOf(data[place]));
}
