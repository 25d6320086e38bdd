import type { Component } from "./component.ts";
import type { Entity } from "./entities.ts";

/** A removed entity with all its components, or one component that an entity lost. */
export interface Removal {
  readonly version: number;
  readonly entity: Entity;
  readonly component: Component | undefined;
}

const LIMIT = 65_536;

const none: readonly Removal[] = [];

/** Records removals. Bounded: a reader that falls behind its start needs the whole state. */
export class RemovalLog {
  #list: Removal[] = [];
  /** Removals up to and including this version may be missing. */
  #forgotten = 0;

  entity(entity: Entity, version: number): void {
    this.#add({ version, entity, component: undefined });
  }

  component(entity: Entity, component: Component, version: number): void {
    this.#add({ version, entity, component });
  }

  /** Returns the removals after a version; `undefined` if the log does not reach back that far. */
  since(version: number): readonly Removal[] | undefined {
    if (version < this.#forgotten) return undefined;
    let from = this.#list.length;
    while (from > 0 && this.#list[from - 1]!.version > version) from--;
    return from === this.#list.length ? none : this.#list.slice(from);
  }

  #add(removal: Removal): void {
    this.#list.push(removal);
    if (this.#list.length <= LIMIT) return;
    const dropped = this.#list.splice(0, LIMIT / 2);
    this.#forgotten = dropped.at(-1)!.version;
  }
}
