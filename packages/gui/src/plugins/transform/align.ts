import { type Entity } from "@orrery/sim";
import { assertNever } from "@orrery/sim/host";
import type { Box } from "../../render/camera/camera-rig.ts";
import type { Axis } from "./gizmo/handle.ts";
import { shifted, type Placement, type Thing } from "./gizmo/motion.ts";

export const alignSides = ["min", "centre", "max"] as const;
export type AlignSide = (typeof alignSides)[number];

export interface Alignment {
  readonly axis: Axis;
  readonly side: AlignSide;
  /** Which of the things stays in place. */
  readonly to: "first" | "last";
}

/**
 * Returns the poses that bring one side, or the middle, of each thing to where the first or the last thing has it.
 * `boxOf` returns the box around a thing.
 */
export function aligned(
  things: readonly Thing[],
  boxOf: (entity: Entity) => Box,
  { axis, side, to }: Alignment,
): readonly Placement[] {
  const fixed = to === "first" ? things[0] : things.at(-1);
  if (fixed === undefined) return [];
  const goal = sideOf(boxOf(fixed.entity), axis, side);
  return things
    .filter((thing) => thing !== fixed)
    .map(({ entity, pose }) => {
      const offset = Number((goal - sideOf(boxOf(entity), axis, side)).toFixed(6));
      return { entity, pose: shifted(pose, { x: 0, y: 0, z: 0, [axis]: offset }) };
    });
}

function sideOf({ low, high }: Box, axis: Axis, side: AlignSide): number {
  switch (side) {
    case "min":
      return low[axis];
    case "max":
      return high[axis];
    case "centre":
      return (low[axis] + high[axis]) / 2;
    default:
      return assertNever(side);
  }
}
