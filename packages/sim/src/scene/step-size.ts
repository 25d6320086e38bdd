/**
 * Range of the duration of a step, in seconds: a shorter one would not move the clock, which counts nanoseconds; with a
 * longer one, no engine is stable.
 */
const STEP_SIZE = { least: 1e-6, most: 1 } as const;

/** Returns what is wrong with a step size; `undefined` if it is valid. */
export function stepSizeProblem(seconds: number): string | undefined {
  if (seconds >= STEP_SIZE.least && seconds <= STEP_SIZE.most) return undefined;
  return `a step must take from ${STEP_SIZE.least} to ${STEP_SIZE.most} s, not ${seconds}`;
}
