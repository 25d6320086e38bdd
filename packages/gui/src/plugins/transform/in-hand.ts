import type { orrery } from "@orrery/msgs";
import type { Entity } from "@orrery/sim";
import { Emitter } from "@orrery/sim/host";
import { logError } from "../../base/log-error.ts";
import type { WorldApp } from "../../shell/app.ts";
import { sceneSessionOf } from "../scene/api.ts";
import type { Placement } from "./gizmo/motion.ts";

/** Returns what is in hand in a world: shared by all tools, fields and sliders of the page. */
export function inHandOf(app: WorldApp): InHand {
  return app.view.services.of(InHand, () => new InHand(app));
}

/**
 * Shows things where they are dragged to, whatever the world says. Nothing is sent until they are released. Then the
 * drag becomes a command, which the page's copy of the world shows from then on.
 */
export class InHand implements Disposable {
  readonly changes = new Emitter<void>(logError);
  readonly #app: WorldApp;
  readonly #listening: Disposable;
  /** By entity: in every frame, tools ask for each of thousands. */
  #placements: ReadonlyMap<Entity, Placement> = new Map();

  constructor(app: WorldApp) {
    this.#app = app;
    this.#listening = sceneSessionOf(app).open.changes.on(() => this.#hold());
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
    this.show([]);
  }

  /** Returns where an entity is held; `undefined` if it is not in hand. */
  of(entity: Entity): Placement | undefined {
    return this.#placements.get(entity);
  }

  /** Holds these things, instead of those held before. */
  show(placements: readonly Placement[]): void {
    if (placements.length === 0 && this.#placements.size === 0) return;
    const before = this.#placements;
    this.#placements = new Map(placements.map((placement) => [placement.entity, placement]));
    this.#hold(before);
    this.changes.emit();
  }

  /**
   * Sends the edits as one command and releases the things. Resolves to whether the edits were done; if not, the user
   * was told why.
   */
  async commit(description: string, edits: readonly orrery.Edit[]): Promise<boolean> {
    if (edits.length === 0) {
      this.show([]);
      return false;
    }
    const done = this.#app.view.editing.perform(description, edits);
    // Not earlier: only now does the page's copy have them where they were held.
    this.show([]);
    try {
      await done;
      return true;
    } catch (error) {
      this.#app.notices.failed(description.charAt(0).toLowerCase() + description.slice(1), error);
      return false;
    }
  }

  #hold(before: ReadonlyMap<Entity, Placement> = new Map()): void {
    const objects = sceneSessionOf(this.#app).open.current?.view.objects;
    if (objects === undefined) return;
    for (const entity of before.keys()) if (!this.#placements.has(entity)) objects.letGo(entity);
    for (const placement of this.#placements.values()) objects.hold(placement.entity, placement);
  }
}
