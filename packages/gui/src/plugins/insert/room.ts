import type { orrery } from "@orrery/msgs";
import { transformPoint, type Pose } from "@orrery/sim";
import type { Staged } from "./staged.ts";
import { boundsOfPoints } from "./standing.ts";

/** Metres to leave free on each side of things. */
const GAP = 0.05;

/** Metres above and below the middle of a light, which has no size of its own. */
const LIGHT = 0.05;

/** Returns the room that things need when held at a pose; `undefined` for a ground, which may be under everything. */
export function roomOf({ points, things }: Pick<Staged, "points" | "things">, at: Pose): orrery.Room | undefined {
  const placed: number[] = [];
  for (let i = 0; i < points.length; i += 3) {
    const { x, y, z } = transformPoint(at, { x: points[i]!, y: points[i + 1]!, z: points[i + 2]! });
    placed.push(x, y, z);
  }
  const bounds = boundsOfPoints(placed);
  if (bounds === undefined) return undefined;
  const { low, high } = bounds;
  const isFlat = low.z === high.z;
  if (isFlat && things.some(({ kind }) => kind !== "light")) return undefined;
  const rise = isFlat ? LIGHT : 0;
  return {
    low: { x: low.x - GAP, y: low.y - GAP, z: low.z - rise },
    high: { x: high.x + GAP, y: high.y + GAP, z: high.z + rise },
  };
}
