import { kept } from "../../../client/kept.ts";
import type { WorldApp } from "../../../shell/app.ts";
import { download, safeName } from "../../../ui/download.ts";
import { shownRange } from "../canvas/shown-time.ts";
import { allCurves, type PlotsState } from "../plot-state.ts";
import { plotsOf, type WorldPlots } from "../world-plots.ts";
import { MAX_SETUP_BYTES, PANELS, plotsIn, readSetup, setupOf, type PlotSetup } from "./plot-setup.ts";

/** Setups under names, by world. */
const named = kept<Readonly<Record<string, Readonly<Record<string, unknown>>>>>("plots.setups", {}, isNested);

/** Saves the plots of a world in files and under names, and shows them again. */
export class PlotSetups {
  readonly changes = named.changes;
  readonly #app: WorldApp;
  readonly #plots: WorldPlots;

  constructor(app: WorldApp) {
    this.#app = app;
    this.#plots = plotsOf(app.view);
  }

  /** The names of saved setups, in alphabetical order. */
  get names(): readonly string[] {
    return Object.keys(named.current[this.#world] ?? {}).toSorted();
  }

  /** What is plotted now. */
  get current(): PlotSetup {
    const panels = PANELS.map((panel) => [panel, this.#plots.session(panel).state.current] as const);
    return setupOf(Object.fromEntries(panels), this.#plots.formulas.current);
  }

  /** What is plotted now, with the time that is shown now instead of the latest one. */
  get fixed(): PlotSetup {
    const { panels, ...setup } = this.current;
    const { sources } = this.#plots;
    const timeNs = this.#app.view.status.current?.timeNs;
    const now = timeNs === undefined ? undefined : timeNs / 1e9;
    const fix = (state: PlotsState): PlotsState => ({
      ...state,
      time: { kind: "range", ...shownRange({ state, sources, now }) },
    });
    return {
      ...setup,
      panels: Object.fromEntries(Object.entries(panels).map(([panel, state]) => [panel, fix(state)])),
    };
  }

  get isEmpty(): boolean {
    return PANELS.every((panel) => this.#plots.session(panel).state.current.plots.length === 0);
  }

  saveAs(name: string): void {
    this.#setNamed({ ...named.current[this.#world], [name]: this.current });
  }

  forget(name: string): void {
    const { [name]: _, ...others } = named.current[this.#world] ?? {};
    this.#setNamed(others);
  }

  use(name: string): void {
    this.show(readSetup(named.current[this.#world]?.[name]));
  }

  saveFile(): void {
    const text = JSON.stringify(this.current, undefined, 2);
    const name = `${safeName(this.#world)} plots.json`;
    download(new Blob([text], { type: "application/json" }), name);
    this.#app.notices.show({ kind: "good", text: `${name} was saved` });
  }

  async openFile(file: File): Promise<void> {
    if (file.size > MAX_SETUP_BYTES)
      throw new Error(`${file.name} has ${file.size} bytes, which is too much for plots`);
    this.show(readSetup(parsed(file.name, await file.text())));
  }

  /** Shows a setup in place of what is plotted. That can be undone. */
  show(setup: PlotSetup): void {
    this.#takeFormulas(setup);
    for (const panel of PANELS) {
      const plots = plotsIn(setup, panel);
      this.#plots.session(panel).change((state) => (plots.plots.length + state.plots.length === 0 ? state : plots));
      if (allCurves(plots).length > 0) this.#app.layout.show(panel);
    }
  }

  get #world(): string {
    return this.#app.view.name;
  }

  /** Takes over the formulas of a setup. Those that it replaces can be brought back. */
  #takeFormulas({ formulas }: PlotSetup): void {
    const mine = this.#plots.formulas.current;
    const replaced = Object.entries(formulas).filter(([name, text]) => (mine.get(name) ?? text) !== text);
    this.#plots.formulas.set(new Map([...mine, ...Object.entries(formulas)]));
    if (replaced.length === 0) return;
    const names = replaced.map(([name]) => name).join(", ");
    this.#app.notices.show({
      kind: "info",
      text: `Other formulas of this name were replaced: ${names}`,
      stays: true,
      action: { title: "Keep mine", run: () => this.#plots.formulas.set(mine) },
    });
  }

  #setNamed(setups: Readonly<Record<string, unknown>>): void {
    named.set({ ...named.current, [this.#world]: setups });
  }
}

/** Returns the setups of plots of a world. */
export function setupsOf(app: WorldApp): PlotSetups {
  return app.view.services.of(PlotSetups, () => new PlotSetups(app));
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} is no JSON`);
  }
}

function isNested(value: unknown): boolean {
  const isRecord = (each: unknown): each is object => typeof each === "object" && each !== null && !Array.isArray(each);
  return isRecord(value) && Object.values(value).every(isRecord);
}
