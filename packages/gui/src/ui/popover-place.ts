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

/** Below what it hangs on, or above where there is no room; off the window's edges; `gap` away from what it hangs on. */
export function popoverPlace(anchor: Edges, size: Extents, page: Extents, gap = 0): { left: number; top: number } {
  const [above, below] = [anchor.top - gap - size.height, anchor.bottom + gap];
  const [right, end] = [page.width - EDGE_PX - size.width, page.height - EDGE_PX - size.height];
  const top = below <= end || above < EDGE_PX ? Math.min(below, end) : above;
  return { left: Math.max(EDGE_PX, Math.min(anchor.left, right)), top: Math.max(EDGE_PX, top) };
}

/** So much of the page is seen between a popover and the window's edge. */
export const EDGE_PX = 8;
