import type { Component } from "./component.ts";
import type { Entity } from "./entities.ts";

/**
 * What turns one state of a world into another: the only form of changes, both between two moments of a running world
 * and between two snapshots.
 */
export interface Delta {
  /** Removed, with all components, before anything else; an entity that is also in `placed` was recreated. */
  readonly removed: readonly Entity[];
  /** Created, or moved to a different parent; parents come before their children. */
  readonly placed: readonly Placement[];
  readonly unset: readonly { readonly entity: Entity; readonly component: Component }[];
  readonly set: readonly ComponentWrites[];
}

export interface Placement {
  readonly entity: Entity;
  /** 0 for a root. */
  readonly parent: Entity;
}

/** New values of one component: `stride` numbers per entity, or one value per entity. */
export interface ComponentWrites {
  readonly component: Component;
  readonly entities: Uint32Array;
  readonly data: Float64Array | readonly unknown[];
}

export function isEmpty({ removed, placed, unset, set }: Delta): boolean {
  return removed.length === 0 && placed.length === 0 && unset.length === 0 && set.length === 0;
}

/** Provides memory for the numbers of a change. If the memory is reused, the change becomes invalid. */
export type NumberRoom = (length: number) => Float64Array;

const freshRoom: NumberRoom = (length) => new Float64Array(length);

/** Returns the values in these rows of a store or of its copy. */
export function writesAt(
  component: Component,
  entities: Uint32Array,
  data: ComponentWrites["data"],
  rows: readonly number[],
  room = freshRoom,
): ComponentWrites {
  const chosen = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) chosen[i] = entities[rows[i]!]!;
  if (component.kind === "value") return { component, entities: chosen, data: rows.map((row) => data[row]) };
  return { component, entities: chosen, data: numbersAt(data as Float64Array, component.fields.length, rows, room) };
}

function numbersAt(data: Float64Array, stride: number, rows: readonly number[], room: NumberRoom): Float64Array {
  const numbers = room(rows.length * stride);
  for (let i = 0; i < rows.length; i++) {
    for (let k = 0; k < stride; k++) numbers[i * stride + k] = data[rows[i]! * stride + k]!;
  }
  return numbers;
}

/** Sorts parents before children, then by id: the order in which entities can be created. */
export function parentsFirst(placements: readonly Placement[]): Placement[] {
  const byEntity = new Map(placements.map((placement) => [placement.entity, placement]));
  const depth = (placement: Placement): number => {
    let levels = 0;
    for (let at = byEntity.get(placement.parent); at !== undefined; at = byEntity.get(at.parent)) levels++;
    return levels;
  };
  const ordered = placements.map((placement) => ({ placement, depth: depth(placement) }));
  ordered.sort((a, b) => a.depth - b.depth || a.placement.entity - b.placement.entity);
  return ordered.map(({ placement }) => placement);
}
