import type { Component } from "./component.ts";
import { parentsFirst, writesAt, type ComponentWrites, type Delta, type NumberRoom, type Placement } from "./delta.ts";
import type { Entities, Entity } from "./entities.ts";
import type { RemovalLog } from "./removal-log.ts";
import { ColumnStore, type Store, type ValueStore } from "./store.ts";

export interface Changes {
  readonly delta: Delta;
  /** Whether this is the whole state, because the reader fell too far behind: it must discard what it had. */
  readonly whole: boolean;
  /** The version after which to ask for changes next time. */
  readonly version: number;
}

/** Collects everything written, created or removed after a version. */
export function collectChanges(
  since: number,
  now: number,
  entities: Entities,
  stores: Iterable<Store>,
  log: RemovalLog,
  room?: NumberRoom,
): Changes {
  const removals = log.since(since);
  const from = removals === undefined ? -1 : since;
  const set: ComponentWrites[] = [];
  for (const store of stores) {
    if (store.lastWrite <= from) continue;
    const writes = writesAfter(from, store, room);
    if (writes.entities.length > 0) set.push(writes);
  }
  const removed: Entity[] = [];
  const unset: { entity: Entity; component: Component }[] = [];
  for (const { entity, component } of removals ?? []) {
    if (component === undefined) removed.push(entity);
    else unset.push({ entity, component });
  }
  const delta = { removed, placed: placementsAfter(from, entities), unset, set };
  return { delta, whole: removals === undefined, version: now };
}

function placementsAfter(version: number, entities: Entities): Placement[] {
  const placed: Placement[] = [];
  if (entities.lastPlaced <= version) return placed;
  for (let slot = 0; slot < entities.used; slot++) {
    const entity = entities.ids[slot]! as Entity;
    if (entity !== 0 && entities.versions[slot]! > version) placed.push({ entity, parent: entities.parentIdOf(slot) });
  }
  return parentsFirst(placed);
}

function writesAfter(version: number, store: Store, room: NumberRoom | undefined): ComponentWrites {
  const { entities, versions, used } = store;
  const rows: number[] = [];
  for (let row = 0; row < used; row++) if (versions[row]! > version && entities[row] !== 0) rows.push(row);
  const data = store instanceof ColumnStore ? store.data : (store as ValueStore).values;
  return writesAt(store.component, entities, data, rows, room);
}
