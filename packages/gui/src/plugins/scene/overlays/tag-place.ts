/** On the canvas, in pixels. */
export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Pixels, of a name with the air around it. */
const HEIGHT = 28;

/** Where a name stands (its middle, at its foot): over handles that it would lie on, or under them where the canvas ends. */
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
