/** Looks that a user can give something on this page only, in addition to its look in the world. */
export const lookNames = ["hidden", "transparent", "wireframe", "collisions"] as const;
export type LookName = (typeof lookNames)[number];
