/** Height of a line and of a page in px, for wheels that report these: a notch is three lines, or about 100 px. */
const LINE_PX = 30;
const PAGE_PX = 300;

/** Returns how far a wheel was turned in px, whatever unit the browser reports. */
export function wheelPixels({ deltaX, deltaY, deltaMode }: Pick<WheelEvent, "deltaX" | "deltaY" | "deltaMode">): {
  readonly x: number;
  readonly y: number;
} {
  // The numbers of WheelEvent.DOM_DELTA_LINE and DOM_DELTA_PAGE.
  const unit = deltaMode === 1 ? LINE_PX : deltaMode === 2 ? PAGE_PX : 1;
  return { x: deltaX * unit, y: deltaY * unit };
}
