import { ShapeType, type World } from "@dimforge/rapier3d-simd-compat";
import { TABLE_FLAG, TABLE_KEYS, TABLE_MANIFOLD, TABLE_MARK } from "./layout.ts";
import { UnknownLayout } from "./unknown-layout.ts";

/**
 * Sorts contact caches in a snapshot, so that equal states have equal bytes, restored or not. Shapes of several parts
 * keep a hash table for each pair they touch. Its order reveals the order in which the parts came to touch, and affects
 * nothing else.
 *
 * Tables are recognised by their form: each follows its mark, and its entries name the manifolds from 0 on, each once.
 * Other bytes, such as the heights of a map, may look the same and must not change. Every table has that form, so if
 * the number found equals the number in the world, exactly the tables were found. Otherwise this throws without
 * changing anything, because the bytes of such a state would depend on its history.
 */
export function sortContactCaches(snapshot: Uint8Array, world: World): void {
  const tables = findTables(snapshot);
  const count = countTables(world);
  if (tables.length < count) throw new UnknownLayout("contact caches");
  if (tables.length > count) {
    const why = `${tables.length} places in Rapier's snapshot look like contact caches, of which it has ${count}`;
    throw new Error(`${why}: change the heights or vertices that are nearly zero (below 1e-38 m), which look alike`);
  }
  for (const table of tables) sortEntries(table);
}

interface Table {
  readonly bytes: Uint8Array;
  readonly length: number;
  /** Number of bytes of an entry's key. */
  readonly key: number;
}

function findTables(snapshot: Uint8Array): Table[] {
  const tables: Table[] = [];
  const view = new DataView(snapshot.buffer, snapshot.byteOffset, snapshot.length);
  const end = snapshot.length - TABLE_MARK;
  for (let at = 0; at < end; at++) {
    // Checks the rarest bytes first: most places in a snapshot fail here.
    if (snapshot[at] !== 1 || snapshot[at + 2] !== 0) continue;
    const key = TABLE_KEYS[snapshot[at + 1]!];
    if (key === undefined || snapshot[at + 3] !== 0 || snapshot[at + 4] !== 0 || snapshot[at + 5]! > 1) continue;
    const length = view.getUint32(at + 6, true);
    const first = at + TABLE_MARK;
    const last = first + length * (key + TABLE_MANIFOLD);
    if (length < 2 || view.getUint32(at + 10, true) !== 0 || last > snapshot.length) continue;
    const table = { bytes: snapshot.subarray(first, last), length, key };
    if (isTable(table)) tables.push(table);
  }
  return tables;
}

function isTable({ bytes, length, key }: Table): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const seen = new Uint8Array(length);
  for (let at = key; at < bytes.length; at += key + TABLE_MANIFOLD) {
    const manifold = view.getUint32(at, true);
    if (manifold >= length || seen[manifold] === 1) return false;
    if (view.getUint32(at + 4, true) !== 0 || bytes[at + TABLE_FLAG]! > 1) return false;
    seen[manifold] = 1;
  }
  return true;
}

function sortEntries({ bytes, length, key }: Table): void {
  const size = key + TABLE_MANIFOLD;
  const entries = Array.from({ length }, (_, i) => bytes.slice(i * size, (i + 1) * size));
  entries.sort((a, b) => {
    // Any order that depends on the keys alone will do.
    for (let i = 0; i < key; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
    return 0;
  });
  entries.forEach((entry, i) => bytes.set(entry, i * size));
}

/**
 * Returns the number of tables with two or more entries in a world: one for each pair for which `hasTable`, with an
 * entry for each manifold.
 */
function countTables(world: World): number {
  let count = 0;
  world.colliders.forEach(({ handle }) => {
    const type = world.getCollider(handle).shapeType();
    if (!isParted(type)) return;
    world.narrowPhase.contactPairsWith(handle, (other) => {
      const otherType = world.getCollider(other).shapeType();
      // A pair of two such shapes is visited twice.
      if ((isParted(otherType) && other < handle) || !hasTable(type, otherType)) return;
      const pair = world.narrowPhase.raw.contact_pair(handle, other);
      if (pair === undefined) return;
      if (pair.numContactManifolds() > 1) count++;
      pair.free();
    });
  });
  return count;
}

function isParted(type: ShapeType): boolean {
  return type === ShapeType.TriMesh || type === ShapeType.HeightField || type === ShapeType.Compound;
}

/**
 * Returns whether a pair of shapes has a table. Against most shapes, a mesh has a list of triangles in order of their
 * numbers instead; only against meshes and shapes of several hulls does it have a table.
 */
function hasTable(one: ShapeType, other: ShapeType): boolean {
  if (one === ShapeType.TriMesh) return other === ShapeType.TriMesh || other === ShapeType.Compound;
  return other !== ShapeType.TriMesh || one === ShapeType.Compound;
}
