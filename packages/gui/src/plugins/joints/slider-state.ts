import { useEffect, useRef, useState } from "react";
import { including, NOWHERE, positionRange, speedRange, type Range } from "./axis-range.ts";
import type { JointRow } from "./joint-rows.ts";

/**
 * Returns the range of the slider. A side without a limit widens, but not during a drag, when the thumb would slip away
 * from the pointer.
 */
export function useRange(
  { limits }: JointRow,
  quantity: "position" | "velocity",
  values: readonly number[],
): readonly [Range, (value: number) => void] {
  const [reach, setReach] = useState<Range>(NOWHERE);
  const range = quantity === "position" ? positionRange(limits, reach) : speedRange(limits, reach);
  const isOpen = isOpenAxis(limits, quantity);
  const wanted = values.reduce(including, reach);
  if (isOpen && wanted !== reach) setReach(wanted);
  const widen = (value: number): void => {
    // The thumb was released at an end, so the range widens.
    const further = value >= range.to ? value + (range.to - range.from) / 100 : value - (range.to - range.from) / 100;
    if (isOpen && (value <= range.from || value >= range.to)) setReach(including(reach, further));
  };
  return [range, widen];
}

function isOpenAxis({ lower, upper, speed }: JointRow["limits"], quantity: "position" | "velocity"): boolean {
  return quantity === "position" ? lower === -Infinity || upper === Infinity : speed === Infinity;
}

/**
 * Holds a value that the user has set and the world may not show yet. Setting `undefined` releases it after a while.
 */
export function useInHand(): readonly [number | undefined, (value: number | undefined, afterMs?: number) => void] {
  const [value, setValue] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hold = (next: number | undefined, afterMs = 0): void => {
    clearTimeout(timer.current);
    if (next === undefined && afterMs > 0) timer.current = setTimeout(() => setValue(undefined), afterMs);
    else setValue(next);
  };
  return [value, hold];
}
