import { Raycaster, Vector2, type Ray } from "three";
import type { SceneView } from "./scene-view.ts";

/** From the eye through a place of the page, in pixels. The next call writes over it. */
export function pointerRay({ canvas, camera }: Pick<SceneView, "canvas" | "camera">, x: number, y: number): Ray {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  POINTER.set(((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2);
  CASTER.setFromCamera(POINTER, camera);
  return CASTER.ray;
}

const POINTER = new Vector2();
const CASTER = new Raycaster();
