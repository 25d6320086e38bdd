import type { Component, Entity } from "@orrery/sim";
import { applyChange, type FieldChange } from "./fields/field-change.ts";

/**
 * Changes that were sent and that the page's copy of the world need not have yet. What is changed next begins where they will
 * have led: whoever types x, Tab, y within a blink would otherwise put x back.
 */
export class RecentChanges {
  #list: readonly Recent[] = [];

  /** Until the result is disposed of. */
  add(entities: readonly Entity[], component: Component, change: FieldChange): Disposable {
    const recent: Recent = { entities: new Set(entities), component, change };
    this.#list = [...this.#list, recent];
    return { [Symbol.dispose]: () => (this.#list = this.#list.filter((other) => other !== recent)) };
  }

  /** A value as it will be with all of them. */
  applied(entity: Entity, component: Component, value: unknown): unknown {
    return this.#list
      .filter((recent) => recent.component === component && recent.entities.has(entity))
      .reduce((sum, { change }) => applyChange(component, sum, change), value);
  }
}

interface Recent {
  readonly entities: ReadonlySet<Entity>;
  readonly component: Component;
  readonly change: FieldChange;
}
