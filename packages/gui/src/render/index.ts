// Drawing of worlds: for plugins with a scene of their own, and for threads without a page.

export type { BatchLook, Shape } from "./batch.ts";
export { Batches } from "./batches.ts";
export {
  type Box,
  type CameraPlace,
  LONGEST,
  SHORTEST,
  type StandardView,
  along,
  backward,
  eyeOf,
  framing,
  nearestTurn,
  orbited,
  panned,
  pixelAt,
  rightward,
  standardView,
  standardViews,
  turned,
  upward,
  walked,
  zoomed,
} from "./camera/camera-rig.ts";
export { FIRST_PLACE } from "./camera/first-place.ts";
export { reachOf, tightBoundsOf } from "./camera/reach.ts";
export { boundsOf, radiusOf } from "./camera/scene-bounds.ts";
export { usualBoundsOf } from "./camera/usual-bounds.ts";
export { FOV, ViewCamera } from "./camera/view-camera.ts";
export { EntityNodes } from "./entity-nodes.ts";
export type { RenderEnvironment } from "./environment.ts";
export { isCollisionLeftOut } from "./files/left-out-collisions.ts";
export { type FileGeometry, MeshFiles, fileName } from "./files/mesh-files.ts";
export type { PictureSource } from "./files/pictures.ts";
export { FrameSchedule } from "./frame-schedule.ts";
export { GHOST_OPACITY, Ghost, type GhostScene } from "./ghost.ts";
export { CollisionLayer } from "./layers/collision-layer.ts";
export { ContactMarks, whyNoContacts } from "./layers/contact-marks.ts";
export { FrameMarks } from "./layers/frame-marks.ts";
export { JointLayer } from "./layers/joint-layer.ts";
export { type LightLayer, isSeen } from "./layers/light-layer.ts";
export { lightMark } from "./layers/light-mark.ts";
export { InertiaLayer, MassLayer } from "./layers/mass-layers.ts";
export { Outlines } from "./layers/outlines.ts";
export { StandIns } from "./layers/stand-ins.ts";
export { type Placed, VisualLayer } from "./layers/visual-layer.ts";
export { type LookName, lookNames } from "./look-names.ts";
export { makeRenderer } from "./make-renderer.ts";
export { type Hit, pick } from "./picking.ts";
export { POSE, PoseTree } from "./pose-tree.ts";
export { type GeometryData, isGround, primitivesOf } from "./primitives.ts";
export { RenderWorld } from "./render-world.ts";
export { shownPose } from "./shown-pose.ts";
export { type Rgb, type Surfaces, linear, linearOf } from "./surfaces.ts";
export type { ThemeColours } from "./theme-colours.ts";
export { plainVector, threeVector } from "./vectors.ts";
export { type DrawnWorld, entitiesWithin, type PictureArea } from "./within.ts";
export type { Layer, WorldObjects } from "./world-objects.ts";
