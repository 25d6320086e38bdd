import { GitCompareArrows, History } from "lucide-react";
import type { orrery } from "@orrery/msgs";
import type { AlignedRun } from "@orrery/plots";
import type { WorldApp } from "../../../shell/app.ts";
import type { Command } from "../../../shell/commands/commands.ts";
import { knownRange } from "../canvas/shown-time.ts";
import { plotsOf, type WorldPlots } from "../world-plots.ts";
import { commandsOf, fillingNumbers, keepableNumbers, keepRun, untilFilled } from "./keep-run.ts";
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
        if (name !== undefined) await keepShown(app, name);
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

/** Keeps the shown curves of the present run under a name, as soon as their past is complete. */
export async function keepShown({ view, notices }: WorldApp, text: string): Promise<void> {
  const plots = plotsOf(view);
  const name = runName(text);
  const numbers = keepableNumbers(plots.states);
  try {
    if (fillingNumbers(numbers, plots.sources).length > 0) {
      const words = `The run is kept as ${name} as soon as the past of its curves has been filled in`;
      using _ = notices.show({ kind: "info", text: words, stays: true });
      await untilFilled(numbers, plots.sources);
    }
    const run = keepRun(name, numbers, plots.sources, view.history.state.current);
    const had = plots.runs.get(name);
    plots.runs.add(run);
    notices.show({
      kind: "good",
      text: had === undefined ? `Kept this run as ${name}` : `Kept this run as ${name}, in place of the one before`,
      ...(had === undefined ? {} : { action: { title: "Undo", run: () => plots.runs.add(had.run) } }),
    });
  } catch (error) {
    notices.failed("keep this run", error);
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
