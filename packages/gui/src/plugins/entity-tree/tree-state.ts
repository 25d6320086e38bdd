import type { Entity } from "@orrery/sim";
import type { Mirror } from "../../client/mirror.ts";
import { Value } from "../../client/value.ts";
import { parseSearch } from "./search.ts";
import { TreeItems, type TreeItem } from "./tree-items.ts";
import { treeOrder } from "./tree-settings.ts";
import { flatRows, foundRows, openRows, type TreeRow } from "./tree-rows.ts";

/** What the panel shows. */
export interface ShownTree {
  readonly root: TreeRow | undefined;
  /** All rows from top to bottom. */
  readonly rows: readonly TreeRow[];
  /** Number of matches; undefined without a search. */
  readonly found: number | undefined;
  /** Number of all entities. */
  readonly size: number;
}

/**
 * The tree, its expanded rows and its search. Lives as long as the plugin, so that it survives while the panel is
 * hidden.
 */
export class TreeState implements Disposable {
  readonly shown = new Value<ShownTree>(NOTHING);
  readonly searchText = new Value("");
  /** The entity that is being renamed. */
  readonly renaming = new Value<Entity | undefined>(undefined);
  readonly #items: TreeItems;
  readonly #listening = new DisposableStack();
  #open = new Set<Entity>();
  /** Expanded or collapsed in the present search. */
  #toggled = new Map<Entity, boolean>();

  constructor(mirror: Mirror) {
    this.#items = new TreeItems(mirror.world, treeOrder.current);
    this.#listening.use(mirror.changes.on(({ delta }) => this.#take(mirror, delta)));
    this.#listening.use(
      treeOrder.changes.on((order) => {
        this.#items.sort(order);
        this.#show();
      }),
    );
    this.#take(mirror, undefined);
  }

  [Symbol.dispose](): void {
    this.#listening.dispose();
  }

  item(entity: Entity): TreeItem | undefined {
    return this.#items.get(entity);
  }

  search(text: string): void {
    this.#toggled.clear();
    this.searchText.set(text);
    this.#show();
  }

  toggle(entity: Entity, isOpen: boolean): void {
    this.#set(entity, isOpen);
    this.#show();
  }

  /** Expands or collapses an entity and everything below it. */
  toggleAll(entity: Entity, isOpen: boolean): void {
    const item = this.#items.get(entity);
    if (item === undefined) return;
    for (const each of withAllBelow(item)) if (each.children.length > 0) this.#set(each.entity, isOpen);
    this.#show();
  }

  /** Expands all ancestors of these entities. */
  reveal(entities: readonly Entity[]): void {
    if (parseSearch(this.searchText.current) !== undefined) return;
    const closed = entities.flatMap((entity) => this.#items.above(entity)).filter((above) => !this.#open.has(above));
    if (closed.length === 0) return;
    for (const above of closed) this.#open.add(above);
    this.#show();
  }

  #set(entity: Entity, isOpen: boolean): void {
    if (parseSearch(this.searchText.current) !== undefined) this.#toggled.set(entity, isOpen);
    else if (isOpen) this.#open.add(entity);
    else this.#open.delete(entity);
  }

  #take({ root }: Mirror, delta: Parameters<TreeItems["take"]>[0]): void {
    const before = this.#items.root?.entity;
    if (!this.#items.take(delta, root)) return;
    if (root !== undefined && root !== before) this.#open.add(root);
    for (const entity of delta?.removed ?? []) if (this.#items.get(entity) === undefined) this.#open.delete(entity);
    this.#show();
  }

  #show(): void {
    const { root: item } = this.#items;
    if (item === undefined) return this.shown.set(NOTHING);
    const search = parseSearch(this.searchText.current);
    const { row: root, count: found } =
      search === undefined
        ? { row: openRows(item, this.#open), count: undefined }
        : foundRows(item, search, this.#toggled);
    this.shown.set({ root, rows: flatRows(root), found, size: item.size });
  }
}

const NOTHING: ShownTree = { root: undefined, rows: [], found: undefined, size: 0 };

function* withAllBelow(item: TreeItem): Generator<TreeItem> {
  yield item;
  for (const child of item.children) yield* withAllBelow(child);
}
