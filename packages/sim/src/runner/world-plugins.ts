import type { Log } from "../base/log.ts";
import type { ModelScene, Plugin, PluginScene, WorldScene } from "../scene/scene.ts";
import { WorldLinearVelocity } from "../components/motion.ts";
import type { Runner } from "./runner.ts";
import type { SystemLibrary } from "./system-library.ts";

/** All plugins of a world's file: its own and those of its models. */
export function collectPlugins(scene: WorldScene): PluginScene[] {
  return [...scene.plugins, ...pluginsOf(scene.models)];
}

/** Those of models and of the models in them. */
export function pluginsOf(models: readonly ModelScene[]): PluginScene[] {
  return models.flatMap((model) => [...model.plugins, ...pluginsOf(model.models)]);
}

/** Makes systems ready to start; one that cannot be found is reported at its place, and left out. */
export async function loadAll(
  plugins: readonly (Plugin & Partial<PluginScene>)[],
  library: SystemLibrary,
  log: Pick<Log, "warn">,
  scene?: WorldScene,
): Promise<void> {
  for (const plugin of plugins) {
    const place =
      plugin.where === undefined ? "" : `${plugin.where.file}:${plugin.where.line}:${plugin.where.column}: `;
    try {
      await library.load(plugin, scene);
      const doubt = library.doubtOf(plugin);
      if (doubt !== "") log.warn(`${place}${doubt}`);
    } catch (error) {
      log.warn(`${place}${error instanceof Error ? error.message : String(error)} (the world runs without it)`);
    }
  }
}

/** A world can do without the default systems; then physics is easily forgotten, and nothing moves. */
export function warnOfStillness({ world, systems, log }: Runner): void {
  const moves = world.query(WorldLinearVelocity).count > 0;
  if (!moves || systems.list().some(({ name }) => name === "physics")) return;
  log.warn('no physics system runs, so nothing will move; add <plugin name="physics" filename="physics"/>');
}
