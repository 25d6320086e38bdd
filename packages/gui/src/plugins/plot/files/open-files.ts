import type { WorldApp } from "../../../shell/app.ts";
import { chooseFiles } from "../../../ui/choose-files.ts";
import { addCurve } from "../curve-edits.ts";
import type { PlotsState } from "../plot-state.ts";
import { fileRun } from "../runs/file-run.ts";
import { runKey } from "../runs/run-key.ts";
import { setupsOf } from "../setups/plot-setups.ts";
import { plotsOf } from "../world-plots.ts";
import { TABLE_ENDINGS } from "./read-file.ts";

const SETUP_ENDING = ".json";
/** A file with more curves is listed, and the user chooses. */
const MAX_PLOTTED = 8;
/** Of many problems, these are shown. */
const MAX_TOLD = 5;

/** Opens a file: plots, or curves of CSV, Parquet or MCAP. Errors become notices. */
export async function openFile(app: WorldApp, file: File): Promise<void> {
  try {
    if (hasEnding(file, SETUP_ENDING)) await setupsOf(app).openFile(file);
    else await openCurves(app, file);
  } catch (error) {
    app.notices.failed(`open ${file.name}`, error);
  }
}

/** Lets the user choose files to open. */
export function chooseAndOpen(app: WorldApp): void {
  // A dropped text may be anything, but one that is chosen here has curves.
  chooseFiles([SETUP_ENDING, ...TABLE_ENDINGS, ".txt"].join(","), (file) => void openFile(app, file));
}

/** Opens files that are dropped anywhere on the page. */
export function openDropped(app: WorldApp): Disposable {
  return app.offers.drops.take(({ files }) => {
    const list = [...files];
    const isOurs = (file: File): boolean => [SETUP_ENDING, ...TABLE_ENDINGS].some((ending) => hasEnding(file, ending));
    if (list.length === 0 || !list.every(isOurs)) return false;
    for (const file of list) void openFile(app, file);
    return true;
  });
}

/** Adds the curves of a file as a run to compare with. A few curves are plotted at once. */
async function openCurves(app: WorldApp, file: File): Promise<void> {
  const plots = plotsOf(app.view);
  const read = await plots.jobs.run(`Reading ${file.name}`, { kind: "read", file });
  if (read === undefined) return;
  const { curves, problems } = read;
  const run = fileRun(plots.runs.freeName(file.name), curves);
  plots.runs.add(run);
  app.layout.show(plots.activePanel);
  const numbers = run.things.map(({ name: thing }) => runKey({ run: run.name, thing }));
  if (numbers.length <= MAX_PLOTTED) plots.active.change((state) => plotted(state, numbers));
  else plots.compared.set(plots.active);
  const left = problems.length - MAX_TOLD;
  const details = [...problems.slice(0, MAX_TOLD), ...(left > 0 ? [`and ${left} more`] : [])].join("\n");
  const count = `${curves.length} ${curves.length === 1 ? "curve" : "curves"}`;
  app.notices.show({
    kind: problems.length === 0 ? "good" : "warning",
    text: problems.length === 0 ? `${file.name}: ${count}` : `${file.name}: ${count}, but not everything could be read`,
    ...(details === "" ? {} : { details }),
  });
}

function plotted(state: PlotsState, keys: readonly string[]): PlotsState {
  let next = state;
  let plot: string | undefined;
  for (const key of keys) {
    next = addCurve(next, key, 0, plot);
    plot ??= next.plots.at(-1)?.id;
  }
  return next;
}

function hasEnding({ name }: File, ending: string): boolean {
  return name.toLowerCase().endsWith(ending);
}
