/** The difference between two states of a system that are nearly the same. */
export interface StatePatch {
  /** Indices of the differing words of four bytes. */
  readonly places: Uint32Array;
  readonly words: Int32Array;
}

/**
 * With more differences than this, two states have little in common. While all bodies sleep, only Rapier's step count
 * changes.
 */
const MAX_WORDS = 64;

/**
 * Compares two states; returns `undefined` if they differ too much. Stops early, so worlds with awake bodies cost next
 * to nothing.
 */
export function patchBetween(from: Uint8Array, to: Uint8Array): StatePatch | undefined {
  if (from.length !== to.length || from.length % 4 !== 0 || from.byteOffset % 4 !== 0 || to.byteOffset % 4 !== 0) {
    return undefined;
  }
  const [before, after] = [wordsOf(from), wordsOf(to)];
  const places: number[] = [];
  for (let i = 0; i < after.length; i++) {
    if (before[i] === after[i]) continue;
    if (places.length === MAX_WORDS) return undefined;
    places.push(i);
  }
  return { places: Uint32Array.from(places), words: Int32Array.from(places, (place) => after[place]!) };
}

/** Returns the other state, made from `from`, which stays unchanged. */
export function applyPatch(from: Uint8Array, { places, words }: StatePatch): Uint8Array {
  const to = from.slice();
  const after = wordsOf(to);
  places.forEach((place, i) => (after[place] = words[i]!));
  return to;
}

export function patchBytes({ places, words }: StatePatch): number {
  return places.byteLength + words.byteLength;
}

function wordsOf({ buffer, byteOffset, length }: Uint8Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length / 4);
}
