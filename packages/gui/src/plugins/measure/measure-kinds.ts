import type { Entity, Vec3 } from "@orrery/sim";

/** What is measured next. */
export const measureModes = ["distance", "angle", "edge", "objects"] as const;
export type MeasureMode = (typeof measureModes)[number];

/** A point that stays on its entity, wherever that moves. */
export interface Anchor {
  /** `undefined` for a point of the world itself. */
  readonly entity: Entity | undefined;
  /** In the entity's own frame, metres. */
  readonly local: Vec3;
}

/** Something that is measured continuously while things move. */
export type Measure =
  | { readonly type: "distance"; readonly from: Anchor; readonly to: Anchor }
  /** At `vertex`, between the directions to the other two. */
  | { readonly type: "angle"; readonly from: Anchor; readonly vertex: Anchor; readonly to: Anchor }
  /** Points in the entity's own frame. A rim is closed. */
  | { readonly type: "edge"; readonly entity: Entity; readonly points: readonly Vec3[]; readonly isClosed: boolean }
  /** Between the surfaces of two models or parts, and between their origins. */
  | { readonly type: "objects"; readonly from: Entity; readonly to: Entity };

/** A measure of the list. */
export interface Kept {
  readonly id: number;
  readonly measure: Measure;
}
