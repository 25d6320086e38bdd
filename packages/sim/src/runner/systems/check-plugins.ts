import { textOf } from "../../base/error-text.ts";
import type { Problems } from "../../scene/problem.ts";
import type { ModelScene, PluginScene, WorldScene } from "../../scene/scene.ts";
import { readParams, type KnownNames } from "./params.ts";
import type { SystemLibrary } from "./system-library.ts";
import { partPlugins } from "./world-plugins.ts";

/** Reports what starting the plugins of a world and its models would report, without starting any. */
export async function checkWorldPlugins(world: WorldScene, library: SystemLibrary, problems: Problems): Promise<void> {
  const named = await checkPlugins(world.plugins, "the world", library, problems);
  await checkModelPlugins(world.models, library, problems);
  const onActors = world.actors.flatMap(({ plugins }) => plugins);
  await checkPlugins(onActors, "an actor", library, problems);
  if (world.onlyNamedSystems !== true || named.includes("physics") || !world.models.some(moves)) return;
  const message = "no physics system is named, and the world has no default systems, so nothing will move";
  problems.warn("no-physics", message, world.plugins[0]?.where, 'add <plugin name="physics" filename="physics"/>');
}

/** Does the same as `checkWorldPlugins` for models. */
export async function checkModelPlugins(
  models: readonly ModelScene[],
  library: SystemLibrary,
  problems: Problems,
): Promise<void> {
  for (const model of models) {
    await checkPlugins(model.plugins, { joint: jointsOf(model) }, library, problems);
    await checkPlugins(partPlugins(model), "a part of a model", library, problems);
    await checkModelPlugins(model.models, library, problems);
  }
}

/**
 * Checks plugins, and returns the names of their systems. `on` has the parts of a model that plugins may name, or the
 * kind of thing that they are attached to.
 */
async function checkPlugins(
  plugins: readonly PluginScene[],
  on: KnownNames | "the world" | "an actor" | "a part of a model",
  library: SystemLibrary,
  problems: Problems,
): Promise<string[]> {
  const found: string[] = [];
  for (const plugin of plugins) {
    try {
      const system = await library.find(plugin);
      if (system === "module") continue;
      const doubt = library.doubtOf(plugin);
      const isKnown = [system.name, ...system.aliases].includes(plugin.name);
      if (doubt !== "")
        problems.warn(
          "unknown-system",
          doubt,
          plugin.where,
          isKnown ? filenameHint(system.aliases) : "Gazebo refuses it",
        );
      if (system.single && (on !== "the world" || found.includes(system.name))) {
        const message = `system ${system.name} must be attached to the world itself, once; this one is left out`;
        problems.warn("second-system", message, plugin.where, "remove it");
      }
      if (typeof on === "string" && Object.values(system.params).some(({ names }) => names !== undefined)) {
        const message = `system ${system.name} must be attached to a model; on ${on} it fails`;
        problems.warn("misplaced-system", message, plugin.where, "move the <plugin> into the <model>");
      }
      readParams(system.params, plugin, plugin.where, problems, typeof on === "string" ? undefined : on);
      found.push(system.name);
    } catch (error) {
      const message = textOf(error);
      problems.warn("unknown-system", message, plugin.where, "the world runs without it");
    }
  }
  return found;
}

function filenameHint(aliases: readonly string[]): string {
  const library = aliases.find((alias) => alias.startsWith("gz-sim-"));
  return library === undefined ? "" : `write filename="${library}"`;
}

/** Returns the names of all joints, scoped below the model. */
function jointsOf(model: ModelScene): string[] {
  return [
    ...model.joints.map(({ name }) => name),
    ...model.models.flatMap((inner) => jointsOf(inner).map((name) => `${inner.name}::${name}`)),
  ];
}

function moves(model: ModelScene): boolean {
  return !model.static && (model.links.length > 0 || model.models.some(moves));
}
