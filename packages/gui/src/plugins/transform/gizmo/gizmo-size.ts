/** Sizes of a gizmo on the screen, in pixels, used both for drawing and for hit tests. */
export const GIZMO = {
  /** Length of an axis, to its end. */
  length: 86,
  /** Where an axis begins; the middle stays free. */
  gap: 14,
  planeFrom: 24,
  planeTo: 42,
  ring: 78,
  viewRing: 96,
  centre: 10,
  /** How far from a handle the pointer may be. */
  slack: 7,
  slackOfFingers: 16,
} as const;

/**
 * Cosines to the line of sight: above `END_ON` an axis is seen from its end; below `EDGE_ON` a plane is seen from its
 * edge.
 */
export const END_ON = 0.985;
export const EDGE_ON = 0.18;
/** Above this cosine, a ring faces the eye, and all of it is drawn as its front. */
export const FACE_ON = 0.96;
