// The part of this plugin that other plugins may use.

export { entityLooksOf } from "./entity-looks.ts";
export { shapesBelow } from "./overlays/highlights.ts";
export { groundAhead } from "./ground-ahead.ts";
export { groundPoint, pointerRay } from "./pointer-ray.ts";
export { onProbe } from "./scene-probe.ts";
export { sceneSessionOf, type OpenScene, type ScenePart } from "./scene-session.ts";
export type { SceneView } from "./scene-view.ts";
export { placeTag, topOfShapes } from "./overlays/tags.ts";
