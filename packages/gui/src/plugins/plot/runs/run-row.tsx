import { Diff, Layers, X } from "lucide-react";
import type { Alignment } from "@orrery/plots";
import { useApp, useValue } from "../../../shell/hooks.ts";
import { CutName } from "../../../ui/cut-name.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { NumberField } from "../../../ui/numbers/number-field.tsx";
import { pairsWith, plotDifferences, showBeside, sideOf, type Pair } from "../compare/compare-run.ts";
import { curveName, unitOf } from "../curve-text.ts";
import { Choice } from "../legend/choice.tsx";
import { NumberRow } from "../palette/number-row.tsx";
import type { PlotSession } from "../plot-session.ts";
import type { PlotsState } from "../plot-state.ts";
import { plotsOf } from "../world-plots.ts";
import { presentRun } from "./run-commands.ts";
import { runKey } from "./run-key.ts";
import type { ListedRun } from "./runs.ts";

export interface RunRowProps {
  readonly listed: ListedRun;
  readonly session: PlotSession;
}

/** More curves than this are not listed: nobody could choose among them. */
const MAX_LISTED = 300;

/** Shows a run to compare with: how it lies on the present one, and its curves. */
export function RunRow({ listed, session }: RunRowProps) {
  const { view } = useApp();
  const plots = plotsOf(view);
  const { run } = listed;
  const state = useValue(session.state);
  const pairs = pairsWith(run, state, session.sources);
  const obstacle = pairs.length === 0 ? "None of the shown curves has the like in it" : undefined;
  const change = (edit: (now: PlotsState, pairs: readonly Pair[]) => PlotsState): void =>
    session.change((now) => edit(now, pairsWith(run, now, session.sources)));
  const count = run.things.reduce((sum, { samples }) => sum + samples.filter((each) => each !== undefined).length, 0);
  return (
    <li className="plot-run">
      <div className="plot-run-bar">
        <span className="plot-run-name">
          <CutName text={run.name} />
        </span>
        <span className="muted">{run.from === "file" ? "file" : "kept"}</span>
        <IconButton
          icon={Layers}
          title={`Show ${run.name} beside the curves`}
          obstacle={obstacle}
          isPlain
          onClick={() => change(showBeside)}
        />
        <IconButton
          icon={Diff}
          title={`Plot how the present differs from ${run.name}`}
          obstacle={obstacle}
          isPlain
          onClick={() =>
            change((now, found) =>
              plotDifferences(
                now,
                found.map(({ curve, other }) => ({ first: sideOf(curve), second: sideOf(other) })),
              ),
            )
          }
        />
        <IconButton icon={X} title={`Remove ${run.name}`} isPlain onClick={() => plots.runs.remove(run.name)} />
      </div>
      <Aligned listed={listed} />
      <details>
        <summary>
          {count} {count === 1 ? "curve" : "curves"}
        </summary>
        <RunCurves listed={listed} session={session} />
      </details>
    </li>
  );
}

/** Shows how a run is moved in time: by a choice, or by an offset that is dragged or typed. */
function Aligned({ listed: { run, alignment, offset } }: Pick<RunRowProps, "listed">) {
  const { view, notices } = useApp();
  const plots = plotsOf(view);
  const present = presentRun(plots, useValue(view.history.state));
  const shared = present.commands.filter(({ description }) =>
    run.commands.some((command) => command.description === description),
  );
  const options: Record<string, string> = { time: "Simulated time", start: "Their beginnings", offset: "An offset" };
  for (const { id, description, time } of shared) {
    options[`command ${id}`] = `${description} (${Number(time.toFixed(3))} s)`;
  }
  const align = (next: Alignment): void => {
    try {
      plots.runs.align(run.name, next, present);
    } catch (error) {
      notices.failed("align the runs", error);
    }
  };
  return (
    <div className="plot-run-bar">
      <span className="muted">Aligned by</span>
      <Choice
        label={`How ${run.name} is aligned`}
        value={alignment.by === "command" ? `command ${alignment.id}` : alignment.by}
        options={options}
        onChange={(chosen) => align(readChoice(chosen, offset))}
      />
      <NumberField
        label={`Offset of ${run.name}`}
        value={offset}
        unit="s"
        onChange={(seconds) => align({ by: "offset", seconds })}
      />
    </div>
  );
}

function readChoice(chosen: string, seconds: number): Alignment {
  if (chosen === "time" || chosen === "start") return { by: chosen };
  if (chosen === "offset") return { by: "offset", seconds };
  return { by: "command", id: chosen.slice("command ".length) };
}

function RunCurves({ listed: { run }, session }: RunRowProps) {
  const numbers = run.things.flatMap((thing) =>
    thing.samples.flatMap((samples, column) => (samples === undefined ? [] : [{ thing, column }])),
  );
  return (
    <div className="plot-run-curves">
      {numbers.slice(0, MAX_LISTED).map(({ thing, column }) => {
        const number = { key: runKey({ run: run.name, thing: thing.name }), column };
        const name = curveName(number, thing);
        return (
          <NumberRow
            key={`${column} ${number.key}`}
            number={number}
            title={name}
            name={`${name} · ${run.name}`}
            unit={unitOf(thing, column)}
            session={session}
          />
        );
      })}
      {numbers.length > MAX_LISTED && <p className="muted">and {numbers.length - MAX_LISTED} more</p>}
    </div>
  );
}
