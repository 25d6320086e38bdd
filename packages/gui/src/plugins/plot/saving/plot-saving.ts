import { csvPieces, tableOf, type NamedSamples } from "@orrery/plots";
import { Value } from "../../../client/value.ts";
import type { WorldApp } from "../../../shell/app.ts";
import { toClipboard } from "../../../ui/copy-text.ts";
import { download, fileName } from "../../../ui/download.ts";
import type { TableJobs } from "../files/table-job.ts";
import { shownRange } from "../canvas/shown-time.ts";
import type { PlotSession } from "../plot-session.ts";
import { allCurves } from "../plot-state.ts";
import { plotsOf, type WorldPlots } from "../world-plots.ts";
import { pictureFile, type PictureSize, type PictureSource } from "./picture-file.ts";
import { plottedCurves } from "./plotted-curves.ts";
import { dataChoice, pictureChoice, type DataChoice, type PictureChoice } from "./save-choices.ts";

/** More values than this are too slow to paste. */
const MAX_COPIED = 500_000;
/** Of a panel that is not on the page. */
const USUAL_SIZE: PictureSize = { width: 960, height: 540 };

/** Saves and copies what the plots of a world show. */
export class PlotSaving {
  /** The panel whose dialog is open. */
  readonly dialog = new Value<PlotSession | undefined>(undefined);
  readonly jobs: TableJobs;
  readonly #app: WorldApp;
  readonly #plots: WorldPlots;

  constructor(app: WorldApp) {
    this.#app = app;
    this.#plots = plotsOf(app.view);
    this.jobs = this.#plots.jobs;
  }

  /** The panel that was used last. */
  get session(): PlotSession {
    return this.#plots.active;
  }

  /** Returns why nothing can be saved; `undefined` if something can. */
  whyNot(): string | undefined {
    const isShown = allCurves(this.session.state.current).some(({ isVisible }) => isVisible);
    return isShown ? undefined : "no curve is shown: double-click a value in the panel Plots first";
  }

  async savePicture(change: Partial<PictureChoice> = {}): Promise<void> {
    const choice = { ...pictureChoice.current, ...change };
    this.#save(await pictureFile(this.#source(), choice, this.#size()), choice.format);
  }

  async copyPicture(): Promise<void> {
    if (typeof ClipboardItem === "undefined" || navigator.clipboard === undefined) {
      throw new Error("browsers let only pages of this machine, or over HTTPS, copy pictures: save it instead");
    }
    const { size, look } = pictureChoice.current;
    const picture = pictureFile(this.#source(), { format: "png", size, look }, this.#size());
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    this.#app.notices.show({ kind: "good", text: "Copied the picture of the plots" });
  }

  async saveData(change: Partial<DataChoice> = {}): Promise<void> {
    const { format, range, rateHz } = { ...dataChoice.current, ...change };
    const curves = this.#curves(range);
    const missing = this.#missing();
    const request = { kind: "write", format, curves, rateHz: rateHz > 0 ? rateHz : undefined } as const;
    const file = await this.jobs.run("Writing a file", request);
    if (file !== undefined) this.#save(file, format, missing);
  }

  async copyData(): Promise<void> {
    const table = tableOf(this.#curves(dataChoice.current.range));
    const count = table.columns.reduce((sum, { values }) => sum + values.length, 0);
    if (count > MAX_COPIED) {
      throw new Error(`${count} values are too many for the clipboard: save them, or show a shorter time`);
    }
    const decoder = new TextDecoder();
    let text = "";
    for (const piece of csvPieces(table, { separator: "\t" })) text += decoder.decode(piece);
    await toClipboard(text);
    this.#app.notices.show({ kind: "good", text: `Copied ${count} values` });
  }

  #curves(range: DataChoice["range"]): readonly NamedSamples[] {
    const { state, sources, now } = this.#source();
    const found = plottedCurves(
      state,
      sources,
      range === "all" ? { from: -Infinity, to: Infinity } : shownRange({ state, sources, now }),
    );
    if (found.length === 0) throw new Error("the curves have no samples here: show another time, or wait for them");
    return found;
  }

  #source(): PictureSource {
    const { state, sources } = this.session;
    const timeNs = this.#app.view.status.current?.timeNs;
    return {
      state: state.current,
      sources,
      now: timeNs === undefined ? undefined : timeNs / 1e9,
      cursors: this.#plots.cursors.current,
    };
  }

  #size(): PictureSize {
    const canvas = document.querySelector(`.panel-${this.#plots.activePanel} .plot-canvas`);
    const { clientWidth: width = 0, clientHeight: height = 0 } = canvas ?? {};
    return width < 16 || height < 16 ? USUAL_SIZE : { width, height };
  }

  /** Returns what the data lack, for people; empty if they are complete. */
  #missing(): string {
    const { state, sources } = this.session;
    const shown = allCurves(state.current).filter(({ isVisible }) => isVisible);
    const states = shown.map(({ key }) => sources.state(key));
    if (states.some((each) => (each?.error ?? "") !== "")) return "samples of some curves are missing: see the legend";
    const isFilling = states.some((each) => (each?.progress ?? 1) < 1);
    return isFilling ? "the past of some curves was still being filled in: save again when that has ended" : "";
  }

  #save(file: Blob, extension: string, missing = ""): void {
    const name = fileName(`${this.#app.view.name || "world"} plots`, extension, new Date());
    download(file, name);
    if (missing === "") this.#app.notices.show({ kind: "good", text: `${name} was saved` });
    else this.#app.notices.show({ kind: "warning", text: `${name} was saved, but ${missing}` });
  }
}

/** Returns what saves the plots of a world. */
export function savingOf(app: WorldApp): PlotSaving {
  return app.view.services.of(PlotSaving, () => new PlotSaving(app));
}
