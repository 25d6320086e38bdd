/** Measures of an arrow, all in the same unit. */
export interface ArrowShape {
  /** From its foot to its tip. */
  readonly length: number;
  readonly head: number;
  readonly thickness: number;
}

/** Pixels. A shorter arrow is a blob that points nowhere. */
const LEAST = 44;
const THICKNESS = 2.6;
const HEAD = 18;

/**
 * Returns an arrow of some length where a pixel is so large; never shorter than what shows its direction, unless it
 * must end where it ends.
 */
export function arrowShape(
  length: number,
  pixel: number,
  { isExact = false }: { readonly isExact?: boolean } = {},
): ArrowShape {
  const shown = isExact ? length : Math.max(length, LEAST * pixel);
  // A short one that may not grow gets thinner.
  const share = Math.min(1, shown / (LEAST * pixel));
  return { length: shown, head: HEAD * pixel * share, thickness: THICKNESS * pixel * share };
}
