/** What makes one state of a system of another that is nearly the same. */
export interface StatePatch {
  /** In words of four bytes. */
  readonly places: Uint32Array;
  readonly words: Int32Array;
}

/** More than that and the two have little in common. Rapier counts its steps while all bodies sleep, and changes nothing else. */
const MOST_WORDS = 64;

/** Nothing when the two differ too much. Looks no further than it has to, so what is awake costs nearly nothing. */
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

/** A new state; `from` stays as it is. */
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
