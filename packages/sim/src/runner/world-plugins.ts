import type { Log } from "../base/log.ts";
import type { Plugin, PluginScene, WorldScene } from "../scene/scene.ts";
import type { SystemLibrary } from "./system-library.ts";

/** All plugins of a world's file: its own and those of its models. */
export function collectPlugins(scene: WorldScene): PluginScene[] {
  const plugins = [...scene.plugins];
  const visit = (models: WorldScene["models"]): void => {
    for (const model of models) {
      plugins.push(...model.plugins);
      visit(model.models);
    }
  };
  visit(scene.models);
  return plugins;
}

/** Makes systems ready to start; one that cannot be found is reported at its place, and left out. */
export async function loadAll(
  plugins: readonly (Plugin & Partial<PluginScene>)[],
  library: SystemLibrary,
  log: Log,
): Promise<void> {
  for (const plugin of plugins) {
    try {
      await library.load(plugin);
    } catch (error) {
      const place =
        plugin.where === undefined ? "" : `${plugin.where.file}:${plugin.where.line}:${plugin.where.column}: `;
      log.warn(`${place}${error instanceof Error ? error.message : String(error)}; the world runs without it`);
    }
  }
}
