import type { DockviewApi, IDockviewPanel } from "dockview-react";
import type { OpenWorlds } from "../../client/open-worlds.ts";
import type { WorldView } from "../../client/world-view.ts";
import type { GuiPlugin } from "../plugins/plugin.ts";
import { panelId, readPanelId } from "./panel-id.ts";

interface Arranging {
  /** Whether all initial worlds are open. */
  readonly isComplete: boolean;
  /** Whether there is no room for panels side by side. */
  readonly isNarrow: boolean;
}

/** The panels that each open world has for itself, placed side by side and named after their worlds. */
export class WorldPanels {
  readonly #worlds: OpenWorlds;
  readonly #plugins: () => readonly GuiPlugin[];

  constructor(worlds: OpenWorlds, plugins: () => readonly GuiPlugin[]) {
    this.#worlds = worlds;
    this.#plugins = plugins;
  }

  /** Whether more than one world is open, so that panels need their names. */
  get areSeveral(): boolean {
    return this.#worlds.list.current.length > 1;
  }

  /** Returns the id of a plugin's panel for the world in focus, or of its only panel if that follows the focus. */
  idOf(plugin: string): string {
    return this.#isPerWorld(plugin) ? this.#idFor(plugin, this.#worlds.focus.current) : plugin;
  }

  /** Returns the world that a panel shows; `undefined` if that world is not open. */
  viewOf(id: string): WorldView | undefined {
    const { plugin, namespace } = readPanelId(id);
    const { list, focus, home } = this.#worlds;
    if (!this.#isPerWorld(plugin)) return focus.current;
    const view = namespace === undefined ? home : this.#worlds.of(namespace);
    return view !== undefined && list.current.includes(view) ? view : undefined;
  }

  /** Opens the panels that worlds lack, and closes those whose worlds are not open. Returns whether it opened any. */
  arrange(dock: DockviewApi, { isComplete, isNarrow }: Arranging): boolean {
    let hasAdded = false;
    for (const plugin of this.#plugins()) {
      if (plugin.perWorld !== true || plugin.View === undefined) continue;
      for (const view of this.#worlds.list.current) {
        if (this.areSeveral && dock.getPanel(this.#idFor(plugin.id, view)) === undefined) {
          this.#add(dock, plugin, view, isNarrow);
          hasAdded = true;
        }
      }
      const gone = this.#panels(dock, plugin.id).filter(({ id }) => this.viewOf(id) === undefined);
      if (isComplete) for (const panel of gone) dock.removePanel(panel);
    }
    this.name(dock);
    return hasAdded;
  }

  /** Gives the first two panels side by side half of their room each, because the dock has sized them arbitrarily. */
  halve(dock: DockviewApi): void {
    for (const plugin of this.#plugins()) {
      if (plugin.perWorld !== true) continue;
      const [first, second] = this.#panels(dock, plugin.id).map(({ group }) => group);
      if (first === undefined || second === undefined || first === second) continue;
      if (first.height === second.height) first.api.setSize({ width: Math.round((first.width + second.width) / 2) });
    }
  }

  /** Brings the panels of the world in focus to the front. */
  show(dock: DockviewApi): void {
    for (const { id, perWorld } of this.#plugins())
      if (perWorld === true) dock.getPanel(this.idOf(id))?.api.setActive();
  }

  /** Gives each panel of a world the world's name, if there are several. */
  name(dock: DockviewApi): void {
    for (const { id, api } of dock.panels) {
      const plugin = this.#plugins().find((one) => one.id === readPanelId(id).plugin);
      const view = this.viewOf(id);
      if (plugin?.perWorld !== true || view === undefined) continue;
      const title = this.areSeveral ? worldTitle(view, this.#worlds.list.current) : plugin.title;
      if (api.title !== title) api.setTitle(title);
    }
  }

  #add(dock: DockviewApi, { id, title }: GuiPlugin, view: WorldView, isNarrow: boolean): void {
    const there = this.#panels(dock, id);
    // The second is beside the first, then one below each of them; further ones share a place.
    const besides = [
      { beside: there[0], direction: "right" },
      { beside: there[0], direction: "below" },
      { beside: there[1], direction: "below" },
    ] as const;
    const { beside = there.at(-1), direction } = besides[there.length - 1] ?? { direction: "within" as const };
    const position = beside && { referencePanel: beside.id, direction: isNarrow ? ("within" as const) : direction };
    dock.addPanel({
      id: this.#idFor(id, view),
      title,
      component: "plugin",
      inactive: true,
      renderer: "always",
      ...(position && { position }),
    });
  }

  #panels(dock: DockviewApi, plugin: string): readonly IDockviewPanel[] {
    return dock.panels.filter(({ id }) => readPanelId(id).plugin === plugin);
  }

  #idFor(plugin: string, view: WorldView): string {
    return panelId(plugin, view === this.#worlds.home ? undefined : view.namespace);
  }

  #isPerWorld(plugin: string): boolean {
    return this.#plugins().find(({ id }) => id === plugin)?.perWorld === true;
  }
}

/** Returns the name of a world, with its namespace if others have the same name. */
export function worldTitle({ name, namespace }: NamedWorld, all: readonly NamedWorld[]): string {
  if (name === "") return namespace === "" ? "World" : namespace;
  const others = all.filter((other) => other.namespace !== namespace && other.name === name);
  return others.length === 0 || namespace === "" ? name : `${name} (${namespace})`;
}

type NamedWorld = Pick<WorldView, "name" | "namespace">;
