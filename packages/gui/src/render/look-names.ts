/** How something can be drawn on this page alone, beside how the world says it looks. */
export const lookNames = ["hidden", "transparent", "wireframe", "collisions"] as const;
export type LookName = (typeof lookNames)[number];
