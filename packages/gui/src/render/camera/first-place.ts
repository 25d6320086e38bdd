import type { CameraPlace } from "./camera-rig.ts";

/** The place of the camera before there is anything to see. */
export const FIRST_PLACE: CameraPlace = {
  target: { x: 0, y: 0, z: 0.5 },
  distance: 8,
  azimuth: -0.95,
  elevation: 0.36,
};
