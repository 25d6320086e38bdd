import { Diff, FolderOpen, History, Table } from "lucide-react";
import { useState } from "react";
import { timeText } from "@orrery/plots";
import { useApp, useValue } from "../../../shell/hooks.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { tip } from "../../../ui/tip.ts";
import { chooseAndOpen } from "../files/open-files.ts";
import { hasDifferences } from "../plot-settings.ts";
import { allCurves } from "../plot-state.ts";
import { kindOf } from "../sources/source.ts";
import type { PlotSession } from "../plot-session.ts";
import { keepShown } from "../runs/run-commands.ts";
import { RunRow } from "../runs/run-row.tsx";
import { plotsOf } from "../world-plots.ts";
import { otherBranches } from "./other-branches.ts";
import { plotDifference } from "./plot-difference.ts";

/** Lists what the present run can be compared with: runs that were kept, files, and branches. */
export function CompareBox({ session }: { readonly session: PlotSession }) {
  const app = useApp();
  const runs = useValue(plotsOf(app.view).runs.list);
  const hasSome = allCurves(useValue(session.state)).some(({ key }) => kindOf(key) === "difference");
  const isTableShown = useValue(hasDifferences);
  return (
    <div className="plot-compare" role="dialog" aria-label="Compare runs">
      <KeepForm />
      {runs.length === 0 ? (
        <p className="muted">
          Keep this run under a name, change something, run again, and see both. Or open a file with curves: CSV,
          Parquet or MCAP.
        </p>
      ) : (
        <ul aria-label="Runs">
          {runs.map((listed) => (
            <RunRow key={listed.run.name} listed={listed} session={session} />
          ))}
        </ul>
      )}
      <Branches session={session} />
      <div className="plot-run-bar">
        <button type="button" className="text" onClick={() => chooseAndOpen(app)}>
          <FolderOpen /> Open a file with curves…
        </button>
        <span className="plot-toolbar-gap" />
        {hasSome && (
          <IconButton
            icon={Table}
            title="Table of differences"
            isOn={isTableShown}
            isPlain
            onClick={() => hasDifferences.set(!isTableShown)}
          />
        )}
      </div>
    </div>
  );
}

function KeepForm() {
  const app = useApp();
  const { runs } = plotsOf(app.view);
  const names = useValue(runs.list);
  const [text, setText] = useState<string>();
  const name = text ?? runs.freeName(`run ${names.length + 1}`);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void keepShown(app, name);
        setText(undefined);
      }}
    >
      <input
        type="text"
        aria-label="Name of the run to keep"
        maxLength={60}
        value={name}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="text" disabled={name.trim() === ""}>
        <History /> Keep this run
      </button>
    </form>
  );
}

/** Lists the branches of this world's history, to plot how the present line differs from each. */
function Branches({ session }: { readonly session: PlotSession }) {
  const { view, notices } = useApp();
  const history = useValue(view.history.state);
  const branches = otherBranches(history);
  if (branches.length === 0) return null;
  const compare = (end: string): void => {
    try {
      plotDifference(session, { first: "", second: end });
    } catch (error) {
      notices.failed("plot the difference", error);
    }
  };
  return (
    <section aria-label="Branches">
      <h4>Branches</h4>
      <ul>
        {branches.map(({ end, from, to, last }) => (
          <li key={end} className="plot-run-bar">
            <span className="plot-run-name" {...tip(last, { isLate: true })}>
              {timeText(from, 3)} to {timeText(to, 3)}
              <span className="muted"> {last}</span>
            </span>
            <IconButton icon={Diff} title="Plot how the present differs" isPlain onClick={() => compare(end)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
