import type { Plugin, PluginScene, Scene } from "../scene/scene.ts";
import type { SystemLibrary } from "./system-library.ts";

/** Returns a scene without the plugins, at any depth, whose systems would have to be imported; warns of each that is left out. */
export function withPluginsAtHand(scene: Scene, library: SystemLibrary, warn: (text: string) => void): Scene {
  const isKept = (plugin: Plugin & Partial<PluginScene>): boolean => {
    if (library.isAtHand(plugin)) return true;
    const { name, filename, where } = plugin;
    const place = where === undefined ? "" : `${where.file}:${where.line}:${where.column}: `;
    warn(`${place}system "${name || filename}" is left out: adding systems of third parties needs the role admin`);
    return false;
  };
  return filtered(scene, isKept) as Scene;
}

/** Filters plugins out of plain data of any shape: a place for plugins that this did not know of would be a way in. */
function filtered(value: unknown, isKept: (plugin: Plugin) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => filtered(item, isKept));
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => [
    key,
    key === "plugins" ? (inner as Plugin[]).filter(isKept) : filtered(inner, isKept),
  ]);
  return Object.fromEntries(entries);
}
