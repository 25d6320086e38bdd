import { type Entity } from "@orrery/sim";
import { componentNamed, textOf } from "@orrery/sim/host";
import { Pose } from "@orrery/sim/components";
import type { WorldApp } from "../../../shell/app.ts";
import { planEdit, planPresence, type Planned } from "./edit-plan.ts";
import type { FieldChange } from "./field-change.ts";
import { chosenLock, componentLock } from "../locks.ts";
import { inHandOf } from "../../transform/api.ts";

/** Performs the changes of the inspector's fields on all selected entities, each change as one command. */
export class FieldEditor {
  readonly entities: readonly Entity[];
  readonly #app: WorldApp;
  /** Cached, because the kind of an entity never changes, and every field asks each time it renders. */
  readonly #locks = new Map<string, { readonly lock: string | undefined }>();

  constructor(app: WorldApp, entities: readonly Entity[]) {
    this.#app = app;
    this.entities = entities;
  }

  /** Returns why a component of the selection cannot be edited; `undefined` when it can. */
  lock(component: string): string | undefined {
    let known = this.#locks.get(component);
    if (known === undefined) {
      known = { lock: componentLock(component) ?? chosenLock(this.#app.view.mirror.world, this.entities, component) };
      this.#locks.set(component, known);
    }
    return known.lock;
  }

  /** Returns what is wrong with a change, if anything. */
  problem(component: string, change: FieldChange): string | undefined {
    const planned = this.#plan(component, change, "Edit");
    return planned.ok ? undefined : planned.reason;
  }

  /**
   * Sends a change; `doing` is for instance "Edit mass". Resolves to true when it was applied; otherwise the user was
   * told why not.
   */
  commit(component: string, change: FieldChange, doing: string): Promise<boolean> {
    return this.perform(this.#plan(component, change, doing), doing);
  }

  /** Adds or removes the component. */
  setPresence(component: string, isThere: boolean, doing: string): Promise<boolean> {
    return this.perform(this.planPresence(component, isThere, doing), doing);
  }

  planPresence(component: string, isThere: boolean, doing: string): Planned {
    const found = componentNamed(component);
    if (found === undefined) return { ok: false, reason: UNKNOWN };
    return planPresence(this.#app.view.mirror.world, this.entities, { component: found, isThere, doing });
  }

  /**
   * Shows where things would be while a number is dragged; `undefined` ends that. Has no effect for components other
   * than poses.
   */
  show(component: string, change: FieldChange | undefined): void {
    if (component !== Pose.name) return;
    const planned = change && this.#plan(component, change, "");
    const placements = planned?.ok === true ? (planned.plan.placements ?? []) : [];
    inHandOf(this.#app).show(placements);
  }

  async perform(planned: Planned, doing: string): Promise<boolean> {
    const { notices } = this.#app;
    const { editing } = this.#app.view;
    if (!planned.ok) {
      this.show(Pose.name, undefined);
      notices.show({ kind: "warning", text: `Cannot ${lowered(doing)}: ${planned.reason}` });
      return false;
    }
    const { description, edits, placements } = planned.plan;
    if (edits.length === 0) return true;
    if (placements !== undefined) return inHandOf(this.#app).commit(description, edits);
    try {
      await editing.perform(description, edits);
      return true;
    } catch (error) {
      notices.show({ kind: "bad", text: `Cannot ${lowered(description)}: ${textOf(error)}` });
      return false;
    }
  }

  #plan(component: string, change: FieldChange, doing: string): Planned {
    const found = componentNamed(component);
    if (found === undefined) return { ok: false, reason: UNKNOWN };
    return planEdit(this.#app.view.mirror.world, this.entities, { component: found, change, doing });
  }
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const UNKNOWN = "The page does not know this component";
