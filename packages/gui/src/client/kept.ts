import { Value } from "./value.ts";

/**
 * Returns a value that is stored for later visits under `orrery.KEY`. A stored value that fails `isValid` is ignored.
 */
export function kept<T>(key: string, initial: T, isValid: (value: unknown) => boolean): Kept<T> {
  return new Kept(key, initial, isValid);
}

export class Kept<T> extends Value<T> {
  readonly #key: string;
  #isChosen: boolean;

  constructor(key: string, initial: T, isValid: (value: unknown) => boolean) {
    const found = readKept(key);
    super(isValid(found) ? (found as T) : initial);
    this.#key = key;
    this.#isChosen = isValid(found);
  }

  override set(next: T): void {
    this.#isChosen = true;
    writeKept(this.#key, next);
    super.set(next);
  }

  /** Sets the value for this visit, unless the user has chosen one. */
  setDefault(value: T): void {
    if (!this.#isChosen) super.set(value);
  }
}

/** Returns what an earlier visit stored under `orrery.KEY`; undefined if nothing. */
export function readKept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`orrery.${key}`) ?? "null");
  } catch {
    // Storage is switched off, or contains something foreign.
    return undefined;
  }
}

/** Stores a value for later visits. */
export function writeKept(key: string, value: unknown): void {
  try {
    localStorage.setItem(`orrery.${key}`, JSON.stringify(value));
  } catch {
    // Storage is full or switched off: the value lasts for this visit only.
  }
}
