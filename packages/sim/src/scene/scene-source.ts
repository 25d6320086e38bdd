import type { Scene } from "../scene/scene.ts";

/** Where a model or light for a world comes from. */
export type SceneSource =
  /** SDF text. */
  | { readonly sdf: string }
  /** As an include names it: a file, a folder with a model.config, `model://…`. */
  | { readonly uri: string }
  | { readonly scene: Scene };

/** What problems name instead of a file, as compilers do for other input. */
export const INSERTED = "<inserted text>";

/** Returns it as a text, which includes the URI if there is one. */
export function sdfOf(source: Exclude<SceneSource, { readonly scene: Scene }>): string {
  if ("sdf" in source) return source.sdf;
  const uri = source.uri.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<sdf version="1.11"><include><uri>${uri}</uri></include></sdf>`;
}
