import type { Scene } from "../scene/scene.ts";

/** An estimate without meshes, which are shared with the components made from them. */
const SCENE_BYTES = 4000;

/** Estimates the memory that loaded scenes need in addition to the components made from them. */
export function sceneBytes(scenes: readonly Scene[]): number {
  return SCENE_BYTES * scenes.length;
}
