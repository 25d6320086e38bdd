/** Sizes of a gizmo on the screen, in pixels: what is drawn and what the pointer finds go by the same ones. */
export const GIZMO = {
  /** Length of an axis, to its end. */
  length: 86,
  /** Where an axis begins: the middle stays free. */
  gap: 14,
  planeFrom: 24,
  planeTo: 42,
  ring: 78,
  viewRing: 96,
  centre: 10,
  /** How far off a handle the pointer may be. */
  slack: 7,
  slackOfFingers: 16,
} as const;

/** Cosine to the line of sight above which an axis is seen from its end, and below which a plane is seen from its edge. */
export const END_ON = 0.985;
export const EDGE_ON = 0.18;
/** A ring that lies as flat before the eye is seen all around. */
export const FACE_ON = 0.96;
