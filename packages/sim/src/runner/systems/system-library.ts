import { nearest } from "@orrery/msgs/nearest";
import type { Plugin, WorldScene } from "../../scene/scene.ts";
import { isSystemDefinition, type SystemDefinition } from "./system.ts";

/** Imports third-party modules for the library, from the folders that the host's config lists. */
export interface ModuleSource {
  /** Imports the module that a plugin's filename means; `undefined` if no folder has it. */
  load(filename: string): Promise<{ readonly default?: unknown } | undefined>;
  /** Resolves to whether `load` would find a module, and throws like it. Imports nothing. */
  has(filename: string): Promise<boolean>;
  /** Lists the filenames that could be loaded, for hints. */
  names(): readonly string[];
}

/** The systems known to a process. Loading one is asynchronous, starting a loaded one is not. */
export class SystemLibrary {
  /** By name and alias. A module that names itself "physics" does not replace the built-in one. */
  readonly #builtIn = new Map<string, SystemDefinition>();
  /**
   * Imported systems, by the filename under which they were requested, because two files may use the same name for
   * their systems.
   */
  readonly #byFilename = new Map<string, SystemDefinition>();
  readonly #importedByName = new Map<string, SystemDefinition>();
  readonly #prepared = new Map<SystemDefinition, Promise<void>>();
  readonly #ready = new Set<SystemDefinition>();
  readonly #modules: ModuleSource | undefined;

  constructor(builtIn: readonly SystemDefinition[], modules?: ModuleSource) {
    for (const definition of builtIn) addNames(this.#builtIn, definition);
    this.#modules = modules;
  }

  /**
   * Prepares a plugin's system for starting, in this scene or in any. Throws if there is none, with a reason and the
   * nearest known name.
   */
  async load(plugin: Plugin, scene?: WorldScene): Promise<SystemDefinition> {
    const definition = this.#own(plugin) ?? (await this.#import(plugin)) ?? this.#importedByName.get(plugin.name);
    if (definition === undefined) throw new Error(this.#unknown(plugin));
    let prepared = this.#prepared.get(definition);
    if (prepared === undefined) this.#prepared.set(definition, (prepared = definition.prepare()));
    await prepared;
    // A third-party module may not have been created by `defineSystem`.
    await definition.prepareFor?.(plugin, scene);
    this.#ready.add(definition);
    return definition;
  }

  /** Finds the built-in system or module that a plugin names, without loading it. Throws like `load`. */
  async find(plugin: Plugin): Promise<SystemDefinition | "module"> {
    const own = this.#own(plugin);
    if (own !== undefined) return own;
    if (await this.#modules?.has(plugin.filename || plugin.name)) return "module";
    throw new Error(this.#unknown(plugin));
  }

  /** Returns a warning about a plugin whose name and filename do not belong to the same system; empty if they do. */
  doubtOf({ name, filename }: Plugin): string {
    const definition = this.#builtIn.get(name);
    if (definition === undefined) return this.#doubtOfName(name, filename);
    if (filename === "" || filename === name) return "";
    const other = this.#builtIn.get(withoutVersion(filename));
    if (other === definition) return "";
    const what = other === undefined ? "is unknown" : `belongs to ${other.name}`;
    return `filename "${filename}" ${what}; the plugin is chosen by its name, "${name}"`;
  }

  /**
   * Returns a warning about a name that is not a class of the library in `filename`; Gazebo would refuse such a plugin.
   */
  #doubtOfName(name: string, filename: string): string {
    const definition = this.#builtIn.get(withoutVersion(filename));
    if (definition === undefined || name === "" || name === filename) return "";
    // Names of classes may contain the version of the library.
    if (this.#builtIn.get(name.replace(/::v\d+::/, "::")) === definition) return "";
    const prefix = /^(?:gz::sim|ignition::gazebo)::systems::/.exec(name)?.[0] ?? "gz::sim::systems::";
    const right = definition.aliases.find((alias) => alias.startsWith(prefix)) ?? definition.name;
    return `there is no system "${name}"; the plugin is chosen by its filename, "${filename}": did you mean "${right}"?`;
  }

  /** Returns the system of a plugin if it has been loaded. */
  loaded(plugin: Plugin): SystemDefinition | undefined {
    const definition = this.#own(plugin) ?? this.#importedByName.get(plugin.name);
    return definition !== undefined && this.#ready.has(definition) ? definition : undefined;
  }

  /**
   * Returns whether a plugin needs no import: its system is built in, or was already imported under the same filename.
   */
  isAtHand(plugin: Plugin): boolean {
    return this.#own(plugin) !== undefined;
  }

  /** Returns whether a system is built in. */
  isBuiltIn(definition: SystemDefinition): boolean {
    return this.#builtIn.get(definition.name) === definition;
  }

  /** Lists every known system once. */
  definitions(): SystemDefinition[] {
    const all = [...this.#builtIn.values(), ...this.#byFilename.values()];
    return [...new Set(all)];
  }

  /** Lists the modules that have not been loaded yet. */
  unloadedModules(): string[] {
    return (this.#modules?.names() ?? []).filter((name) => !this.#byFilename.has(name));
  }

  #own({ name, filename }: Plugin): SystemDefinition | undefined {
    return (
      this.#builtIn.get(name) ?? this.#builtIn.get(withoutVersion(filename)) ?? this.#byFilename.get(filename || name)
    );
  }

  async #import({ name, filename }: Plugin): Promise<SystemDefinition | undefined> {
    const module = await this.#modules?.load(filename || name);
    if (module === undefined) return undefined;
    const definition = module.default;
    if (!isSystemDefinition(definition)) {
      throw new Error(`module "${filename || name}" has no system: its default export must be made by defineSystem`);
    }
    this.#byFilename.set(filename || name, definition);
    addNames(this.#importedByName, definition);
    return definition;
  }

  #unknown({ name, filename }: Plugin): string {
    const called = name === "" ? filename : name;
    const known = [...this.#builtIn.keys(), ...this.#importedByName.keys(), ...(this.#modules?.names() ?? [])];
    const prefix = /^(?:gz::sim|ignition::gazebo)::systems::/.exec(called)?.[0] ?? "";
    // Without the prefix that all of Gazebo's names share, which would make any two names look similar.
    const alike = known.filter((other) => other.startsWith(prefix)).map((other) => other.slice(prefix.length));
    const near = nearest(called.slice(prefix.length), alike);
    if (near !== undefined) return `there is no system "${called}"; did you mean "${prefix}${near}"?`;
    return prefix === "" ? `there is no system "${called}"` : `Gazebo's system "${called}" is not available yet`;
  }
}

/** Returns whether a plugin names this system, by its name or by its library in Gazebo. */
export function isPluginOf({ name, aliases }: SystemDefinition, plugin: Plugin): boolean {
  const names = [name, ...aliases];
  return names.includes(plugin.name) || names.includes(withoutVersion(plugin.filename));
}

/** Removes the version from the name of a library of Gazebo: `libignition-gazebo6-physics-system.so`. */
function withoutVersion(filename: string): string {
  return filename.replace(/(?<=gz-sim|ignition-gazebo)\d+(?=-)/, "");
}

function addNames(names: Map<string, SystemDefinition>, definition: SystemDefinition): void {
  for (const name of [definition.name, ...definition.aliases]) if (!names.has(name)) names.set(name, definition);
}
