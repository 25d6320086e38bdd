import type { Entity, World } from "@orrery/sim";
import type { Delta } from "@orrery/sim/host";
import { Name, Solid } from "@orrery/sim/components";
import { entityKinds, KIND_COMPONENTS, kindOf, type EntityKind } from "../../ui/entity-kind.ts";

/** An entity of the world with everything below it. Immutable: a changed item is a new object. */
export interface TreeItem {
  readonly entity: Entity;
  readonly kind: EntityKind;
  /** Empty for an entity without a name. */
  readonly name: string;
  /** Sorted by kind, then by id or by name. */
  readonly children: readonly TreeItem[];
  /** Including itself. */
  readonly size: number;
}

/** The order of things of one kind. */
export type TreeOrder = "id" | "name";

/** The world's tree, kept up to date: a change rebuilds only what it touches and the ancestors of that. */
export class TreeItems {
  readonly #world: World;
  readonly #items = new Map<Entity, TreeItem>();
  readonly #parents = new Map<Entity, Entity>();
  #root: TreeItem | undefined;
  #order: TreeOrder;

  constructor(world: World, order: TreeOrder) {
    this.#world = world;
    this.#order = order;
  }

  get root(): TreeItem | undefined {
    return this.#root;
  }

  get(entity: Entity): TreeItem | undefined {
    return this.#items.get(entity);
  }

  /** Returns the ancestors, from the world's own entity to the parent. */
  above(entity: Entity): readonly Entity[] {
    const path: Entity[] = [];
    for (let at = this.#parents.get(entity); at !== undefined && at !== 0; at = this.#parents.get(at)) path.unshift(at);
    return path;
  }

  sort(order: TreeOrder): void {
    this.#order = order;
    this.take(undefined, this.#root?.entity);
  }

  /** Applies a change of the world. Returns whether it changed the tree. */
  take(delta: Delta | undefined, root: Entity | undefined): boolean {
    const before = this.#root;
    const touched = delta === undefined || root !== before?.entity ? undefined : this.#touchedBy(delta);
    if (touched === undefined) {
      this.#items.clear();
      this.#parents.clear();
    } else if (touched.size === 0) return false;
    this.#root = root === undefined || !this.#world.exists(root) ? undefined : this.#build(root, 0 as Entity, touched);
    return this.#root !== before;
  }

  /** Returns everything that must be rebuilt. */
  #touchedBy({ removed, placed, unset, set }: Delta): ReadonlySet<Entity> {
    const touched = new Set<Entity>();
    for (const entity of removed) {
      this.#touch(touched, this.#parents.get(entity));
      this.#forget(entity);
    }
    for (const { entity } of placed) {
      this.#touch(touched, this.#parents.get(entity));
      this.#touch(touched, entity);
    }
    for (const { entity, component } of unset) {
      if (component === Name || KIND_COMPONENTS.has(component)) this.#touchIfOther(touched, entity);
    }
    for (const { component, entities } of set) {
      if (component !== Name && !KIND_COMPONENTS.has(component)) continue;
      for (const entity of entities) this.#touchIfOther(touched, entity as Entity);
    }
    return touched;
  }

  #forget(entity: Entity): void {
    for (const child of this.#items.get(entity)?.children ?? []) {
      if (!this.#world.exists(child.entity)) this.#forget(child.entity);
    }
    this.#items.delete(entity);
    this.#parents.delete(entity);
  }

  /** Marks an entity if its name or kind really changed: for watched entities they are sent again even if unchanged. */
  #touchIfOther(touched: Set<Entity>, entity: Entity): void {
    const item = this.#items.get(entity);
    if (item === undefined || !this.#world.exists(entity)) return;
    if (item.name === nameOf(this.#world, entity) && item.kind === kindOf(this.#world, entity)) return;
    this.#touch(touched, entity);
  }

  #touch(touched: Set<Entity>, entity: Entity | undefined): void {
    let at = entity ?? (0 as Entity);
    while (at !== 0 && !touched.has(at) && this.#world.exists(at)) {
      touched.add(at);
      at = this.#world.parentOf(at);
    }
  }

  #build(entity: Entity, parent: Entity, touched: ReadonlySet<Entity> | undefined): TreeItem {
    this.#parents.set(entity, parent);
    const known = this.#items.get(entity);
    if (known !== undefined && touched?.has(entity) === false) return known;
    const children = this.#world
      .childrenOf(entity)
      // The triangles that collisions share are not shown as parts of the world.
      .filter((child) => !this.#world.has(child, Solid))
      .map((child) => this.#build(child, entity, touched));
    // The sort is stable: things with the same kind and name stay in the order of their ids.
    const byName = this.#order === "name";
    children.sort((a, b) => RANKS[a.kind] - RANKS[b.kind] || (byName ? NATURAL.compare(a.name, b.name) : 0));
    const item: TreeItem = {
      entity,
      kind: kindOf(this.#world, entity),
      name: nameOf(this.#world, entity),
      children,
      size: children.reduce((sum, child) => sum + child.size, 1),
    };
    this.#items.set(entity, item);
    return item;
  }
}

/** Returns the label of an entity in a list. */
export function labelOf({ name, entity }: Pick<TreeItem, "name" | "entity">): string {
  return name === "" ? `#${entity}` : name;
}

/** Sorts `box_2` before `box_10`, in the same way in every browser, whatever the user's language. */
const NATURAL = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const RANKS = Object.fromEntries(entityKinds.map((kind, i) => [kind, i])) as Record<EntityKind, number>;

function nameOf(world: World, entity: Entity): string {
  return world.get(entity, Name) ?? "";
}
