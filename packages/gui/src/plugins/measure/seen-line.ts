import { vec3, type Vec3 } from "@orrery/sim";
import type { Point, ScreenSpace } from "../transform/api.ts";

/** A straight line on the canvas. */
export interface ScreenLine {
  readonly from: Point;
  readonly to: Point;
}

/** Returns the part of a line in front of the eye, on the canvas; undefined if there is none. */
export function seenLine(from: Vec3, to: Vec3, space: ScreenSpace): readonly ScreenLine[] {
  const [a, b] = [space.toScreen(from), space.toScreen(to)];
  if (a !== undefined && b !== undefined) return [{ from: a, to: b }];
  if (a !== undefined) return [{ from: a, to: lastSeen(from, to, space) }];
  return b === undefined ? [] : [{ from: lastSeen(to, from, space), to: b }];
}

/** Returns the last visible place on the way from a visible one to one behind the eye. */
function lastSeen(from: Vec3, to: Vec3, space: ScreenSpace): Point {
  let [seen, hidden] = [0, 1];
  let found = space.toScreen(from)!;
  for (let i = 0; i < HALVINGS; i++) {
    const share = (seen + hidden) / 2;
    const at = space.toScreen(vec3.add(from, vec3.scale(vec3.subtract(to, from), share)));
    if (at === undefined) hidden = share;
    else [seen, found] = [share, at];
  }
  return found;
}

/** Enough to leave the canvas, too few to overflow what a browser can draw. */
const HALVINGS = 10;
