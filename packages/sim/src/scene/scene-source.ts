import type { Scene } from "../scene/scene.ts";

/** Where a model or light for a world comes from. */
export type SceneSource =
  /** SDF text. */
  | { readonly sdf: string }
  /** As an include names it: a file, a folder with a model.config, `model://…`. */
  | { readonly uri: string }
  | { readonly scene: Scene };

/** What mistakes name instead of a file, as compilers write it of what comes from nowhere else. */
export const INSERTED = "<inserted text>";

/** As a text: what a URI names is included by it. */
export function sdfOf(source: Exclude<SceneSource, { readonly scene: Scene }>): string {
  if ("sdf" in source) return source.sdf;
  const uri = source.uri.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<sdf version="1.11"><include><uri>${uri}</uri></include></sdf>`;
}
