import { Hash128 } from "../base/hash.ts";
import type { Component } from "./component.ts";
import type { Entity } from "./entities.ts";
import { ColumnStore, type Store, type ValueStore } from "./store.ts";
import type { World } from "./world.ts";

/**
 * Hashes all entities, their parents and components (or only some components) to 128 bits. The hash is a sum of one
 * hash per value, so it does not depend on rows, slots or the order of edits: a mirror with the same state has the same
 * hash.
 */
export function hashComponents(world: World, only?: ReadonlySet<Component>): Uint32Array {
  const sum = new Uint32Array(4);
  for (const entity of world.entities()) {
    scratch.reset(ENTITY_SEED);
    pair[0] = entity;
    pair[1] = world.parentOf(entity);
    addTo(sum, scratch.words(pair));
  }
  for (const store of world.stores()) {
    if (only === undefined || only.has(store.component)) addStore(sum, store);
  }
  return sum;
}

/** Returns whether two worlds have the same components, as far as a hash of 128 bits can tell. */
export function hasSameComponents(one: World, other: World): boolean {
  const hash = hashComponents(other);
  return hashComponents(one).every((word, i) => word === hash[i]);
}

/**
 * Hashes the state of a simulation: all components, the next id, and the states that systems keep outside the world (a
 * physics engine).
 */
export function hashState(world: World, parts: readonly Uint8Array[]): string {
  const hash = new Hash128().words(hashComponents(world)).number(world.nextId);
  for (const part of parts) hash.bytes(part);
  return hash.hex();
}

const ENTITY_SEED = 0x6f727279;
const scratch = new Hash128();
const digest = new Uint32Array(4);
const pair = new Uint32Array(2);
/** Values are immutable, so the hash of a value never changes, and most are hashed only once. */
const known = new Map<Component, WeakMap<object, Uint32Array>>();

function addStore(sum: Uint32Array, store: Store): void {
  const words = store instanceof ColumnStore ? new Uint32Array(store.data.buffer) : undefined;
  const stride = store instanceof ColumnStore ? store.stride * 2 : 0;
  for (let row = 0; row < store.used; row++) {
    const entity = store.entities[row]! as Entity;
    if (entity === 0) continue;
    const value = words === undefined ? valueHash(store as ValueStore, row) : undefined;
    scratch.reset(store.component.key);
    pair[0] = entity;
    pair[1] = 0;
    scratch.words(pair);
    addTo(sum, value === undefined ? scratch.words(words!, row * stride, (row + 1) * stride) : scratch.words(value));
  }
}

function valueHash(store: ValueStore, row: number): Uint32Array {
  const value = store.get(row);
  const isObject = typeof value === "object" && value !== null;
  // By component, because two components that share an object may serialise it differently.
  let hashes = known.get(store.component);
  if (hashes === undefined) known.set(store.component, (hashes = new WeakMap()));
  const before = isObject ? hashes.get(value) : undefined;
  if (before !== undefined) return before;
  const made = scratch.reset(0).bytes(store.component.serialiser.encode(value)).digest();
  if (isObject) hashes.set(value, made);
  return made;
}

function addTo(sum: Uint32Array, hash: Hash128): void {
  hash.digest(digest);
  for (let lane = 0; lane < 4; lane++) sum[lane] = sum[lane]! + digest[lane]!;
}
