import { collectChanges, type Changes } from "./changes.ts";
import type { Component, NumericComponent } from "./component.ts";
import type { Delta, NumberRoom } from "./delta.ts";
import { Entities, FIRST_SESSION_ENTITY, noEntity, type Entity } from "./entities.ts";
import { Query } from "./query.ts";
import { RemovalLog, type Removal } from "./removal-log.ts";
import type { Snapshot } from "./snapshot.ts";
import { ColumnStore, ValueStore, type Store, type VersionClock } from "./store.ts";

/** Entities, their tree and their components. Values read from it must not be changed in place. */
export class World {
  readonly #entities = new Entities();
  readonly #stores = new Map<Component, Store>();
  /** The stores again, by the components' indexes: systems look up dozens in every step. */
  readonly #storeAt: (Store | undefined)[] = [];
  readonly #queries: Query[] = [];
  /** Queries by their components, one after another: systems look them up in every step. */
  readonly #queryTree: QueryPlace = { components: [], query: undefined, next: [] };
  readonly #removals = new RemovalLog();
  readonly #clock: VersionClock = { now: 1 };
  /** Part of the state: a run continued from a snapshot must give new entities the same ids. */
  #nextId = 1;
  /** The next id within `numberedFrom`; 0 outside it. */
  #nextGiven = 0;

