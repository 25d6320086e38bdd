import { Copy, X } from "lucide-react";
import { useApp, useTold, useValue } from "../../../shell/hooks.ts";
import { copyText } from "../../../ui/copy-text.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { shortNumber } from "../cursors/short-number.ts";
import { allCurves, type CurveState } from "../plot-state.ts";
import { hasDifferences } from "../plot-settings.ts";
import type { PlotSession } from "../plot-session.ts";
import { kindOf } from "../sources/source.ts";
import type { WorldPlots } from "../world-plots.ts";
import { differenceRows, differenceText, type DifferenceRow } from "./difference-facts.ts";

export interface DifferenceTableProps {
  readonly session: PlotSession;
  readonly plots: WorldPlots;
}

/** Shows the greatest difference, the rms and the time of parting of every difference that is plotted. */
export function DifferenceTable({ session, plots }: DifferenceTableProps) {
  const curves = allCurves(useValue(session.state)).filter(({ key }) => kindOf(key) === "difference");
  const isShown = useValue(hasDifferences);
  return curves.length === 0 || !isShown ? null : <Differences curves={curves} plots={plots} />;
}

function Differences({ curves, plots }: { readonly curves: readonly CurveState[]; readonly plots: WorldPlots }) {
  const { notices } = useApp();
  const { differences, sources } = plots;
  // Facts are objects of their own each time they are computed.
  useTold(sources.changes, () => differences.revision);
  const rows = differenceRows(curves, sources, differences);
  return (
    <section className="plot-facts" aria-label="Differences">
      <header className="plot-facts-bar">
        <span>Differences</span>
        <span className="plot-toolbar-gap" />
        <IconButton
          icon={Copy}
          title="Copy as a table"
          isPlain
          onClick={() => void copyText(differenceText(rows), "the table", notices)}
        />
        <IconButton icon={X} title="Close the table of differences" isPlain onClick={() => hasDifferences.set(false)} />
      </header>
      <table className="plot-facts-table">
        <thead>
          <tr>
            {TITLES.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ row: { name, unit, facts } }: { readonly row: DifferenceRow }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {facts === undefined || facts.count === 0 ? (
        <td colSpan={4} className="muted">
          {facts === undefined ? "not known yet" : "no time in common"}
        </td>
      ) : (
        <>
          <td className="figure">{shortNumber(facts.greatest)}</td>
          <td className="figure">{shortNumber(facts.greatestTime)} s</td>
          <td className="figure">{shortNumber(facts.rms)}</td>
          <td className="figure">{facts.partsAt === undefined ? "never" : `${shortNumber(facts.partsAt)} s`}</td>
        </>
      )}
      <td className="muted">{unit}</td>
    </tr>
  );
}

const TITLES = ["Difference", "Greatest", "At", "RMS", "They part at", "Unit"];
