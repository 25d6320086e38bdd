import { Value } from "../client/value.ts";

export type Theme = "system" | "dark" | "light";

/** What this person prefers on this machine; kept by the browser. */
export class Settings {
  readonly theme = kept<Theme>(
    "theme",
    "system",
    (value) => value === "dark" || value === "light" || value === "system",
  );
  /** How others see this person; empty until they say. */
  readonly name = kept("name", "", (value) => typeof value === "string");
}

/** A value that a later visit finds again, under `orrery.KEY`. What does not pass `isValid` is as if it was not there. */
export function kept<T>(key: string, initial: T, isValid: (value: unknown) => boolean): Value<T> {
  const value = new Value<T>(read(key, initial, isValid));
  value.changes.on((next) => write(key, next));
  return value;
}

function read<T>(key: string, initial: T, isValid: (value: unknown) => boolean): T {
  try {
    const text = localStorage.getItem(`orrery.${key}`);
    const value: unknown = text === null ? undefined : JSON.parse(text);
    return isValid(value) ? (value as T) : initial;
  } catch {
    // Storage is switched off, or holds what somebody else wrote.
    return initial;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(`orrery.${key}`, JSON.stringify(value));
  } catch {
    // Full, or switched off: it holds for this visit.
  }
}
