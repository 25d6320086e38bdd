import type { gz, orrery } from "@orrery/msgs";
import type { LengthParam } from "../../commands/edits/scale-params.ts";
import type { Plugin } from "../../scene/scene.ts";
import type { Param } from "./params.ts";
import type { SystemLibrary } from "./system-library.ts";

/** Lists the systems that could be added to a world, by name, for people to choose from. */
export function availableSystems(library: SystemLibrary): orrery.AvailableSystem[] {
  const known = library.definitions().map(({ name, summary, aliases, params, single }) => ({
    name,
    summary,
    aliases: [...aliases],
    params: Object.values(params).map(({ element, initial, doc }) => ({ element, initial: textOf(initial), doc })),
    single,
    loaded: true,
  }));
  const modules = library.unloadedModules().map((name) => ({ name, loaded: false }));
  return [...known, ...modules].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/**
 * Lists the same systems in Gazebo's way: by the names that a `<plugin>` would have; Gazebo's own systems have Gazebo's
 * names.
 */
export function gazeboPlugins(library: SystemLibrary): gz.Plugin[] {
  const known = library.definitions().map(({ name, aliases }) => ({
    name: aliases.find((alias) => alias.startsWith("gz::sim::systems::")) ?? name,
    filename: aliases.find((alias) => alias.startsWith("gz-sim-")) ?? name,
  }));
  const modules = library.unloadedModules().map((name) => ({ name, filename: name }));
  return [...known, ...modules].toSorted((a, b) => (a.filename < b.filename ? -1 : a.filename > b.filename ? 1 : 0));
}

/** Returns the parameters of a plugin's system that are lengths; none if the system is not loaded. */
export function lengthParams(library: SystemLibrary, plugin: Plugin): LengthParam[] {
  return Object.values(library.loaded(plugin)?.params ?? {})
    .filter(({ isLength }) => isLength === true)
    .map(({ element, initial }) => ({ element, initial: textOf(initial) }));
}

/** Formats a default as in a file; empty for lists, or if there is none. */
function textOf(initial: Param<unknown>["initial"]): string {
  if (typeof initial === "string") return initial;
  if (typeof initial === "number" || typeof initial === "boolean") return String(initial);
  if (typeof initial !== "object" || initial === null || Array.isArray(initial)) return "";
  return Object.values(initial).map(String).join(" ");
}
