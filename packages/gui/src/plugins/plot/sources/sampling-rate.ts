/** How often things are sampled: in each n-th step, or at a rate in simulated time. */
export type Sampling = { readonly every: number } | { readonly hertz: number };

/** Every step: no sample is left out. */
export const EVERY_STEP: Sampling = { every: 1 };

/** The largest numbers that can be typed. */
const MAX_EVERY = 1_000_000;
const MAX_HERTZ = 1_000_000;
const MIN_HERTZ = 0.001;

/** Returns the number of steps from one sample to the next: for a rate, the nearest number. */
export function stepsBetween(sampling: Sampling, stepNs: number): number {
  if ("every" in sampling) return sampling.every;
  const steps = stepNs > 0 ? Math.round(1e9 / (sampling.hertz * stepNs)) : 1;
  return Math.min(MAX_EVERY, Math.max(1, steps));
}

/** Returns the simulated seconds from one sample to the next; 0 if each sample counts. */
export function secondsBetween(sampling: Sampling, stepNs: number): number {
  if ("hertz" in sampling) return 1 / sampling.hertz;
  return sampling.every === 1 ? 0 : (sampling.every * stepNs) / 1e9;
}

export function isSameSampling(a: Sampling, b: Sampling): boolean {
  return "every" in a ? "every" in b && a.every === b.every : "hertz" in b && a.hertz === b.hertz;
}

/** Reads a rate from JSON; returns `undefined` if it is none. */
export function readSampling(value: unknown): Sampling | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { every, hertz } = value as { readonly every?: unknown; readonly hertz?: unknown };
  if (typeof every === "number" && Number.isInteger(every) && every >= 1 && every <= MAX_EVERY) return { every };
  if (typeof hertz === "number" && hertz >= MIN_HERTZ && hertz <= MAX_HERTZ) return { hertz };
  return undefined;
}
