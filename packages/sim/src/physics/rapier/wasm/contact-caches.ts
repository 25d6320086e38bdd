/**
 * Shapes of many parts keep a hash table for each pair they touch, whose order tells in which order the parts came to
 * touch: it decides nothing, but it is in Rapier's snapshot. Sorts each in place, so that equal states have equal bytes,
 * restored or not. Of rapier3d-simd-compat 0.20.0.
 *
 * A table stands behind its mark: 1 (there is one), its kind as a word, a flag, its length as eight bytes; each entry is
 * the key, the number of a manifold as eight bytes and a flag. The manifolds' numbers are those from 0 to the length, each
 * once: nothing else in a snapshot looks like that.
 */
export function sortContactCaches(snapshot: Uint8Array): void {
  const end = snapshot.length - MARK;
  for (let at = 0; at < end; at++) {
    // The rarest first: most bytes of a snapshot fail here.
    if (snapshot[at] !== 1 || snapshot[at + 2] !== 0) continue;
    const key = KEY_BYTES[snapshot[at + 1]!];
    if (key === undefined || snapshot[at + 3] !== 0 || snapshot[at + 4] !== 0 || snapshot[at + 5]! > 1) continue;
    const length = snapshot[at + 6]! | (snapshot[at + 7]! << 8);
    if (length < 2 || !areZero(snapshot, at + 8, 6)) continue;
    const table = snapshot.subarray(at + MARK, at + MARK + length * (key + MANIFOLD));
    if (isTable(table, length, key)) sortEntries(table, length, key);
  }
}

/** Bytes of a mark, and of an entry beside its key. */
const MARK = 14;
const MANIFOLD = 9;
/** By the kind of table: a heightmap against one shape, against several; several against several, against one. */
const KEY_BYTES: readonly (number | undefined)[] = [undefined, 4, 8, 8, 4];

function isTable(table: Uint8Array, length: number, key: number): boolean {
  const size = key + MANIFOLD;
  if (table.length !== length * size) return false;
  const seen = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const at = i * size + key;
    const manifold = table[at]! | (table[at + 1]! << 8);
    if (manifold >= length || seen[manifold] === 1 || table[at + 8]! > 1 || !areZero(table, at + 2, 6)) return false;
    seen[manifold] = 1;
  }
  return true;
}

function sortEntries(table: Uint8Array, length: number, key: number): void {
  const size = key + MANIFOLD;
  const entries = Array.from({ length }, (_, i) => table.slice(i * size, (i + 1) * size));
  entries.sort((a, b) => {
    // Any order will do that depends on the keys alone.
    for (let i = 0; i < key; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
    return 0;
  });
  entries.forEach((entry, i) => table.set(entry, i * size));
}

function areZero(bytes: Uint8Array, from: number, count: number): boolean {
  for (let i = from; i < from + count; i++) if (bytes[i] !== 0) return false;
  return true;
}