  /** Creates an entity. `id` is for mirrors and for ids chosen by a session. */
  create(parent: Entity = noEntity, id?: Entity): Entity {
    const entity = id ?? ((this.#nextGiven === 0 ? this.#nextId : this.#nextGiven++) as Entity);
    if (this.exists(entity)) throw new Error(`entity ${entity} exists already`);
    if (!Number.isInteger(entity) || entity <= 0 || entity > 0xffffffff)
      throw new Error(`${entity} is not an entity id`);
    if (entity >= this.#nextId && entity < FIRST_SESSION_ENTITY) this.#nextId = entity + 1;
    this.#entities.add(entity, this.#parentSlot(parent), this.#clock.now);
    return entity;
  }

  /** Runs `make`; meanwhile new entities get consecutive ids from `first` on instead of the world's own. */
  numberedFrom<T>(first: Entity, make: () => T): T {
    const before = this.#nextGiven;
    this.#nextGiven = first;
    try {
      return make();
    } finally {
      this.#nextGiven = before;
    }
  }

  /** Removes the entity and all its descendants. */
  remove(entity: Entity): void {
    const slot = this.#entities.slotOf(entity);
    if (slot < 0) return;
    for (let child = this.#entities.firstChildOf(slot); child >= 0; child = this.#entities.firstChildOf(slot)) {
      this.remove(this.#entities.ids[child]! as Entity);
    }
    for (const store of this.#stores.values()) store.remove(entity);
    this.#entities.remove(slot);
    this.#removals.entity(entity, this.#clock.now);
  }

  exists(entity: Entity): boolean {
    return this.#entities.slotOf(entity) >= 0;
  }

  get entityCount(): number {
    return this.#entities.count;
  }

  /** The id that `create` would assign next. */
  get nextId(): number {
    return this.#nextId;
  }

  /** Returns the parent, 0 for a root. */
  parentOf(entity: Entity): Entity {
    return this.#entities.parentIdOf(this.#slot(entity));
  }

  setParent(entity: Entity, parent: Entity): void {
    for (let above = parent; above !== noEntity; above = this.parentOf(above)) {
      if (above === entity) throw new Error(`entity ${entity} cannot be below itself`);
    }
    this.#entities.move(this.#slot(entity), this.#parentSlot(parent), this.#clock.now);
  }

  /** Returns the children in the order of their ids. */
  childrenOf(entity: Entity): Entity[] {
    const children: Entity[] = [];
    let slot = this.#entities.firstChildOf(this.#slot(entity));
    for (; slot >= 0; slot = this.#entities.nextSiblingOf(slot)) children.push(this.#entities.ids[slot]! as Entity);
    return children;
  }

  /** Returns all entities, by id. */
  entities(): Entity[] {
    const ids = this.#entities.ids.slice(0, this.#entities.used).sort();
    return Array.from(ids.subarray(ids.length - this.#entities.count)) as Entity[];
  }

  set<T>(entity: Entity, component: Component<T>, value: T): void {
    const store = this.store(component) as ColumnStore<T> | ValueStore<T>;
    store.set(store.require(entity), value);
  }

  get<T>(entity: Entity, component: Component<T>): T | undefined {
    const store = this.#storeAt[component.index] as ColumnStore<T> | ValueStore<T> | undefined;
    const row = store === undefined ? -1 : store.row(entity);
    return row < 0 ? undefined : store!.get(row);
  }

  has(entity: Entity, component: Component): boolean {
    const store = this.#storeAt[component.index];
    return store !== undefined && store.row(entity) >= 0;
  }

  unset(entity: Entity, component: Component): void {
    if (this.#storeAt[component.index]?.remove(entity) !== true) return;
    this.#removals.component(entity, component, this.#clock.now);
  }

  /**
   * Returns the component's column, for hot loops: write into `data`, then `stamp` the row, or `stampRun` a run of
   * rows.
   */
  column<T>(component: NumericComponent<T>): ColumnStore<T> {
    return this.store(component) as ColumnStore<T>;
  }

  store(component: Component): Store {
    const known = this.#storeAt[component.index];
    if (known !== undefined) return known;
    const made = (
      component.kind === "numeric"
        ? new ColumnStore(component, this.#entities, this.#clock)
        : new ValueStore(component, this.#entities, this.#clock)
    ) as Store;
    this.#stores.set(component, made);
    while (this.#storeAt.length <= component.index) this.#storeAt.push(undefined);
    this.#storeAt[component.index] = made;
    return made;
  }

  /** Returns all stores in the order of their components' names. */
  stores(): Store[] {
    return [...this.#stores.values()].sort((a, b) => (a.component.name < b.component.name ? -1 : 1));
  }

  query<const C extends readonly [Component, ...Component[]]>(...components: C): Query<C>;
  // Separate parameters, because building a list in every call would allocate a kilobyte per step.
  query(first: Component, second?: Component, ...others: readonly Component[]): Query {
    let place = placeBelow(this.#queryTree, first);
    if (second !== undefined) place = placeBelow(place, second);
    for (let i = 0; i < others.length; i++) place = placeBelow(place, others[i]!);
    return place.query ?? this.#makeQuery(place);
  }

  #makeQuery(place: QueryPlace): Query {
    place.query = new Query(place.components.map((component) => this.store(component)));
    this.#queries.push(place.query);
    return place.query;
  }

  /**
   * Moves rows so that loops find long runs; of two queries that share a component, the larger one decides. The runner
   * calls it between passes; systems must not, because they may keep row numbers within a step.
   */
  tidy(): void {
    let isTidy = true;
    for (const query of this.#queries) if (query.isUntidy) isTidy = false;
    if (isTidy) return;
    const looped = this.#queries.filter((query) => query.isLooped);
    const taken = new Set<Store>();
    for (const query of looped.sort((a, b) => b.count - a.count)) query.arrange(taken);
  }

  /** The version in which an entity was last created or moved to a different parent. */
  get lastPlaced(): number {
    return this.#entities.lastPlaced;
  }

  /** The version that the next write gets. */
  get version(): number {
    return this.#clock.now;
  }

  /**
   * Returns the changes after the version that an earlier call returned; everything for 0. Nothing is cleared, so any
   * number of readers may each keep a version of their own. `isWanted` leaves out values of other components, but not
   * removals.
   */
  changesSince(version: number, isWanted?: (component: Component) => boolean, room?: NumberRoom): Changes {
    const now = this.#clock.now++;
    const stores =
      isWanted === undefined ? this.stores() : this.stores().filter(({ component }) => isWanted(component));
    return collectChanges(version, now, this.#entities, stores, this.#removals, room);
  }

  /** Returns a version for readers of single stores (`writtenAfter`): everything written from now on is after it. */
  mark(): number {
    return this.#clock.now++;
  }

  /** Returns whether anything was created, removed or written after the version that `mark` returned. */
  hasChangedSince(version: number): boolean {
    if (this.#entities.lastPlaced > version || this.#removals.since(version)?.length !== 0) return true;
    for (const store of this.#stores.values()) if (store.lastWrite > version) return true;
    return false;
  }

  /** Returns the removals after a version; `undefined` if the log does not reach back that far. */
  removalsSince(version: number): readonly Removal[] | undefined {
    return this.#removals.since(version);
  }

  apply({ removed, placed, unset, set }: Delta): void {
    // Recreated under the same id, which happens after a jump in time: nothing of the old one may remain.
    const placedIds = new Set(placed.map(({ entity }) => entity));
    for (const entity of removed) {
      if (placedIds.has(entity)) for (const component of this.#stores.keys()) this.unset(entity, component);
    }
    // All are detached first: otherwise, between the two trees, an entity could become its own ancestor.
    for (const { entity } of placed) if (this.exists(entity)) this.setParent(entity, noEntity);
    for (const { entity, parent } of placed) {
      if (!this.exists(entity)) this.create(parent, entity);
      else this.setParent(entity, parent);
    }
    // Only now: everything that survives of a removed tree has been moved out of it.
    for (const entity of removed) if (!placedIds.has(entity)) this.remove(entity);
    for (const { entity, component } of unset) this.unset(entity, component);
    for (const { component, entities, data } of set) {
      const store = this.store(component);
      for (let i = 0; i < entities.length; i++) {
        const row = store.require(entities[i]! as Entity);
        if (store instanceof ColumnStore) {
          for (let k = 0; k < store.stride; k++)
            store.data[row * store.stride + k] = data[i * store.stride + k] as number;
          store.stamp(row);
        } else (store as ValueStore).set(row, data[i]);
      }
    }
  }

  /**
   * Copies all entities and components as they are now. Costs a copy of what was written since the last snapshot; the
   * rest is shared.
   */
  snapshot(): Snapshot {
    return {
      nextId: this.#nextId,
      entities: this.#entities.toCopy(),
      stores: this.stores().map((store) => store.toCopy()),
    };
  }

  /**
   * Restores everything. For readers of changes this is a change like any other: the version keeps increasing, and
   * everything that differs is stamped.
   */
  restore(snapshot: Snapshot): void {
    const now = ++this.#clock.now;
    const slotsMoved = this.#entities.copy !== snapshot.entities;
    if (slotsMoved) this.#restoreEntities(snapshot, now);
    const copies = new Map(snapshot.stores.map((copy) => [copy.component, copy]));
    for (const { component } of snapshot.stores) this.store(component);
    for (const store of this.#stores.values()) {
      store.restore(copies.get(store.component) ?? emptyCopy(store), this.#removals, slotsMoved);
    }
    this.#nextId = snapshot.nextId;
    this.#clock.now++;
  }

  #restoreEntities({ entities: copy }: Snapshot, now: number): void {
    const kept = new Set<number>(copy.ids);
    for (let slot = 0; slot < this.#entities.used; slot++) {
      const entity = this.#entities.ids[slot]! as Entity;
      if (entity !== 0 && !kept.has(entity)) this.#removals.entity(entity, now);
    }
    this.#entities.restore(copy, (entity, parent) => {
      const slot = this.#entities.slotOf(entity);
      return slot >= 0 && this.#entities.parentIdOf(slot) === parent ? this.#entities.versions[slot]! : now;
    });
  }

  #slot(entity: Entity): number {
    const slot = this.#entities.slotOf(entity);
    if (slot < 0) throw new Error(`entity ${entity} does not exist`);
    return slot;
  }

  #parentSlot(parent: Entity): number {
    return parent === noEntity ? -1 : this.#slot(parent);
  }
}

interface QueryPlace {
  readonly components: readonly Component[];
  query: Query | undefined;
  /** By the next component's index. */
  readonly next: (QueryPlace | undefined)[];
}

function placeBelow(place: QueryPlace, component: Component): QueryPlace {
  return (place.next[component.index] ??= {
    components: [...place.components, component],
    query: undefined,
    next: [],
  });
}

function emptyCopy({ component }: Store) {
  return { component, entities: new Uint32Array(0), data: component.kind === "numeric" ? new Float64Array(0) : [] };
}
