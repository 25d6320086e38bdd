import type { Entity, Vec3 } from "@orrery/sim";

/** What the next clicks measure. */
const measureModes = ["distance", "angle", "edge", "objects"] as const;
export type MeasureMode = (typeof measureModes)[number];

/** A point that moves along with its entity. */
export interface Anchor {
  /** `undefined` for a point of the world itself. */
  readonly entity: Entity | undefined;
  /** In the entity's own frame, metres. */
  readonly local: Vec3;
}

/** A measurement that is updated continuously while things move. */
export type Measure =
  | { readonly type: "distance"; readonly from: Anchor; readonly to: Anchor }
  /** The angle at `vertex` between the directions to the other two points. */
  | { readonly type: "angle"; readonly from: Anchor; readonly vertex: Anchor; readonly to: Anchor }
  /** The points are in the entity's own frame. A rim is closed. */
  | { readonly type: "edge"; readonly entity: Entity; readonly points: readonly Vec3[]; readonly isClosed: boolean }
  /** The distance between the surfaces of two models or parts, and between their origins. */
  | { readonly type: "objects"; readonly from: Entity; readonly to: Entity };

/** A measure in the list. */
export interface Kept {
  readonly id: number;
  readonly measure: Measure;
}
