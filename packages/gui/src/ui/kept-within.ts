/** From one side to the other, px. */
export interface Span {
  readonly left: number;
  readonly right: number;
}

/**
 * Returns how far something must move sideways to be within an outer span; if it is too wide, only its start will be.
 */
export function shiftWithin(inner: Span, outer: Span): number {
  const fromRight = Math.min(0, outer.right - inner.right);
  return Math.max(fromRight, outer.left - inner.left);
}
