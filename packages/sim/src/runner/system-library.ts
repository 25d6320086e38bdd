import { nearest } from "../base/nearest.ts";
import type { Plugin } from "../scene/scene.ts";
import { isSystemDefinition, type SystemDefinition } from "./system.ts";

/** What the host imports for the library: third-party modules from the folders that its config lists. */
export interface ModuleSource {
  /** The module that a plugin's filename stands for; `undefined` when no folder has it. */
  load(filename: string): Promise<{ readonly default?: unknown } | undefined>;
  /** Filenames that could be loaded, for hints. */
  names(): readonly string[];
}

/** The systems a process knows, by name. Loading is asynchronous, starting a loaded one is not. */
export class SystemLibrary {
  readonly #byName = new Map<string, SystemDefinition>();
  readonly #prepared = new Map<SystemDefinition, Promise<void>>();
  readonly #ready = new Set<SystemDefinition>();
  readonly #modules: ModuleSource | undefined;

  constructor(builtIn: readonly SystemDefinition[], modules?: ModuleSource) {
    for (const definition of builtIn) this.#add(definition);
    this.#modules = modules;
  }

  /** Makes a plugin's system ready to start. Throws with a reason, and the nearest known name, when there is none. */
  async load(plugin: Plugin): Promise<SystemDefinition> {
    const definition = this.#find(plugin) ?? (await this.#import(plugin));
    if (definition === undefined) throw new Error(this.#unknown(plugin));
    let prepared = this.#prepared.get(definition);
    if (prepared === undefined) this.#prepared.set(definition, (prepared = definition.prepare()));
    await prepared;
    this.#ready.add(definition);
    return definition;
  }

  /** The system of a plugin that was loaded before. */
  loaded(plugin: Plugin): SystemDefinition | undefined {
    const definition = this.#find(plugin);
    return definition !== undefined && this.#ready.has(definition) ? definition : undefined;
  }

  names(): string[] {
    return [...new Set([...this.#byName.values()].map(({ name }) => name))].sort();
  }

  #find({ name, filename }: Plugin): SystemDefinition | undefined {
    return this.#byName.get(name) ?? this.#byName.get(filename);
  }

  async #import({ name, filename }: Plugin): Promise<SystemDefinition | undefined> {
    const module =
      (filename === "" ? undefined : await this.#modules?.load(filename)) ?? (await this.#modules?.load(name));
    if (module === undefined) return undefined;
    const definition = module.default;
    if (!isSystemDefinition(definition)) {
      throw new Error(`module "${filename || name}" has no system: its default export must be made by defineSystem`);
    }
    this.#add(definition);
    this.#byName.set(name, definition);
    return definition;
  }

  #add(definition: SystemDefinition): void {
    for (const name of [definition.name, ...definition.aliases]) this.#byName.set(name, definition);
  }

  #unknown({ name, filename }: Plugin): string {
    const known = [...this.#byName.keys(), ...(this.#modules?.names() ?? [])];
    const near = nearest(name, known) ?? nearest(filename, known);
    const called = name === "" ? filename : name;
    return `there is no system "${called}"${near === undefined ? "" : `; did you mean "${near}"?`}`;
  }
}
