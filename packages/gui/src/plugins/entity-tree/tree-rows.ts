import type { Entity } from "@orrery/sim";
import { isFound, type Search } from "./search.ts";
import { labelOf, type TreeItem } from "./tree-items.ts";

/** A displayed row with the rows below it, without those of collapsed rows. */
export interface TreeRow {
  readonly id: string;
  readonly item: TreeItem;
  /** `undefined` if it cannot be expanded. */
  readonly isOpen: boolean | undefined;
  /** Whether it matches the search itself, rather than leading to a match. */
  readonly isMatch: boolean;
  readonly level: number;
  readonly children: readonly TreeRow[];
}

export function openRows(root: TreeItem, open: ReadonlySet<Entity>): TreeRow {
  const build = (item: TreeItem, level: number): TreeRow => {
    const isOpen = item.children.length === 0 ? undefined : open.has(item.entity);
    const children = isOpen ? item.children.map((child) => build(child, level + 1)) : [];
    return { id: idOf(item.entity), item, isOpen, isMatch: false, level, children };
  };
  return build(root, 0);
}

export interface Found {
  /** Undefined if nothing is found. */
  readonly row: TreeRow | undefined;
  readonly count: number;
}

/**
 * Returns the matches of a search and the rows that lead to them. `toggled` has the rows that the user expanded or
 * collapsed during this search.
 */
export function foundRows(root: TreeItem, search: Search, toggled: ReadonlyMap<Entity, boolean>): Found {
  let count = 0;
  const build = (item: TreeItem, path: string, level: number, isShown: boolean): TreeRow | undefined => {
    const isMatch = isFound(item, search, () => path.toLowerCase());
    if (isMatch) count++;
    const isOpened = toggled.get(item.entity) === true;
    const below = item.children.flatMap((child) => {
      const childPath = item.kind === "world" ? labelOf(child) : `${path}::${labelOf(child)}`;
      return build(child, childPath, level + 1, isOpened) ?? [];
    });
    if (!isMatch && !isShown && below.length === 0) return undefined;
    const isOpen = item.children.length === 0 ? undefined : (toggled.get(item.entity) ?? below.length > 0);
    return { id: idOf(item.entity), item, isOpen, isMatch, level, children: isOpen ? below : [] };
  };
  return { row: build(root, labelOf(root), 0, false), count };
}

/** Returns the rows from top to bottom. */
export function flatRows(root: TreeRow | undefined): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (row: TreeRow): void => {
    rows.push(row);
    for (const child of row.children) add(child);
  };
  if (root !== undefined) add(root);
  return rows;
}

export function idOf(entity: Entity): string {
  return String(entity);
}
