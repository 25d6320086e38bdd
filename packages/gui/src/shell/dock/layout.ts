import type { DockviewApi, SerializedDockview } from "dockview-react";
import { kept } from "../../client/kept.ts";
import type { OpenWorlds } from "../../client/open-worlds.ts";
import { Value } from "../../client/value.ts";
import type { WorldView } from "../../client/world-view.ts";
import type { Dock, GuiPlugin } from "../plugins/plugin.ts";
import { Folding, type FoldedSides } from "./folding.ts";
import type { GuiConfig } from "../plugins/gui-config.ts";
import { focusFirst } from "./panel-focus.ts";
import { readPanelId } from "./panel-id.ts";
import { firstSizes } from "./sides.ts";
import { WorldPanels } from "./world-panels.ts";

/** An arrangement of panels, as data. */
export type Arrangement = SerializedDockview & {
  /** Sides that are folded. */
  readonly folded?: FoldedSides;
};

/**
 * Which panels are open and where: stored as data for each person, with any number of named layouts. Panels are
 * identified by their plugin's id; a missing plugin leaves a panel that says so.
 */
export class Layout {
  /** Ids of open panels. */
  readonly open = new Value<ReadonlySet<string>>(new Set());
  readonly folding = new Folding();
  readonly #last = kept<Arrangement | null>("layout", null, isArrangement);
  /** Ids of third-party panels that this browser has shown before, so that closed ones stay closed. */
  readonly #introduced = kept<readonly string[]>("panels-introduced", [], Array.isArray);
  readonly #named = kept<Readonly<Record<string, Arrangement>>>("layouts", {}, isRecord);
  #dock: DockviewApi | undefined;
  #plugins: () => readonly GuiPlugin[] = () => [];
  #worlds: WorldPanels | undefined;
  /** Whether the worlds to open at first are known. */
  #areWorldsKnown = false;
  /** The arrangement that the server's config file requests instead of the built-in one. */
  #configured: Pick<GuiConfig, "panels" | "layout"> = {};

