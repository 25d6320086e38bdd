import type { Log } from "../../base/log.ts";
import type { Plugin, WorldScene } from "../../scene/scene.ts";
import type { SystemLibrary } from "./system-library.ts";

/**
 * Returns the default systems that a world gets: as in Gazebo since version 9, all except those it names itself; none
 * if its `<gz:policies>` says so. All must be loaded.
 */
export function addedSystems(
  { plugins, onlyNamedSystems }: Pick<WorldScene, "plugins" | "onlyNamedSystems">,
  defaults: readonly Plugin[],
  library: SystemLibrary,
): readonly Plugin[] {
  if (onlyNamedSystems === true) return [];
  const nameOf = (plugin: Plugin): string => library.loaded(plugin)?.name ?? plugin.name;
  const named = new Set(plugins.map(nameOf));
  return defaults.filter((plugin) => !named.has(nameOf(plugin)));
}

/** Logs which rule determined the systems, for a world that names systems or allows only those it names. */
export function logSystemsRule(
  { plugins, onlyNamedSystems }: WorldScene,
  added: readonly Plugin[],
  log: Pick<Log, "info">,
): void {
  const setting = "<gz:policies><include_server_config_plugins>false</include_server_config_plugins></gz:policies>";
  if (onlyNamedSystems === true) log.info(`only the systems that the world names are running: it has ${setting}`);
  else if (plugins.length > 0 && added.length > 0) {
    const names = added.map(({ name, filename }) => name || filename).join(", ");
    log.info(
      `added to the systems that the world names, as in Gazebo since version 9: ${names} (${setting} turns it off)`,
    );
  }
}
