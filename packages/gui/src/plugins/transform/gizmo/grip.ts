import { quat, vec3, type Vec3 } from "@orrery/sim";
import { assertNever } from "@orrery/sim/host";
import { alongAxis, alongLine, angleBetween, inPlane, nearestOnRing, unwrapped } from "./drag-math.ts";
import { axisOf, isAxis, normalOf, type Axis, type GizmoFrame, type GizmoTool, type Handle } from "./handle.ts";
import { GIZMO } from "./gizmo-size.ts";
import type { Point, ScreenSpace } from "./screen-space.ts";

/**
 * A handle that a pointer has grabbed. Knows how far it was dragged, as one number for each of its axes: metres,
 * degrees, or a factor.
 */
export class Grip {
  readonly tool: GizmoTool;
  readonly handle: Handle;
  readonly frame: GizmoFrame;
  /** The axis of a rotation, of length 1; for other handles, the normal of the plane of the drag. */
  readonly axis: Vec3;
  readonly #from: Point;
  readonly #space: ScreenSpace;
  #last: readonly number[];

  constructor(
    tool: GizmoTool,
    handle: Handle,
    { frame, space, point }: { readonly frame: GizmoFrame; readonly space: ScreenSpace; readonly point: Point },
  ) {
    this.tool = tool;
    this.handle = handle;
    this.frame = frame;
    this.#from = point;
    this.#space = space;
    this.axis =
      handle === "all" || handle === "view"
        ? space.towardsEye(frame.origin)
        : axisOf(frame, isAxis(handle) ? handle : normalOf(handle));
    this.#last = restOf(tool, handle);
  }

  /** Returns the values for the pointer in the current view; where the pointer means no place, the last values. */
  at(space: ScreenSpace, point: Point): readonly number[] {
    this.#last = this.#values(space, point) ?? this.#last;
    return this.#last;
  }

  /**
   * For a rotation, the direction from its middle to where it was grabbed, of length 1; `undefined` where that is
   * unknown.
   */
  get startArm(): Vec3 | undefined {
    const arm = inPlane(this.#space.rayAt(this.#from), this.frame.origin, this.axis);
    return arm === undefined || vec3.length(arm) === 0 ? undefined : vec3.normalize(arm);
  }

  #values(space: ScreenSpace, point: Point): readonly number[] | undefined {
    switch (this.tool) {
      case "translate":
        return this.#shift(space, point);
      case "rotate":
        return this.#turn(space, point);
      case "scale":
        return this.#growth(space, point);
      default:
        return assertNever(this.tool);
    }
  }

  #shift(space: ScreenSpace, point: Point): readonly number[] | undefined {
    const { handle, frame, axis } = this;
    if (isAxis(handle)) {
      const offset = this.#along(axis, space, point);
      return offset === undefined ? undefined : [offset];
    }
    const from = inPlane(this.#space.rayAt(this.#from), frame.origin, axis);
    const to = inPlane(space.rayAt(point), frame.origin, axis);
    if (from === undefined || to === undefined) return undefined;
    const local = quat.rotate(quat.conjugate(frame.rotation), vec3.subtract(to, from));
    if (handle === "all") return [local.x, local.y, local.z];
    return handle.split("").map((name) => local[name as Axis]);
  }

  #turn(space: ScreenSpace, point: Point): readonly number[] | undefined {
    const { frame, axis } = this;
    const before = radians(this.#last[0]!);
    const towardsEye = this.#space.towardsEye(frame.origin);
    if (Math.abs(vec3.dot(axis, towardsEye)) < EDGE) {
      // Seen from its edge, a ring is a line: the pointer is measured along the direction in which its near side moves.
      const ahead = vec3.cross(axis, nearestOnRing(axis, towardsEye));
      const [middle, end] = [frame.origin, vec3.add(frame.origin, ahead)].map((place) => this.#space.toScreen(place));
      if (middle === undefined || end === undefined) return undefined;
      const direction = { x: end.x - middle.x, y: end.y - middle.y };
      return [degrees(alongLine(this.#from, point, direction) / GIZMO.ring)];
    }
    const from = inPlane(this.#space.rayAt(this.#from), frame.origin, axis);
    const to = inPlane(space.rayAt(point), frame.origin, axis);
    if (from === undefined || to === undefined) return undefined;
    return [degrees(unwrapped(angleBetween(from, to, axis), before))];
  }

  #growth(space: ScreenSpace, point: Point): readonly number[] | undefined {
    const { handle, frame, axis } = this;
    if (handle === "all") {
      const right = point.x - this.#from.x - (point.y - this.#from.y);
      return [Math.exp(right / GIZMO.length)];
    }
    const offset = this.#along(axis, space, point);
    if (offset === undefined) return undefined;
    const length = GIZMO.length * this.#space.metresPerPixel(frame.origin);
    return [Math.max(SMALLEST, 1 + offset / length)];
  }

  #along(axis: Vec3, space: ScreenSpace, point: Point): number | undefined {
    const { origin } = this.frame;
    const from = alongAxis(this.#space.rayAt(this.#from), origin, axis, this.#space.towardsEye(origin));
    const to = alongAxis(space.rayAt(point), origin, axis, space.towardsEye(origin));
    return from === undefined || to === undefined ? undefined : to - from;
  }
}

/** Returns the values of a handle that was not dragged. */
export function restOf(tool: GizmoTool, handle: Handle): readonly number[] {
  if (tool === "scale") return [1];
  if (tool === "rotate") return [0];
  return handle === "all" ? [0, 0, 0] : handle.split("").map(() => 0);
}

function degrees(angle: number): number {
  return (angle * 180) / Math.PI;
}

function radians(angle: number): number {
  return (angle * Math.PI) / 180;
}

/** Cosine to the line of sight below which a ring is too flat to follow the pointer around it. */
const EDGE = 0.25;
/** The smallest scale factor: nothing shrinks to zero or turns inside out. */
export const SMALLEST = 0.01;
