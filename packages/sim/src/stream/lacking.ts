import type { Changes } from "../ecs/changes.ts";
import { writesAt, type ComponentWrites, type Delta, type NumberRoom } from "../ecs/delta.ts";
import type { Entity } from "../ecs/entities.ts";
import { ColumnStore, type ValueStore } from "../ecs/store.ts";
import type { World } from "../ecs/world.ts";
import { isEager } from "./eager.ts";

export interface Lacking {
  /** The version up to which the reader has everything of its kind; 0 when it has nothing. */
  readonly since: number;
  /** Every component, and not only those that pictures are made of. */
  readonly exact: boolean;
  /** Entities of which all numbers are wanted, written or not. */
  readonly watch: readonly number[];
}

/** Returns what a reader of a world lacks. `whole` comes without removals: the reader forgets what it had. */
export function lackingChanges(world: World, { since, exact, watch }: Lacking, room?: NumberRoom): Changes {
  const everything = exact || since === 0;
  const { delta, whole, version } = world.changesSince(since, everything ? undefined : isEager, room);
  // So far behind, a reader lacks all components.
  if (whole && !everything) return lackingChanges(world, { since: 0, exact: true, watch });
  if (whole || since === 0) return { delta: { ...delta, removed: [], unset: [] }, whole: true, version };
  const { removed, placed, set } = delta;
  const extra = everything ? [] : lazyNumbers(world, [...placed.map(({ entity }) => entity), ...watch]);
  return {
    delta: { removed: [...new Set(removed)], placed, unset: lostNow(world, delta), set: [...set, ...extra] },
    whole,
    version,
  };
}

/** Returns all numbers of these entities, as they are now. */
export function numbersOf(world: World, entities: readonly number[]): ComponentWrites[] {
  return writesOf(world, entities, () => true);
}

/** Returns the lazy numbers of new entities, which are sent with them: nobody has had them before. */
function lazyNumbers(world: World, entities: readonly number[]): ComponentWrites[] {
  return entities.length === 0 ? [] : writesOf(world, entities, (store) => !isEager(store.component));
}

function writesOf(
  world: World,
  entities: readonly number[],
  isWanted: (store: ColumnStore) => boolean,
): ComponentWrites[] {
  const distinct = [...new Set(entities)];
  const writes: ComponentWrites[] = [];
  for (const store of world.stores() as (ColumnStore | ValueStore)[]) {
    if (!(store instanceof ColumnStore) || store.count === 0 || !isWanted(store)) continue;
    const rows = distinct.map((entity) => store.row(entity as Entity)).filter((row) => row >= 0);
    if (rows.length > 0) writes.push(writesAt(store.component, store.entities, store.data, rows));
  }
  return writes;
}

/** Returns each removal once, and only of what is still missing: commands that hold for a step come and go a thousand times a second. */
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
