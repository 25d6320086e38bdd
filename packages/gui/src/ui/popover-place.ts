/** Edges in pixels of the window. */
export interface Edges {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Extents {
  readonly width: number;
  readonly height: number;
}

/**
 * Places a popover below its anchor, or above it if there is no room below; clear of the window's edges, and `gap` away
 * from the anchor.
 */
export function popoverPlace(anchor: Edges, size: Extents, page: Extents, gap = 0): { left: number; top: number } {
  const [above, below] = [anchor.top - gap - size.height, anchor.bottom + gap];
  const [right, end] = [page.width - EDGE_PX - size.width, page.height - EDGE_PX - size.height];
  const top = below <= end || above < EDGE_PX ? Math.min(below, end) : above;
  return { left: Math.max(EDGE_PX, Math.min(anchor.left, right)), top: Math.max(EDGE_PX, top) };
}

/** Distance between a popover and the window's edge. */
export const EDGE_PX = 8;
