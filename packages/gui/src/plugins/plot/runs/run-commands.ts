import { GitCompareArrows, History } from "lucide-react";
import type { orrery } from "@orrery/msgs";
import type { AlignedRun } from "@orrery/plots";
import type { WorldApp } from "../../../shell/app.ts";
import type { Command } from "../../../shell/commands/commands.ts";
import { knownRange } from "../canvas/shown-time.ts";
import { plotsOf, type WorldPlots } from "../world-plots.ts";
import { commandsOf, keepableNumbers, keepRun } from "./keep-run.ts";
import { runName } from "./kept-run.ts";

/** Lists what can be done with runs: keeping the present one, and comparing with others. */
export function runCommands(app: WorldApp): Command[] {
  const plots = plotsOf(app.view);
  return [
    {
      id: "plots.keep-run",
      title: "Keep this run as…",
      icon: History,
      keys: "Alt+Shift+K",
      whyNot: () =>
        keepableNumbers(plots.states).length === 0 ? "no curve of it is shown: plot what you want to keep" : undefined,
      run: async () => {
        const name = await app.questions.ask({
          title: "Keep this run",
          label: "Name",
          action: "Keep",
          initial: plots.runs.freeName(`run ${plots.runs.list.current.length + 1}`),
        });
        if (name !== undefined) keepShown(app, name);
      },
    },
    {
      id: "plots.compare",
      title: "Compare runs",
      icon: GitCompareArrows,
      keys: "Alt+Shift+C",
      run: () => {
        app.layout.show(plots.activePanel);
        plots.compared.set(plots.active);
      },
    },
  ];
}

/** Keeps the shown curves of the present run under a name. Returns whether there were any. */
export function keepShown({ view, notices }: WorldApp, text: string): boolean {
  const plots = plotsOf(view);
  const name = runName(text);
  try {
    const run = keepRun(name, keepableNumbers(plots.states), plots.sources, view.history.state.current);
    const had = plots.runs.get(name);
    plots.runs.add(run);
    notices.show({
      kind: "good",
      text: had === undefined ? `Kept this run as ${name}` : `Kept this run as ${name}, in place of the one before`,
      ...(had === undefined ? {} : { action: { title: "Undo", run: () => plots.runs.add(had.run) } }),
    });
    return true;
  } catch (error) {
    notices.failed("keep this run", error);
    return false;
  }
}

/** Returns what is needed of the present run to align others with it. */
export function presentRun(plots: WorldPlots, history: orrery.History | undefined): AlignedRun {
  const starts = plots.states.map((state) => {
    const own = state.plots.map((plot) => ({
      ...plot,
      curves: plot.curves.filter(({ key }) => !key.startsWith("run:") && !key.startsWith("difference:")),
    }));
    return knownRange({ ...state, plots: own }, plots.sources).from;
  });
  const start = Math.min(...starts);
  return { start: Number.isFinite(start) ? start : 0, commands: commandsOf(history) };
}
