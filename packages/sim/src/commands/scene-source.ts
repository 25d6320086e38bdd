import type { Scene } from "../scene/scene.ts";

/** Where a model or light for a world comes from. */
export type SceneSource =
  /** SDF text. */
  | { readonly sdf: string }
  /** As an include names it: a file, a folder with a model.config, `model://…`. */
  | { readonly uri: string }
  | { readonly scene: Scene };
