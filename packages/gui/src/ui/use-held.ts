import { useCallback, useState } from "react";

/** Returns what a field shows: the value, or what was just entered until the world has it or has refused it. */
export function useHeld<T>(value: T): readonly [shown: T, hold: (next: T, done: Promise<boolean>) => void] {
  const [held, setHeld] = useState<{ readonly value: T; readonly instead: T }>();
  // A world that changes has either taken it, or goes on without it.
  const isOver = held !== undefined && !Object.is(held.instead, value);
  if (isOver) setHeld(undefined);
  const hold = useCallback(
    (next: T, done: Promise<boolean>): void => {
      const mine = { value: next, instead: value };
      setHeld(mine);
      const drop = (): void => setHeld((current) => (current === mine ? undefined : current));
      // Taken, but nothing of it can be seen: the value is what it was.
      done.then((isTaken) => (isTaken ? setTimeout(drop, SHOWN_MS) : drop()), drop);
    },
    [value],
  );
  return [held === undefined || isOver ? value : held.value, hold];
}

const SHOWN_MS = 1000;
