import { quat, vec3, type Vec3 } from "@orrery/sim";
import { assertNever } from "@orrery/sim/host";
import { nearestOnRing } from "./drag-math.ts";
import { GIZMO } from "./gizmo-size.ts";
import { axesOf, axisOf, isAxis, type Axis, type GizmoFrame } from "./handle.ts";
import type { Handling } from "./handling.ts";
import type { ScreenSpace } from "./screen-space.ts";
import { marksAround, ringMarks, type SnapSteps } from "../snapping.ts";

export interface GuideLine {
  readonly from: Vec3;
  readonly to: Vec3;
  /** The colour of an axis, or of the page's text. */
  readonly colour: Axis | "text";
  readonly alpha: number;
}

/** A part of a disc. */
export interface Sector {
  readonly centre: Vec3;
  readonly axis: Vec3;
  /** Direction in which it begins, of length 1. */
  readonly start: Vec3;
  /** Radians from the start. */
  readonly angle: number;
  readonly radius: number;
  readonly colour: Axis | "text";
}

export interface Guides {
  readonly lines: readonly GuideLine[];
  readonly sector: Sector | undefined;
}

/** Returns the lines that show where the handle in use leads, and what it snaps to. */
export function guidesOf(handling: Handling, steps: SnapSteps, space: ScreenSpace): Guides {
  switch (handling.tool) {
    case "translate":
      return { lines: shiftLines(handling, steps, space), sector: undefined };
    case "rotate":
      return turnGuides(handling, steps, space);
    case "scale":
      return { lines: growthLines(handling, steps, space), sector: undefined };
    default:
      return assertNever(handling.tool);
  }
}

/** Returns where the gizmo is during a drag. */
export function heldFrame({ tool, handle, values, start: { frame } }: Handling): GizmoFrame {
  if (tool !== "translate") return frame;
  const names = axesOf(tool, handle);
  const offset = { x: 0, y: 0, z: 0 };
  names.forEach((axis, i) => (offset[axis] = values[i] ?? 0));
  return { ...frame, origin: vec3.add(frame.origin, quat.rotate(frame.rotation, offset)) };
}

function shiftLines(handling: Handling, steps: SnapSteps, space: ScreenSpace): readonly GuideLine[] {
  const { tool, handle, values, from, isSnapping, start } = handling;
  const { origin } = start.frame;
  const here = heldFrame(handling).origin;
  const pixel = space.metresPerPixel(here);
  const lines: GuideLine[] = [{ from: origin, to: here, colour: "text", alpha: 0.8 }];
  if (handling.isOnSurface) return lines;
  axesOf(tool, handle).forEach((name, i) => {
    const axis = axisOf(start.frame, name);
    if (handle !== "all") lines.push(through(here, axis, LONG * pixel, name, 0.45));
    if (!isSnapping) return;
    const value = values[i] ?? 0;
    for (const mark of marksAround(from[i] ?? 0, value, steps.translate, pixel)) {
      const isHere = Math.abs(mark - value) < 1e-9;
      lines.push(tick(along(here, axis, mark - value), axis, space, isHere ? 9 : 5, isHere ? "text" : name));
    }
  });
  return lines;
}

function turnGuides(handling: Handling, steps: SnapSteps, space: ScreenSpace): Guides {
  const { handle, values, isSnapping, axis, startArm } = handling;
  const { origin } = handling.start.frame;
  const colour = isAxis(handle) ? handle : "text";
  const pixel = space.metresPerPixel(origin);
  const radius = (handle === "view" ? GIZMO.viewRing : GIZMO.ring) * pixel;
  const start = startArm ?? nearestOnRing(axis, space.towardsEye(origin));
  const across = vec3.cross(axis, start);
  const out = (angle: number, length: number): Vec3 =>
    along(along(origin, start, Math.cos(angle) * length), across, Math.sin(angle) * length);
  const angle = ((values[0] ?? 0) * Math.PI) / 180;
  const lines: GuideLine[] = [
    { from: origin, to: out(0, radius), colour: "text", alpha: 0.4 },
    { from: origin, to: out(angle, radius), colour: "text", alpha: 0.9 },
  ];
  if (isAxis(handle)) lines.push(through(origin, axis, LONG * pixel, handle, 0.3));
  if (isSnapping) {
    for (const mark of ringMarks(steps.rotate)) {
      lines.push({ from: out(mark, radius + 3 * pixel), to: out(mark, radius + 9 * pixel), colour, alpha: 0.8 });
    }
  }
  return { lines, sector: { centre: origin, axis, start, angle, radius, colour } };
}

function growthLines(handling: Handling, steps: SnapSteps, space: ScreenSpace): readonly GuideLine[] {
  const { handle, values, isSnapping, start } = handling;
  if (!isAxis(handle)) return [];
  const { origin } = start.frame;
  const axis = axisOf(start.frame, handle);
  const pixel = space.metresPerPixel(origin);
  const [factor = 1] = values;
  const reach = GIZMO.length * pixel;
  const lines: GuideLine[] = [{ from: origin, to: along(origin, axis, reach * factor), colour: handle, alpha: 0.8 }];
  if (!isSnapping) return lines;
  for (const mark of marksAround(0, factor, steps.scale, 1 / GIZMO.length)) {
    if (mark <= 0) continue;
    const isHere = Math.abs(mark - factor) < 1e-9;
    lines.push(tick(along(origin, axis, mark * reach), axis, space, isHere ? 9 : 5, isHere ? "text" : handle));
  }
  return lines;
}

/** Returns a mark across an axis, as the screen shows it, half of `size` pixels to either side. */
function tick(at: Vec3, axis: Vec3, space: ScreenSpace, size: number, colour: GuideLine["colour"]): GuideLine {
  const across = vec3.normalize(vec3.cross(axis, space.towardsEye(at)));
  const half = size * space.metresPerPixel(at);
  return { from: along(at, across, -half), to: along(at, across, half), colour, alpha: colour === "text" ? 1 : 0.75 };
}

function through(at: Vec3, axis: Vec3, half: number, colour: Axis, alpha: number): GuideLine {
  return { from: along(at, axis, -half), to: along(at, axis, half), colour, alpha };
}

function along(from: Vec3, direction: Vec3, metres: number): Vec3 {
  return vec3.add(from, vec3.scale(direction, metres));
}

/** Pixels: longer than any screen. */
const LONG = 3000;
