import type { Scene } from "../scene/scene.ts";

/** The source of a model or light for a world. */
export type SceneSource =
  /** SDF text. */
  | { readonly sdf: string }
  /** As in an include: a file, a folder with a model.config, `model://…`. */
  | { readonly uri: string }
  | { readonly scene: Scene };

/** The name used in problems instead of a file, like that of compilers for other input. */
export const INSERTED = "<inserted text>";

/** Returns the source as a text, which includes the URI if there is one. */
export function sdfOf(source: Exclude<SceneSource, { readonly scene: Scene }>): string {
  if ("sdf" in source) return source.sdf;
  const uri = source.uri.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<sdf version="1.11"><include><uri>${uri}</uri></include></sdf>`;
}
