import type { Value } from "./value.ts";

/** Resolves to true as soon as a value meets a condition, or to false after `ms`. */
export function until<T>(value: Value<T>, holds: (current: T) => boolean, ms: number): Promise<boolean> {
  if (holds(value.current)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (does: boolean): void => {
      listening[Symbol.dispose]();
      clearTimeout(timer);
      resolve(does);
    };
    const listening = value.changes.on((current) => holds(current) && end(true));
    const timer = setTimeout(() => end(false), ms);
  });
}
