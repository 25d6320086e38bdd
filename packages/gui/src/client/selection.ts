import { type Entity } from "@orrery/sim";
import { Emitter } from "@orrery/sim/host";
import { logError } from "../base/log-error.ts";

/** What this person has selected, and what the pointer is over, in the scene as well as the tree. */
export class Selection {
  readonly changes = new Emitter<readonly Entity[]>(logError);
  readonly hovers = new Emitter<Entity | undefined>(logError);
  #entities: readonly Entity[] = [];
  #chosen: ReadonlySet<Entity> = new Set();
  #hovered: Entity | undefined;

  /** In the order of selection. */
  get entities(): readonly Entity[] {
    return this.#entities;
  }

  /** The last selected entity, which panels for a single entity show. */
  get primary(): Entity | undefined {
    return this.#entities.at(-1);
  }

  get hovered(): Entity | undefined {
    return this.#hovered;
  }

  has(entity: Entity): boolean {
    return this.#chosen.has(entity);
  }

  set(entities: readonly Entity[]): void {
    const chosen = new Set(entities);
    const next = [...chosen];
    if (next.length === this.#entities.length && next.every((entity, i) => entity === this.#entities[i])) return;
    this.#entities = next;
    this.#chosen = chosen;
    this.changes.emit(next);
  }

  toggle(entity: Entity): void {
    this.set(this.has(entity) ? this.#entities.filter((other) => other !== entity) : [...this.#entities, entity]);
  }

  clear(): void {
    this.set([]);
  }

  hover(entity: Entity | undefined): void {
    if (entity === this.#hovered) return;
    this.#hovered = entity;
    this.hovers.emit(entity);
  }
}
