/**
 * Returns the opacity of a marker that floats in the scene, such as another person's camera: 1 from 3 m on, 0 nearer
 * than 1 m, where it would fill the picture.
 */
export function nearFade(metres: number): number {
  return Math.min(1, Math.max(0, (metres - NEAR) / (FAR - NEAR)));
}

const NEAR = 1;
const FAR = 3;
