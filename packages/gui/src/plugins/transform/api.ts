// What other plugins may use of this one.

export { heldPosesOf } from "./held-poses.ts";
export { Preview } from "./preview.ts";
export { screenSpaceOf, type Point, type ScreenSpace } from "./gizmo/screen-space.ts";
