// The part of this plugin that other plugins may use.

export { inHandOf } from "./in-hand.ts";
export { screenSpaceOf, type Point, type ScreenSpace } from "./gizmo/screen-space.ts";
