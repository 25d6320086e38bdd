import { quat, rotationOf, type Vec3 } from "@orrery/sim";
import { Grip, restOf, SMALLEST } from "./grip.ts";
import { axesOf, isAxis, type Axis, type GizmoFrame, type GizmoTool, type Handle } from "./handle.ts";
import { motionOf, placementsOf, type Placement, type Thing } from "./motion.ts";
import { typedOn, typedValues, type Typed } from "../numeric-entry.ts";
import type { Point, ScreenSpace } from "./screen-space.ts";
import { settledValues, UNIT_OF, type SnapSteps } from "../snapping.ts";

export interface HandlingStart {
  readonly tool: GizmoTool;
  readonly handle: Handle;
  readonly things: readonly Thing[];
  readonly frame: GizmoFrame;
  /** With `own`, each thing turns and grows about its own origin, along its own axes if they are `local`. */
  readonly pivot: "centre" | "own";
  readonly axes: "world" | "local";
  readonly space: ScreenSpace;
  readonly point: Point;
}

/** A handle in use, from grab to release: dragged, or with numbers typed for it, or both. */
export class Handling {
  readonly start: HandlingStart;
  /** The typed text; unless empty, it counts instead of the pointer. */
  text = "";
  typed: Typed | undefined;
  isSnapping = false;
  #grip: Grip;
  #values: readonly number[];
  /** An offset in metres, in the gizmo's axes, that puts things onto a surface; it replaces the handle's own values. */
  #onSurface: Vec3 | undefined;
  #isLocked = false;

  constructor(start: HandlingStart) {
    this.start = start;
    this.#grip = new Grip(start.tool, start.handle, start);
    this.#values = restOf(start.tool, start.handle);
  }

  get tool(): GizmoTool {
    return this.start.tool;
  }

  get handle(): Handle {
    return this.isOnSurface ? "all" : this.#grip.handle;
  }

  get isOnSurface(): boolean {
    return this.#onSurface !== undefined && this.text === "";
  }

  /** Metres, degrees or a factor, one for each of the handle's axes. */
  get values(): readonly number[] {
    if (this.typed?.ok === true) return this.typed.values;
    return this.isOnSurface ? [this.#onSurface!.x, this.#onSurface!.y, this.#onSurface!.z] : this.#values;
  }

  /** The axis of the rotation, of length 1. */
  get axis(): Vec3 {
    return this.#grip.axis;
  }

  get startArm(): Vec3 | undefined {
    return this.#grip.startArm;
  }

  drag(
    space: ScreenSpace,
    point: Point,
    { steps, snaps, surfaceOffset }: { steps: SnapSteps; snaps: boolean; surfaceOffset?: Vec3 | undefined },
  ): void {
    const { origin, rotation } = this.start.frame;
    this.#onSurface = surfaceOffset && quat.rotate(quat.conjugate(rotation), surfaceOffset);
    this.isSnapping = snaps && !this.isOnSurface;
    const pixel = space.metresPerPixel(origin);
    const raw = this.#grip.at(space, point);
    this.#values = settledValues(this.tool, raw, { steps, snaps, from: this.#fromOf(this.#grip.handle), pixel });
  }

  /** Where the gizmo was along the handle's axes, if these are the world's. */
  get from(): readonly number[] {
    return this.#fromOf(this.handle);
  }

  /** Restricts the drag to this axis; the same axis again restores the original handle. */
  lockAxis(axis: Axis): void {
    const isBack = this.#isLocked && this.#grip.handle === axis;
    this.#isLocked = !isBack;
    const handle = isBack ? this.start.handle : axis;
    this.#grip = new Grip(this.tool, handle, this.start);
    this.#values = restOf(this.tool, handle);
    this.#read(this.text);
  }

  /** Adds a typed key. Returns whether the key was part of a number. */
  type(key: string): boolean {
    const text = typedOn(this.text, key);
    if (text === undefined) return false;
    this.#read(text);
    return true;
  }

  /** Whether everything is where it was at the start. */
  get isAtRest(): boolean {
    const rest = restOf(this.tool, this.handle);
    return this.values.every((value, i) => value === rest[i]);
  }

  /** Returns where everything goes. */
  placements(): readonly Placement[] {
    const { frame, things, pivot, axes } = this.start;
    const view = quat.rotate(quat.conjugate(frame.rotation), this.#grip.axis);
    const motion = motionOf(this.tool, this.handle, this.values, view);
    const isOwn = axes === "local" && isAxis(this.handle);
    return placementsOf(things, motion, ({ pose }) =>
      pivot === "centre" ? frame : { origin: pose, rotation: isOwn ? rotationOf(pose) : frame.rotation },
    );
  }

  #fromOf(handle: Handle): readonly number[] {
    const { origin, rotation } = this.start.frame;
    const isGrid = rotation.x === 0 && rotation.y === 0 && rotation.z === 0;
    return axesOf(this.tool, handle).map((axis) => (isGrid ? origin[axis] : 0));
  }

  #read(text: string): void {
    this.text = text;
    const rest = this.tool === "scale" ? 1 : 0;
    const count = axesOf(this.tool, this.handle).length;
    const typed = text === "" ? undefined : typedValues(text, UNIT_OF[this.tool], count, rest);
    const isFlat = typed?.ok === true && this.tool === "scale" && typed.values.some((value) => value < SMALLEST);
    this.typed = isFlat ? { ok: false, reason: `A factor is at least ${SMALLEST}` } : typed;
  }
}
