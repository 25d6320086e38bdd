import { Value } from "./value.ts";

/** A value that a later visit finds again, under `orrery.KEY`. What does not pass `isValid` is as if it was not there. */
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

  /** For this visit, unless the user has chosen something. */
  setDefault(value: T): void {
    if (!this.#isChosen) super.set(value);
  }
}

/** What an earlier visit left under `orrery.KEY`; nothing when there was none. */
export function readKept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`orrery.${key}`) ?? "null");
  } catch {
    // Storage is switched off, or holds what somebody else wrote.
    return undefined;
  }
}

/** Stores a value for later visits. */
export function writeKept(key: string, value: unknown): void {
  try {
    localStorage.setItem(`orrery.${key}`, JSON.stringify(value));
  } catch {
    // Full, or switched off: it holds for this visit.
  }
}
