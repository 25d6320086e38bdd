import type { Changes } from "../ecs/changes.ts";
import { writesAt, type ComponentWrites, type Delta, type NumberRoom } from "../ecs/delta.ts";
import type { Entity } from "../ecs/entities.ts";
import { ColumnStore, type ValueStore } from "../ecs/store.ts";
import type { World } from "../ecs/world.ts";
import type { Component } from "../ecs/component.ts";

export interface Lacking {
  /** The version up to which the reader is up to date; 0 if it has nothing. */
  readonly since: number;
  /** Whether it needs every component, not only those needed for drawing. */
  readonly exact: boolean;
  /** Entities whose components are all wanted, including those that do not always stream, whether written or not. */
  readonly watch: readonly number[];
}

/**
 * Returns the changes that a reader of a world lacks. A `whole` update contains no removals: the reader discards what
 * it had.
 */
export function lackingChanges(world: World, { since, exact, watch }: Lacking, room?: NumberRoom): Changes {
  const everything = exact || since === 0;
  const { delta, whole, version } = world.changesSince(since, everything ? undefined : isEager, room);
  // A reader that is this far behind lacks all components.
  if (whole && !everything) return lackingChanges(world, { since: 0, exact: true, watch });
  if (whole || since === 0) return { delta: { ...delta, removed: [], unset: [] }, whole: true, version };
  const { removed, placed, set } = delta;
  const extra = everything ? [] : lazyValues(world, [...placed.map(({ entity }) => entity), ...watch]);
  return {
    delta: { removed: [...new Set(removed)], placed, unset: lostNow(world, delta), set: [...set, ...extra] },
    whole,
    version,
  };
}

/**
 * Returns the present values for viewers who watch these entities: all numbers, and everything else that only such
 * viewers receive.
 */
export function watchedValues(world: World, entities: readonly number[]): ComponentWrites[] {
  return writesOf(world, entities, (component) => component.kind === "numeric" || !isEager(component));
}

/**
 * Returns the values of new entities that are not sent by default, but with a new entity, because nobody has them yet.
 */
function lazyValues(world: World, entities: readonly number[]): ComponentWrites[] {
  return entities.length === 0 ? [] : writesOf(world, entities, (component) => !isEager(component));
}

function isEager({ facts }: Component): boolean {
  return facts.stream === "always";
}

function writesOf(
  world: World,
  entities: readonly number[],
  isWanted: (component: Component) => boolean,
): ComponentWrites[] {
  const distinct = [...new Set(entities)];
  const writes: ComponentWrites[] = [];
  for (const store of world.stores() as (ColumnStore | ValueStore)[]) {
    if (store.count === 0 || !isWanted(store.component)) continue;
    const rows = distinct.map((entity) => store.row(entity as Entity)).filter((row) => row >= 0);
    const data = store instanceof ColumnStore ? store.data : store.values;
    if (rows.length > 0) writes.push(writesAt(store.component, store.entities, data, rows));
  }
  return writes;
}

/**
 * Returns each removal once, and only if the component is still missing: commands that last for one step are added and
 * removed a thousand times per second.
 */
function lostNow(world: World, { unset }: Delta): Delta["unset"] {
  const seen = new Map<number, Set<unknown>>();
  return unset.filter(({ entity, component }) => {
    if (!world.exists(entity) || world.has(entity, component)) return false;
    let components = seen.get(entity);
    if (components === undefined) seen.set(entity, (components = new Set()));
    if (components.has(component)) return false;
    components.add(component);
    return true;
  });
}
