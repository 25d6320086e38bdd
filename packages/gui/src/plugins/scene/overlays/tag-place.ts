/** A circle on the canvas, in pixels. */
export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Height of a name with its margin, in pixels. */
const HEIGHT = 28;

/**
 * Returns where to put a name, as the middle of its lower edge: above handles that it would cover, or below them where
 * the canvas ends.
 */
export function clearOf(
  place: { readonly x: number; readonly y: number },
  handles: Circle | undefined,
): { readonly x: number; readonly y: number } {
  if (handles === undefined) return place;
  const { x, y, radius } = handles;
  const isOn = Math.abs(place.x - x) < radius && place.y > y - radius && place.y - HEIGHT < y + radius;
  if (!isOn) return place;
  const over = y - radius;
  return { x, y: over >= HEIGHT ? over : y + radius + HEIGHT };
}
