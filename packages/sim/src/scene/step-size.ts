/** Seconds that one step may take: below, the clock, which counts nanoseconds, would stand still; above, no engine is stable. */
export const STEP_SIZE = { least: 1e-6, most: 1 } as const;

/** Returns what is wrong with a step size; `undefined` when nothing is. */
export function stepSizeProblem(seconds: number): string | undefined {
  if (seconds >= STEP_SIZE.least && seconds <= STEP_SIZE.most) return undefined;
  return `a step must take from ${STEP_SIZE.least} to ${STEP_SIZE.most} s, not ${seconds}`;
}
