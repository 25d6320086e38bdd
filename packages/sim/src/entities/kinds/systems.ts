import { DefaultPlugins, OnlyNamedSystems, Plugins } from "../../components/simulation.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { Plugin, PluginScene, WorldScene } from "../../scene/scene.ts";

/** Gives an entity its systems, if there are any. */
export function spawnPlugins(world: World, entity: Entity, plugins: readonly PluginScene[] = []): void {
  if (plugins.length > 0) world.set(entity, Plugins, plugins.map(withoutPlace));
}

/**
 * Drops the place in the file where a plugin was written: the same world from a different folder must have the same
 * hash.
 */
function withoutPlace({ name, filename, innerXml }: PluginScene): Plugin {
  return { name, filename, innerXml };
}

export function savePlugins(world: World, entity: Entity): PluginScene[] {
  return (world.get(entity, Plugins) ?? []).map((plugin) => ({ ...plugin, where: undefined }));
}

/** Returns the systems of a link, visual or sensor. The field is left out if there are none. */
export function savePartPlugins(world: World, part: Entity): { readonly plugins?: readonly PluginScene[] } {
  const plugins = savePlugins(world, part);
  return plugins.length === 0 ? {} : { plugins };
}

/**
 * Returns the systems of a world: without the defaults if all of those are running; otherwise the file declares that it
 * names all.
 */
export function saveSystems(world: World, root: Entity): Pick<WorldScene, "plugins" | "onlyNamedSystems"> {
  const plugins = savePlugins(world, root);
  if (world.has(root, OnlyNamedSystems)) return { plugins, onlyNamedSystems: true };
  const textOf = ({ name, filename, innerXml }: Plugin): string => JSON.stringify([name, filename, innerXml]);
  const added = (world.get(root, DefaultPlugins) ?? []).map(textOf);
  const own = [...plugins];
  for (const text of added) {
    const at = own.findLastIndex((plugin) => textOf(plugin) === text);
    if (at < 0) return { plugins, onlyNamedSystems: true };
    own.splice(at, 1);
  }
  return { plugins: own };
}
