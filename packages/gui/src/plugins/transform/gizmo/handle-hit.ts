import { vec3, type Vec3 } from "@orrery/sim";
import { nearestOnRing } from "./drag-math.ts";
import { axes, axisOf, handlesOf, isAxis, normalOf, type GizmoFrame, type GizmoTool, type Handle } from "./handle.ts";
import { EDGE_ON, END_ON, FACE_ON, GIZMO } from "./gizmo-size.ts";
import type { Point, ScreenSpace } from "./screen-space.ts";

/** Returns the handle within `slack` pixels of a pointer; those that are `blocked` are ignored. */
export function handleAt(
  tool: GizmoTool,
  frame: GizmoFrame,
  space: ScreenSpace,
  point: Point,
  slack: number,
  blocked: ReadonlySet<Handle> = NONE,
): Handle | undefined {
  const middle = space.toScreen(frame.origin);
  if (middle === undefined) return undefined;
  let best: Handle | undefined;
  let least = slack;
  for (const handle of handlesOf(tool)) {
    if (blocked.has(handle) || !isShown(tool, handle, frame, space)) continue;
    const away = distanceTo(tool, handle, frame, space, middle, point);
    if (away === undefined || away > least) continue;
    // A handle with an area wins over a line beside it, and the one in the middle wins over all.
    if (away === 0 && isArea(tool, handle)) return handle;
    if (away < least || best === undefined) [best, least] = [handle, away];
  }
  return best;
}

/** Returns whether a handle is visible enough to be dragged. */
export function isShown(tool: GizmoTool, handle: Handle, frame: GizmoFrame, space: ScreenSpace): boolean {
  if (handle === "all" || handle === "view" || tool === "rotate") return true;
  const towardsEye = space.towardsEye(frame.origin);
  const cosine = Math.abs(vec3.dot(towardsEye, axisOf(frame, isAxis(handle) ? handle : normalOf(handle))));
  return isAxis(handle) ? cosine < END_ON : cosine > EDGE_ON;
}

/** Returns where a handle is best grabbed, on the canvas; `undefined` if it cannot be. */
export function placeOf(tool: GizmoTool, handle: Handle, frame: GizmoFrame, space: ScreenSpace): Point | undefined {
  const middle = space.toScreen(frame.origin);
  if (middle === undefined || !isShown(tool, handle, frame, space)) return undefined;
  const pixel = space.metresPerPixel(frame.origin);
  if (handle === "all") return middle;
  if (handle === "view")
    return { x: middle.x + GIZMO.viewRing * Math.SQRT1_2, y: middle.y + GIZMO.viewRing * Math.SQRT1_2 };
  if (tool === "rotate") {
    const towardsEye = space.towardsEye(frame.origin);
    const places = ringPlaces(axisOf(frame, handle as "x"), towardsEye, GIZMO.ring * pixel, frame.origin);
    // Away from the places where the rings cross.
    return space.toScreen(places[Math.round(RING_PLACES * 0.62)]!);
  }
  if (isAxis(handle)) return space.toScreen(along(frame.origin, axisOf(frame, handle), GIZMO.length * 0.85 * pixel));
  const half = ((GIZMO.planeFrom + GIZMO.planeTo) / 2) * pixel;
  const [first, second] = axes.filter((axis) => axis !== normalOf(handle)).map((axis) => axisOf(frame, axis));
  return space.toScreen(along(along(frame.origin, first!, half), second!, half));
}

/**
 * Returns places on a ring around the origin: a quarter turn to either side of its point nearest to the eye, or all
 * around when the ring faces the eye.
 */
function ringPlaces(axis: Vec3, towardsEye: Vec3, radius: number, origin: Vec3): readonly Vec3[] {
  const near = nearestOnRing(axis, towardsEye);
  const across = vec3.cross(axis, near);
  const reach = Math.abs(vec3.dot(axis, towardsEye)) > FACE_ON ? Math.PI : Math.PI / 2;
  return Array.from({ length: RING_PLACES + 1 }, (_, i) => {
    const angle = reach * ((2 * i) / RING_PLACES - 1);
    const [c, s] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    return {
      x: origin.x + near.x * c + across.x * s,
      y: origin.y + near.y * c + across.y * s,
      z: origin.z + near.z * c + across.z * s,
    };
  });
}

const RING_PLACES = 48;
const NONE: ReadonlySet<Handle> = new Set();

function isArea(tool: GizmoTool, handle: Handle): boolean {
  return tool !== "rotate" && !isAxis(handle);
}

/** Returns the distance in pixels; 0 within an area. */
function distanceTo(
  tool: GizmoTool,
  handle: Handle,
  frame: GizmoFrame,
  space: ScreenSpace,
  middle: Point,
  point: Point,
): number | undefined {
  const pixel = space.metresPerPixel(frame.origin);
  const fromMiddle = Math.hypot(point.x - middle.x, point.y - middle.y);
  if (handle === "all") return Math.max(0, fromMiddle - GIZMO.centre);
  if (handle === "view") return Math.abs(fromMiddle - GIZMO.viewRing);
  if (tool === "rotate") {
    const axis = axisOf(frame, handle as "x");
    const places = ringPlaces(axis, space.towardsEye(frame.origin), GIZMO.ring * pixel, frame.origin);
    return toLines(
      places.map((place) => space.toScreen(place)),
      point,
    );
  }
  if (isAxis(handle)) {
    const axis = axisOf(frame, handle);
    const ends = [GIZMO.gap, GIZMO.length].map((px) => space.toScreen(along(frame.origin, axis, px * pixel)));
    return toLines(ends, point);
  }
  const [first, second] = axes.filter((axis) => axis !== normalOf(handle)).map((axis) => axisOf(frame, axis));
  const corner = (a: number, b: number): Point | undefined =>
    space.toScreen(along(along(frame.origin, first!, a * pixel), second!, b * pixel));
  const { planeFrom: low, planeTo: high } = GIZMO;
  const corners = [corner(low, low), corner(high, low), corner(high, high), corner(low, high)];
  return isWithin(corners, point) ? 0 : toLines([...corners, corners[0]], point);
}

function toLines(points: readonly (Point | undefined)[], to: Point): number | undefined {
  let least: number | undefined;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    if (a === undefined || b === undefined) continue;
    const [x, y] = [b.x - a.x, b.y - a.y];
    const square = x * x + y * y;
    const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((to.x - a.x) * x + (to.y - a.y) * y) / square));
    const away = Math.hypot(a.x + x * share - to.x, a.y + y * share - to.y);
    if (least === undefined || away < least) least = away;
  }
  return least;
}

/** Returns whether a point lies within a convex shape. */
function isWithin(corners: readonly (Point | undefined)[], { x, y }: Point): boolean {
  let sign = 0;
  for (let i = 0; i < corners.length; i++) {
    const [a, b] = [corners[i], corners[(i + 1) % corners.length]];
    if (a === undefined || b === undefined) return false;
    const side = Math.sign((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x));
    if (side !== 0 && sign !== 0 && side !== sign) return false;
    if (side !== 0) sign = side;
  }
  return true;
}

function along(from: Vec3, direction: Vec3, metres: number): Vec3 {
  return { x: from.x + direction.x * metres, y: from.y + direction.y * metres, z: from.z + direction.z * metres };
}
