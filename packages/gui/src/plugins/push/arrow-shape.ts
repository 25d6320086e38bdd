/** Dimensions of an arrow, all in one unit. */
export interface ArrowShape {
  /** From its foot to its tip. */
  readonly length: number;
  readonly head: number;
  readonly thickness: number;
}

/** Pixels. A shorter arrow would not show its direction. */
const LEAST = 44;
const THICKNESS = 2.6;
const HEAD = 18;

/**
 * Returns an arrow of a length, given the size of a pixel. It is made long enough to show its direction, unless its
 * length must be exact.
 */
export function arrowShape(
  length: number,
  pixel: number,
  { isExact = false }: { readonly isExact?: boolean } = {},
): ArrowShape {
  const shown = isExact ? length : Math.max(length, LEAST * pixel);
  // A short arrow that must keep its length gets thinner.
  const share = Math.min(1, shown / (LEAST * pixel));
  return { length: shown, head: HEAD * pixel * share, thickness: THICKNESS * pixel * share };
}
