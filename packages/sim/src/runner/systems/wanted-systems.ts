import { FailedSystems, Plugins } from "../../components/simulation.ts";
import type { Entity } from "../../ecs/entities.ts";
import { scopedName } from "../../entities/find.ts";
import type { Plugin } from "../../scene/scene.ts";
import { unusedKey } from "./failed-systems.ts";
import type { Running } from "./running-system.ts";
import type { SystemSetParts } from "./system-set-parts.ts";

/** A system that should run. */
export interface WantedSystem {
  readonly key: string;
  readonly entity: Entity;
  readonly plugin: Plugin;
  /** Whether it has failed before; it is then listed but does not run. */
  readonly hasFailed: boolean;
}

/**
 * What happens to a running system. `keep`: it continues. `recreate`: it ends, and a new one with the same state takes
 * its place. `remove`: it ends, and reverts what it did to the components. `drop`: it ends, and leaves them alone.
 */
export type Fate = "keep" | "recreate" | "remove" | "drop";

type Parts = Pick<SystemSetParts, "world" | "root" | "fixed" | "library">;

/** What has happened to the world since systems were last started and stopped. */
export interface SinceThen {
  /** Whether the components belong to another moment. */
  readonly hasJumped: boolean;
  /** Whether entities have been renamed. */
  readonly isRenamed: boolean;
}

/** The systems that a world's components name, in the order in which they are written. */
export class WantedSystems {
  readonly #parts: Parts;
  readonly #since: SinceThen;
  readonly #byKey = new Map<string, WantedSystem>();
  readonly #places: ReadonlyMap<string, number>;
  /**
   * Entities to which systems were added or from which they were removed: a different system may now have the key of
   * one that was running there.
   */
  readonly #changing: ReadonlySet<Entity>;

  constructor(parts: Parts, running: readonly Running[], since: SinceThen) {
    this.#parts = parts;
    this.#since = since;
    const { world, root, fixed } = parts;
    const failed = fixed === undefined ? (world.get(root, FailedSystems) ?? []) : [];
    const named = fixed === undefined ? world.query(Plugins) : [[root, fixed] as const];
    for (const [entity, plugins] of named) {
      for (const plugin of plugins) {
        const key = unusedKey(this.#byKey, entity, nameOf(parts, plugin));
        this.#byKey.set(key, { key, entity, plugin, hasFailed: failed.includes(key) });
      }
    }
    this.#places = new Map([...this.#byKey.keys()].map((key, place) => [key, place]));
    const keys = new Set(running.map(({ key }) => key));
    const gone = running.filter(({ key }) => !this.#byKey.has(key));
    const come = [...this.#byKey.values()].filter(({ key }) => !keys.has(key));
    this.#changing = new Set([...gone, ...come].map(({ entity }) => entity));
  }

  /** Decides what happens to a running system. */
  fateOf(running: Running): Fate {
    const { key, entity, plugin, scoped, system } = running;
    const wanted = this.#byKey.get(key);
    const hasSameParams = wanted?.plugin.innerXml === plugin.innerXml;
    const isSame = hasSameParams && scopedName(this.#parts.world, entity) === scoped;
    // A system that failed here has stopped; one that failed only on a different branch of history is restarted.
    if (isSame && wanted.hasFailed === (system === undefined)) return "keep";
    // After a jump in time, states come from the destination.
    if (this.#since.hasJumped) return "drop";
    if (wanted === undefined) return "remove";
    // As in a process that loads the world with its present components.
    const hasNewParams = !hasSameParams && !this.#changing.has(entity);
    return this.#since.isRenamed || hasNewParams ? "recreate" : "remove";
  }

  /** Returns those not among the given systems, in order. */
  without(running: readonly Running[]): WantedSystem[] {
    const there = new Set(running.map(({ key }) => key));
    return [...this.#byKey.values()].filter(({ key }) => !there.has(key));
  }

  /**
   * Sorts systems in the order of their plugins: those of one name on one entity act in that order, whenever each was
   * started.
   */
  sorted(running: readonly Running[]): Running[] {
    return running.toSorted((a, b) => this.#places.get(a.key)! - this.#places.get(b.key)!);
  }
}

/** Returns the name of the system that a plugin element means. */
export function nameOf({ library }: Pick<SystemSetParts, "library">, plugin: Plugin): string {
  return library.loaded(plugin)?.name ?? plugin.name;
}
