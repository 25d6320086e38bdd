import { vec3 } from "@orrery/sim";
import { Group, Matrix4, Quaternion, Vector3, type Color } from "three";
import { linear } from "../../../render/surfaces.ts";
import type { ThemeColours } from "../../../render/theme-colours.ts";
import { nearestOnRing } from "./drag-math.ts";
import { axisOf, isAxis, normalOf, type Axis, type GizmoFrame, type GizmoTool, type Handle } from "./handle.ts";
import { isShown } from "./handle-hit.ts";
import { FACE_ON } from "./gizmo-size.ts";
import { disposePart, makeParts, type HandlePart } from "./gizmo-parts.ts";
import type { ScreenSpace } from "./screen-space.ts";

export interface GizmoLook {
  readonly tool: GizmoTool;
  readonly frame: GizmoFrame;
  readonly space: ScreenSpace;
  /** Orientation of the camera. */
  readonly facing: Quaternion;
  readonly hovered: Handle | undefined;
  /** The handles that cannot be used with these things. */
  readonly blocked: ReadonlySet<Handle>;
  /** The handle in use: the others are hidden. */
  readonly held: Handle | undefined;
  /** How far the handle in use is pulled out along its axis, in pixels. */
  readonly pull?: number;
}

/** The handles of a tool, where the things are, of one size on the screen at any distance. */
export class Gizmo implements Disposable {
  readonly group = new Group();
  readonly #parts: Readonly<Record<GizmoTool, readonly HandlePart[]>>;
  #colours: ThemeColours | undefined;

  constructor() {
    this.#parts = { translate: makeParts("translate"), rotate: makeParts("rotate"), scale: makeParts("scale") };
    for (const parts of Object.values(this.#parts)) for (const { object } of parts) this.group.add(object);
  }

  setColours(colours: ThemeColours): void {
    this.#colours = colours;
  }

  show(look: GizmoLook): void {
    const { frame, space, tool } = look;
    this.group.position.copy(frame.origin);
    this.group.scale.setScalar(space.metresPerPixel(frame.origin));
    for (const [name, parts] of Object.entries(this.#parts)) {
      for (const part of parts) this.#showPart(part, look, name === tool);
    }
    this.group.visible = true;
  }

  hide(): void {
    this.group.visible = false;
  }

  [Symbol.dispose](): void {
    for (const parts of Object.values(this.#parts)) parts.forEach(disposePart);
  }

  #showPart(
    part: HandlePart,
    { frame, space, tool, facing, hovered, held, blocked, pull = 0 }: GizmoLook,
    isOfTool: boolean,
  ): void {
    const { handle, object } = part;
    object.visible =
      isOfTool && (held === undefined ? isShown(tool, handle, frame, space) && !blocked.has(handle) : handle === held);
    if (!object.visible) return;
    const towardsEye = space.towardsEye(frame.origin);
    if (part.facing === "eye") object.quaternion.copy(facing);
    else if (part.facing === "ring") {
      const axis = axisOf(frame, handle as Axis);
      const near = nearestOnRing(axis, towardsEye);
      BASIS.makeBasis(near as Vector3, vec3.cross(axis, near) as Vector3, axis as Vector3);
      object.quaternion.setFromRotationMatrix(BASIS);
    } else this.#stand(part, frame, held === handle ? pull : 0);
    const isAround = part.facing === "ring" && Math.abs(vec3.dot(axisOf(frame, handle as Axis), towardsEye)) > FACE_ON;
    const colour = this.#colourOf(handle, hovered === handle);
    part.edge.color.copy(linear(this.#colours!.background));
    part.materials.forEach(({ material, opacity }, i) => {
      material.color.copy(colour);
      // A ring that faces the eye has no back.
      material.opacity = isAround && i === 1 ? 1 : hovered === handle && opacity < 0.5 ? opacity + 0.3 : opacity;
    });
  }

  #stand({ object, handle, turn, at }: HandlePart, { rotation }: GizmoFrame, pull: number): void {
    TURN.set(rotation.x, rotation.y, rotation.z, rotation.w);
    object.quaternion.copy(turn).premultiply(TURN);
    PLACE.copy(at);
    if (isAxis(handle)) PLACE[handle] += pull;
    object.position.copy(PLACE).applyQuaternion(TURN);
  }

  #colourOf(handle: Handle, isLit: boolean): Color {
    const { axisX, axisY, axisZ, text, muted } = this.#colours!;
    const byAxis = { x: axisX, y: axisY, z: axisZ };
    if (handle === "view") return linear(isLit ? text : muted);
    if (handle === "all") return linear(text);
    const colour = linear(byAxis[isAxis(handle) ? handle : normalOf(handle)]);
    return isLit ? colour.lerp(linear(text), LIT) : colour;
  }
}

const LIT = 0.55;
const BASIS = new Matrix4();
const TURN = new Quaternion();
const PLACE = new Vector3();
