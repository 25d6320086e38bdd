import { inputsOf, type Program } from "./program.ts";

/** Which scratch column each slot of a program is computed into. Slots that are not computed have none: −1. */
export interface Registers {
  readonly of: readonly number[];
  readonly count: number;
}

/** Assigns scratch columns, which are used again as soon as nobody needs what is in them. Outputs stay to the end. */
export function assignRegisters({ slots, outputs }: Program): Registers {
  const lastUse = slots.map((_, i) => i);
  for (const [i, slot] of slots.entries()) for (const input of inputsOf(slot)) lastUse[input] = i;
  for (const output of outputs) lastUse[output] = slots.length;
  const free: number[] = [];
  let count = 0;
  const of = slots.map(() => -1);
  for (const [i, slot] of slots.entries()) {
    const inputs = inputsOf(slot);
    // Before those of its inputs become free: no loop writes to what it reads.
    if (inputs.length > 0) of[i] = free.pop() ?? count++;
    for (const input of new Set(inputs)) if (of[input]! >= 0 && lastUse[input] === i) free.push(of[input]!);
    if (of[i]! >= 0 && lastUse[i] === i) free.push(of[i]!);
  }
  return { of, count };
}
