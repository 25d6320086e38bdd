import type { Plugin, PluginScene, Scene } from "../../scene/scene.ts";
import type { SystemLibrary } from "./system-library.ts";

/** Returns a scene without the plugins, at any depth, whose systems would have to be imported; warns about each. */
export function withPluginsAtHand(scene: Scene, library: SystemLibrary, warn: (text: string) => void): Scene {
  const isKept = (plugin: Plugin & Partial<PluginScene>): boolean => {
    if (library.isAtHand(plugin)) return true;
    const { name, filename, where } = plugin;
    const place = where === undefined ? "" : `${where.file}:${where.line}:${where.column}: `;
    warn(`${place}system "${name || filename}" is left out: adding third-party systems requires the role admin`);
    return false;
  };
  return filtered(scene, isKept) as Scene;
}

/**
 * Filters plugins out of plain data of any shape: overlooking a place for plugins would be a security hole. Data
 * without plugins stays the same object, so that meshes are still shared.
 */
function filtered(value: unknown, isKept: (plugin: Plugin) => boolean): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => filtered(item, isKept));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  let isSame = true;
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    const next = key === "plugins" ? keptOf(inner as Plugin[], isKept) : filtered(inner, isKept);
    isSame &&= next === inner;
    return [key, next];
  });
  return isSame ? value : Object.fromEntries(entries);
}

function keptOf(plugins: readonly Plugin[], isKept: (plugin: Plugin) => boolean): readonly Plugin[] {
  const kept = plugins.filter(isKept);
  return kept.length === plugins.length ? plugins : kept;
}
