import type { Vec3 } from "@orrery/sim";
import { Raycaster, Vector2, type Ray } from "three";
import { along } from "../../render/camera/camera-rig.ts";
import type { SceneView } from "./scene-view.ts";

/** Returns the ray from the eye through a place of the page, in pixels. The next call overwrites it. */
export function pointerRay({ canvas, camera }: Pick<SceneView, "canvas" | "camera">, x: number, y: number): Ray {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  POINTER.set(((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2);
  CASTER.setFromCamera(POINTER, camera);
  return CASTER.ray;
}

/** Returns where a ray meets z = 0. */
export function groundPoint(origin: Vec3, direction: Vec3): Vec3 | undefined {
  const share = -origin.z / direction.z;
  return Number.isFinite(share) && share > 0 ? along(origin, direction, share) : undefined;
}

const POINTER = new Vector2();
const CASTER = new Raycaster();
