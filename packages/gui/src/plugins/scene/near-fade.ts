/**
 * How much is seen of something that floats in the scene for people, such as another's camera: all of it from 3 m on, nothing
 * nearer than 1 m, where it would fill the picture.
 */
export function nearFade(metres: number): number {
  return Math.min(1, Math.max(0, (metres - NEAR) / (FAR - NEAR)));
}

const NEAR = 1;
const FAR = 3;
