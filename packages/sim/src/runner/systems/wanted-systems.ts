import { FailedSystems, Plugins } from "../../components/simulation.ts";
import type { Entity } from "../../ecs/entities.ts";
import { scopedName } from "../../entities/find.ts";
import type { Plugin } from "../../scene/scene.ts";
import { unusedKey } from "./failed-systems.ts";
import type { Running } from "./running-system.ts";
import type { SystemHost } from "./system-host.ts";

/** A system that should run. */
export interface WantedSystem {
  readonly key: string;
  readonly entity: Entity;
  readonly plugin: Plugin;
  /** It has failed before, so it is listed and does not run. */
  readonly hasFailed: boolean;
}

/**
 * What becomes of a system that runs. `keep`: it goes on as it is. `recreate`: it ends, and one with the same state takes
 * its place. `remove`: it ends, and takes back what it did to the components. `drop`: it ends, and leaves them alone.
 */
export type Fate = "keep" | "recreate" | "remove" | "drop";

type Host = Pick<SystemHost, "world" | "root" | "fixed" | "library">;

/** What has happened to the world since systems were started and stopped last. */
export interface SinceThen {
  /** The components belong to another moment. */
  readonly hasJumped: boolean;
  /** Entities have been renamed. */
  readonly isRenamed: boolean;
}

/** The systems that a world's components name, in the order in which they are written. */
export class WantedSystems {
  readonly #host: Host;
  readonly #since: SinceThen;
  readonly #byKey = new Map<string, WantedSystem>();
  readonly #places: ReadonlyMap<string, number>;
  /** Entities on which systems have come or gone: there another one may have the key of one that ran. */
  readonly #changing: ReadonlySet<Entity>;

  constructor(host: Host, running: readonly Running[], since: SinceThen) {
    this.#host = host;
    this.#since = since;
    const { world, root, fixed } = host;
    const failed = fixed === undefined ? (world.get(root, FailedSystems) ?? []) : [];
    const named = fixed === undefined ? world.query(Plugins) : [[root, fixed] as const];
    for (const [entity, plugins] of named) {
      for (const plugin of plugins) {
        const key = unusedKey(this.#byKey, entity, nameOf(host, plugin));
        this.#byKey.set(key, { key, entity, plugin, hasFailed: failed.includes(key) });
      }
    }
    this.#places = new Map([...this.#byKey.keys()].map((key, place) => [key, place]));
    const keys = new Set(running.map(({ key }) => key));
    const gone = running.filter(({ key }) => !this.#byKey.has(key));
    const come = [...this.#byKey.values()].filter(({ key }) => !keys.has(key));
    this.#changing = new Set([...gone, ...come].map(({ entity }) => entity));
  }

  /** Returns what becomes of a system that runs. */
  fateOf(running: Running): Fate {
    const { key, entity, plugin, scoped, system } = running;
    const wanted = this.#byKey.get(key);
    const hasSameParams = wanted?.plugin.innerXml === plugin.innerXml;
    const isSame = hasSameParams && scopedName(this.#host.world, entity) === scoped;
    // One that failed here no longer has a system; one that failed only in another line of history is restarted.
    if (isSame && wanted.hasFailed === (system === undefined)) return "keep";
    // After a jump in time, states come from there.
    if (this.#since.hasJumped) return "drop";
    if (wanted === undefined) return "remove";
    // Just as in a process that loads the world, with its components as they are.
    const hasNewParams = !hasSameParams && !this.#changing.has(entity);
    return this.#since.isRenamed || hasNewParams ? "recreate" : "remove";
  }

  /** Returns those that none of the given systems is, in order. */
  without(running: readonly Running[]): WantedSystem[] {
    const there = new Set(running.map(({ key }) => key));
    return [...this.#byKey.values()].filter(({ key }) => !there.has(key));
  }

  /** Sorts systems as they are written: those of one name on one entity act in that order, whenever each was started. */
  sorted(running: readonly Running[]): Running[] {
    return running.toSorted((a, b) => this.#places.get(a.key)! - this.#places.get(b.key)!);
  }
}

/** Returns the name of the system that a plugin element stands for. */
export function nameOf({ library }: Pick<SystemHost, "library">, plugin: Plugin): string {
  return library.loaded(plugin)?.name ?? plugin.name;
}
