import { textOf } from "../../base/error-text.ts";
import type { Log } from "../../base/log.ts";
import type { ModelScene, Plugin, PluginScene, Scene, SensorScene, WorldScene } from "../../scene/scene.ts";
import { WorldLinearVelocity } from "../../components/motion.ts";
import type { World } from "../../ecs/world.ts";
import type { SystemLibrary } from "./system-library.ts";

/** Collects all plugins of a world's file: its own, and those of its models and actors and of everything in them. */
export function collectPlugins(scene: WorldScene): PluginScene[] {
  return [...scene.plugins, ...pluginsOf(scene), ...scene.joints.flatMap(ofSensors)];
}

/** Collects the plugins of models, of the models in them and of their parts, and those of actors. */
export function pluginsOf({ models, actors }: Pick<Scene, "models" | "actors">): PluginScene[] {
  const inModels = models.flatMap((model) => [
    ...model.plugins,
    ...partPlugins(model),
    ...pluginsOf({ models: model.models, actors: [] }),
  ]);
  return [...inModels, ...actors.flatMap(({ plugins }) => plugins)];
}

/** Collects the plugins of a model's links and joints, and of the visuals and sensors on them. */
export function partPlugins({ links, joints }: Pick<ModelScene, "links" | "joints">): PluginScene[] {
  const onLinks = links.flatMap((link) => [
    ...(link.plugins ?? []),
    ...link.visuals.flatMap(({ plugins = [] }) => plugins),
    ...ofSensors(link),
  ]);
  return [...onLinks, ...joints.flatMap(ofSensors)];
}

function ofSensors({ sensors }: { readonly sensors: readonly SensorScene[] }): PluginScene[] {
  return sensors.flatMap(({ plugins = [] }) => plugins);
}

/** Loads systems; one that cannot be found is reported at its place, and left out. */
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
      log.warn(`${place}${textOf(error)} (the world runs without it)`);
    }
  }
}

/** Warns if no physics runs: it is easily forgotten in a world without the default systems, and then nothing moves. */
export function warnOfStillness(
  world: World,
  systems: readonly { readonly name: string }[],
  log: Pick<Log, "warn">,
): void {
  const moves = world.query(WorldLinearVelocity).count > 0;
  if (!moves || systems.some(({ name }) => name === "physics")) return;
  log.warn('no physics system is running, so nothing will move; add <plugin name="physics" filename="physics"/>');
}