  /** Takes over a dock that is now on the page: restores the last arrangement, or creates the first one. */
  attach(dock: DockviewApi, plugins: () => readonly GuiPlugin[], worlds: OpenWorlds): Disposable {
    this.#dock = dock;
    this.#plugins = plugins;
    this.#worlds = new WorldPanels(worlds, plugins);
    this.folding.attach(dock, (id) => this.#dockOf(id) === "centre");
    if (this.#last.current === null || !this.#apply(this.#last.current)) this.reset();
    const listening = dock.onDidLayoutChange(() => this.#note());
    const folded = this.folding.folded.changes.on(() => this.#keep());
    const opened = worlds.list.changes.on(() => this.#arrangeWorlds());
    this.#arrangeWorlds();
    this.#note();
    return {
      [Symbol.dispose]: () => {
        listening.dispose();
        folded[Symbol.dispose]();
        opened[Symbol.dispose]();
        this.#dock = undefined;
      },
    };
  }

  configure({ panels, layout }: GuiConfig): void {
    this.#configured = { ...(panels && { panels }), ...(layout && { layout }) };
  }

  /**
   * Opens the panel of a plugin that was loaded after the first arrangement, if the panel is to be shown at first and
   * is new to this browser.
   */
  introduce({ id, View, shownAtFirst = true }: GuiPlugin): void {
    const isWanted = this.#configured.panels?.includes(id) ?? shownAtFirst;
    if (View === undefined || !isWanted || this.#introduced.current.includes(id)) return;
    this.#introduced.set([...this.#introduced.current, id]);
    if (!this.isOpen(id)) this.show(id);
  }

  /**
   * Returns whether a plugin's panel is open. If each world has its own, this and all other methods with a plugin's id
   * refer to the one of the world in focus.
   */
  isOpen(id: string): boolean {
    return this.open.current.has(this.#panelOf(id));
  }

  /** Records that all initial worlds are open, and removes panels left over from other worlds. */
  worldsAreKnown(): void {
    this.#areWorldsKnown = true;
    this.#arrangeWorlds();
  }

  /** Updates the titles of worlds' panels. */
  nameWorlds(): void {
    if (this.#dock !== undefined) this.#worlds?.name(this.#dock);
  }

  /** Brings the panels of the world in focus to the front. */
  showWorld(): void {
    if (this.#dock !== undefined) this.#worlds?.show(this.#dock);
  }

  /** Returns the world that a panel of the dock shows; `undefined` if that world is not open. */
  viewOf(panel: string): WorldView | undefined {
    return this.#worlds?.viewOf(panel);
  }

  /** Opens the panel, or brings it to the front. */
  show(id: string): void {
    const panel = this.#dock?.getPanel(this.#panelOf(id));
    const plugin = this.#plugins().find((candidate) => candidate.id === id);
    if (panel !== undefined) panel.api.setActive();
    else if (plugin !== undefined) this.#add(plugin, { inFront: true });
    this.unfoldFor(id);
    focusFirst(id);
  }

  /** Unfolds the side that the panel is on. */
  unfoldFor(id: string): void {
    const group = this.#dock?.getPanel(this.#panelOf(id))?.group;
    this.folding.look();
    const side = group && this.folding.sideOf(group);
    if (side !== undefined) this.folding.unfold(side);
  }

  hide(id: string): void {
    const panel = this.#dock?.getPanel(this.#panelOf(id));
    if (panel !== undefined) this.#dock?.removePanel(panel);
  }

  toggle(id: string): void {
    if (this.isOpen(id)) this.hide(id);
    else this.show(id);
  }

  /** Returns to the arrangement of the first visit. */
  reset(): void {
    const { panels, layout } = this.#configured;
    if (layout !== undefined && this.#apply(layout)) return;
    this.folding.restore({});
    this.#dock?.clear();
    const isWanted = ({ id, shownAtFirst = true }: GuiPlugin): boolean => panels?.includes(id) ?? shownAtFirst;
    const shown = this.#plugins().filter((plugin) => plugin.View !== undefined && isWanted(plugin));
    for (const dock of DOCK_ORDER) {
      for (const plugin of shown.filter((candidate) => candidate.dock === dock)) this.#add(plugin, { inFront: false });
    }
    this.#arrangeWorlds();
    for (const group of this.#dock?.groups ?? []) group.panels[0]?.api.setActive();
    this.#dock?.panels.find(({ id }) => this.#dockOf(id) === "centre")?.api.setActive();
    this.#bareCentre();
    this.folding.look();
    if (innerWidth >= NARROW) this.folding.fold("bottom");
    if (innerWidth >= NARROW && innerWidth < ROOMY) this.folding.fold("right");
  }

  /** Arrangements that were saved under names. */
  get named(): Value<Readonly<Record<string, Arrangement>>> {
    return this.#named;
  }

  /** Returns the current arrangement, in the form of `layout` in a GUI config file. */
  current(): Arrangement | undefined {
    return this.#dock && { ...this.#dock.toJSON(), folded: this.folding.folded.current };
  }

  saveAs(name: string): void {
    const now = this.current();
    if (now !== undefined) this.#named.set({ ...this.#named.current, [name]: now });
  }

  /** Applies a saved arrangement. Returns whether a usable one of that name exists. */
  use(name: string): boolean {
    const arrangement = this.#named.current[name];
    return arrangement !== undefined && this.#apply(arrangement);
  }

  forget(name: string): void {
    const { [name]: _, ...others } = this.#named.current;
    this.#named.set(others);
  }

  #apply(arrangement: Arrangement): boolean {
    try {
      this.folding.restore({});
      this.#dock?.fromJSON(arrangement);
      this.folding.restore(arrangement.folded ?? {});
      this.#arrangeWorlds();
      return true;
    } catch (error) {
      // Written by a different version, or by hand.
      console.warn("a saved layout cannot be used", error);
      return false;
    }
  }

  #add({ id, title, dock, below }: GuiPlugin, { inFront }: { readonly inFront: boolean }): void {
    const api = this.#dock;
    if (api === undefined) return;
    // In a window without room for sides, all panels share the middle as tabs.
    const isNarrow = innerWidth < NARROW;
    const beside = api.panels.find((panel) => isNarrow || this.#dockOf(panel.id) === dock);
    const centre = api.panels.find((panel) => this.#dockOf(panel.id) === "centre");
    const above = below === undefined || isNarrow ? undefined : api.getPanel(below);
    const position =
      above !== undefined
        ? { referencePanel: above.id, direction: SIDES.bottom }
        : beside !== undefined
          ? { referencePanel: beside.id }
          : dock === "centre" || centre === undefined || dock === "bottom"
            ? { direction: SIDES[dock] }
            : { referencePanel: centre.id, direction: SIDES[dock] };
    const panel = api.addPanel({
      id: this.#panelOf(id),
      title,
      component: "plugin",
      inactive: !inFront,
      renderer: dock === "centre" ? "always" : "onlyWhenVisible",
      position,
    });
    // The dock takes the height of a panel opened later from the one above it; the sides keep their width.
    if (inFront && above !== undefined) this.#shareHeight(panel.id);
    else if (above !== undefined || (beside === undefined && dock !== "centre")) this.#sizes();
    if (inFront) panel.api.setActive();
  }

  /** Gives each side its first size; the dock alone would make them all the same. */
  #sizes(): void {
    const panels = this.#dock?.panels ?? [];
    for (const { id, api } of panels) {
      const dock = this.#dockOf(id);
      if (dock !== "centre") api.setSize(firstSizes(innerWidth)[dock]);
    }
    // Only after the sides have their heights.
    for (const { id } of panels) this.#shareHeight(id);
  }

  #shareHeight(id: string): void {
    const { below } = this.#plugins().find((plugin) => plugin.id === id) ?? {};
    const above = below === undefined ? undefined : this.#dock?.getPanel(below)?.group;
    const api = this.#dock?.getPanel(id)?.api;
    if (above === undefined || api === undefined || api.group === above) return;
    api.setSize({ height: (above.height + api.group.height) * BELOW_SHARE });
  }

  #arrangeWorlds(): void {
    const [dock, worlds] = [this.#dock, this.#worlds];
    if (dock === undefined || worlds === undefined) return;
    const isComplete = this.#areWorldsKnown;
    let hasAdded = false;
    this.folding.keepSides(() => {
      hasAdded = worlds.arrange(dock, { isComplete, isNarrow: innerWidth < NARROW });
    });
    if (hasAdded) this.folding.keepSides(() => worlds.halve(dock));
    this.#bareCentre();
  }

  #panelOf(plugin: string): string {
    return this.#worlds?.idOf(plugin) ?? plugin;
  }

  #dockOf(id: string): Dock {
    return this.#plugins().find((plugin) => plugin.id === readPanelId(id).plugin)?.dock ?? "right";
  }

  #note(): void {
    if (this.#dock === undefined) return;
    const ids = this.#dock.panels.map(({ id }) => id);
    const before = this.open.current;
    if (ids.length !== before.size || ids.some((id) => !before.has(id))) this.open.set(new Set(ids));
    this.#bareCentre();
    this.folding.look();
    this.#keep();
  }

  #keep(): void {
    const now = this.current();
    if (now !== undefined) this.#last.set(now);
  }

  /**
   * Hides the tab row of the middle while it has one panel, to give its room to the scene. Scenes of several worlds
   * need their tabs to be told apart.
   */
  #bareCentre(): void {
    const needsNames = this.#worlds?.areSeveral ?? false;
    for (const { panels, model } of this.#dock?.groups ?? []) {
      const isBare = !needsNames && panels.length === 1 && this.#dockOf(panels[0]!.id) === "centre";
      if (model.header.hidden !== isBare) model.header.hidden = isBare;
    }
  }
}

/** The middle comes first, because the others are placed around it; the bottom is below all of them. */
const DOCK_ORDER: readonly Dock[] = ["centre", "left", "right", "bottom"];
const SIDES = { left: "left", right: "right", bottom: "below", centre: "within" } as const;
/** Fraction that a panel gets of the height that it shares with the one above it. */
const BELOW_SHARE = 0.45;
/** In pixels. In a narrower window there are no sides. */
const NARROW = 760;
/** In pixels. In a narrower window there is only one side beside the scene, as on a tablet. */
const ROOMY = 900;

function isArrangement(value: unknown): boolean {
  return isRecord(value) && "grid" in (value as object) && "panels" in (value as object);
}

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
