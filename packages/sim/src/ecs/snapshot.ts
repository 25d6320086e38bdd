import type { Component } from "./component.ts";
import { parentsFirst, writesAt, type ComponentWrites, type Delta, type Placement } from "./delta.ts";
import type { EntitiesCopy, Entity } from "./entities.ts";
import { sameNumbers, type StoreCopy } from "./store.ts";

/** A complete state of a world. Immutable; parts that did not change between two snapshots are shared. */
export interface Snapshot {
  readonly nextId: number;
  readonly entities: EntitiesCopy;
  /** In the order of the components' names. */
  readonly stores: readonly StoreCopy[];
}

/** Returns the change that takes a world from one snapshot to another. */
export function diff(from: Snapshot, to: Snapshot): Delta {
  const removed: Entity[] = [];
  const placed: Placement[] = [];
  if (from.entities !== to.entities) {
    const before = parentsById(from.entities);
    const after = parentsById(to.entities);
    for (const entity of before.keys()) if (!after.has(entity)) removed.push(entity);
    for (const [entity, parent] of after) if (before.get(entity) !== parent) placed.push({ entity, parent });
  }
  const unset: { entity: Entity; component: Component }[] = [];
  const set: ComponentWrites[] = [];
  const gone = new Set(removed);
  const earlier = new Map(from.stores.map((copy) => [copy.component, copy]));
  for (const copy of to.stores) {
    const before = earlier.get(copy.component);
    earlier.delete(copy.component);
    if (before === copy) continue;
    const writes = writesBetween(before, copy);
    if (writes.entities.length > 0) set.push(writes);
    if (before !== undefined) unset.push(...lost(before, copy, gone));
  }
  for (const before of earlier.values()) unset.push(...lost(before, undefined, gone));
  return { removed, placed: parentsFirst(placed), unset, set };
}

function parentsById({ ids, parents }: EntitiesCopy): Map<Entity, Entity> {
  const map = new Map<Entity, Entity>();
  for (let slot = 0; slot < ids.length; slot++)
    if (ids[slot] !== 0) map.set(ids[slot]! as Entity, parents[slot]! as Entity);
  return map;
}

function writesBetween(before: StoreCopy | undefined, after: StoreCopy): ComponentWrites {
  const rows: number[] = [];
  const sameRow = before?.entities ?? new Uint32Array(0);
  let moved: Map<number, number> | undefined;
  for (let row = 0; row < after.entities.length; row++) {
    const entity = after.entities[row]!;
    if (entity === 0) continue;
    let old = row;
    if (sameRow[row] !== entity) old = (moved ??= rowsByEntity(before)).get(entity) ?? -1;
    if (old < 0 || !sameValue(before!, old, after, row)) rows.push(row);
  }
  return writesAt(after.component, after.entities, after.data, rows);
}

function sameValue(before: StoreCopy, old: number, after: StoreCopy, row: number): boolean {
  if (after.component.kind === "value") return before.data[old] === after.data[row];
  const stride = after.component.fields.length;
  return sameNumbers(before.data as Float64Array, old * stride, after.data as Float64Array, row * stride, stride);
}

function lost(
  before: StoreCopy,
  after: StoreCopy | undefined,
  gone: ReadonlySet<Entity>,
): { entity: Entity; component: Component }[] {
  const kept = after?.entities ?? new Uint32Array(0);
  let elsewhere: Map<number, number> | undefined;
  const list: { entity: Entity; component: Component }[] = [];
  if (before.entities === after?.entities) return list;
  for (let row = 0; row < before.entities.length; row++) {
    const entity = before.entities[row]! as Entity;
    if (entity === 0 || kept[row] === entity || gone.has(entity)) continue;
    if (!(elsewhere ??= rowsByEntity(after)).has(entity)) list.push({ entity, component: before.component });
  }
  return list;
}

function rowsByEntity(copy: StoreCopy | undefined): Map<number, number> {
  const rows = new Map<number, number>();
  copy?.entities.forEach((entity, row) => entity !== 0 && rows.set(entity, row));
  return rows;
}
