import type { Scene } from "../scene/scene.ts";

/** An estimate without meshes, which are shared with the components made of them. */
const SCENE_BYTES = 4000;

/** Estimates the memory that loaded scenes take beside the components made of them. */
export function sceneBytes(scenes: readonly Scene[]): number {
  return SCENE_BYTES * scenes.length;
}
