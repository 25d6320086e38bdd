// What other plugins may use of this one.

export { inHandOf } from "./in-hand.ts";
export { screenSpaceOf, type Point, type ScreenSpace } from "./gizmo/screen-space.ts";
