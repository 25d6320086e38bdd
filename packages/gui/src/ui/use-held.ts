import { useCallback, useState } from "react";

/** Returns what a field shows: the world's value, or, until the world has answered, the value just entered. */
export function useHeld<T>(value: T): readonly [shown: T, hold: (next: T, done: Promise<boolean>) => void] {
  const [held, setHeld] = useState<{ readonly value: T; readonly instead: T }>();
  // If the world's value changes, the entered one was either accepted or replaced.
  const isOver = held !== undefined && !Object.is(held.instead, value);
  if (isOver) setHeld(undefined);
  const hold = useCallback(
    (next: T, done: Promise<boolean>): void => {
      const mine = { value: next, instead: value };
      setHeld(mine);
      const drop = (): void => setHeld((current) => (current === mine ? undefined : current));
      done.then(drop, drop);
    },
    [value],
  );
  return [held === undefined || isOver ? value : held.value, hold];
}
