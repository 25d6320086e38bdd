/** The difference between two states of a system that are nearly the same. */
export interface StatePatch {
  /** Indices of the words of four bytes that differ. */
  readonly places: Uint32Array;
  readonly words: Int32Array;
}

/** With more differences than this, two states have little in common. While all bodies sleep, Rapier changes nothing but its step count. */
const MOST_WORDS = 64;

/**
 * Compares two states; `undefined` when they differ too much. Stops early, so worlds that are awake cost next to
 * nothing.
 */
export function patchBetween(from: Uint8Array, to: Uint8Array): StatePatch | undefined {
  if (from.length !== to.length || from.length % 4 !== 0 || from.byteOffset % 4 !== 0 || to.byteOffset % 4 !== 0) {
    return undefined;
  }
  const [before, after] = [wordsOf(from), wordsOf(to)];
  const places: number[] = [];
  for (let i = 0; i < after.length; i++) {
    if (before[i] === after[i]) continue;
    if (places.length === MOST_WORDS) return undefined;
    places.push(i);
  }
  return { places: Uint32Array.from(places), words: Int32Array.from(places, (place) => after[place]!) };
}

/** Makes the other state from `from`, which stays as it is. */
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
