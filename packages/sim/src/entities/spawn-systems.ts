import { Plugins } from "../components/simulation.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import type { Plugin, PluginScene } from "../scene/scene.ts";

/** Gives an entity its systems; nothing where there are none. */
export function spawnPlugins(world: World, entity: Entity, plugins: readonly PluginScene[] = []): void {
  if (plugins.length > 0) world.set(entity, Plugins, plugins.map(withoutPlace));
}

/**
 * Drops the place where a plugin was written, which must not be part of the world: the same world from another folder
 * has the same hash.
 */
function withoutPlace({ name, filename, innerXml }: PluginScene): Plugin {
  return { name, filename, innerXml };
}
