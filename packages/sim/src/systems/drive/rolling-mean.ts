/** Appends a value, and drops the oldest ones beyond the window. */
export function pushSample(samples: readonly number[], value: number, window: number): readonly number[] {
  return [...samples.slice(Math.max(0, samples.length - window + 1)), value];
}

export function meanOf(samples: readonly number[]): number {
  return samples.length === 0 ? 0 : samples.reduce((sum, value) => sum + value, 0) / samples.length;
}
