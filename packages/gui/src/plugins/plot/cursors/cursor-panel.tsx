import { AudioWaveform, Copy, X } from "lucide-react";
import { useState } from "react";
import { frequencyBetween, timeText } from "@orrery/plots";
import { useApp, useValue } from "../../../shell/hooks.ts";
import { copyText } from "../../../ui/copy-text.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { PlotSession } from "../plot-session.ts";
import { SpectrumView } from "../spectrum/spectrum-view.tsx";
import type { WorldPlots } from "../world-plots.ts";
import { shortNumber } from "./short-number.ts";
import { cursorRows, cursorText, type CursorRow } from "./cursor-facts.ts";

/** Shows the facts about every visible curve between the cursors, and the spectrum of one. */
export function CursorPanel({ session, plots }: { readonly session: PlotSession; readonly plots: WorldPlots }) {
  const { notices } = useApp();
  const cursors = useValue(plots.cursors);
  const state = useValue(session.state);
  // Renders again with the readings, which change only as often as people can read them.
  useValue(session.readings);
  const [hasSpectrum, setSpectrum] = useState(false);
  if (cursors === undefined) return null;
  const rows = cursorRows(state, session.sources, cursors);
  const { a, b } = cursors;
  return (
    <section className="plot-facts" aria-label="Between the cursors">
      <header className="plot-facts-bar">
        <span>
          Δt <output className="figure">{timeText(b - a, 6)}</output>
        </span>
        <span className="muted">
          one period of this is <output className="figure">{shortNumber(frequencyBetween(a, b))} Hz</output>
        </span>
        <span className="plot-toolbar-gap" />
        <IconButton
          icon={AudioWaveform}
          title="Spectrum between the cursors"
          isOn={hasSpectrum}
          isPlain
          onClick={() => setSpectrum(!hasSpectrum)}
        />
        <IconButton
          icon={Copy}
          title="Copy as a table"
          isPlain
          isDisabled={rows.length === 0}
          onClick={() => void copyText(cursorText(rows), "the table", notices)}
        />
        <IconButton icon={X} title="Remove the cursors" isPlain onClick={() => plots.cursors.set(undefined)} />
      </header>
      <Facts rows={rows} />
      {hasSpectrum && <SpectrumView session={session} rows={rows} cursors={cursors} />}
    </section>
  );
}

function Facts({ rows }: { readonly rows: readonly CursorRow[] }) {
  return (
    <table className="plot-facts-table">
      <thead>
        <tr>
          <th scope="col">Curve</th>
          {COLUMNS.map(([title]) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          <th scope="col">Unit</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.curve.id}>
            <th scope="row">{row.name}</th>
            {COLUMNS.map(([title, of]) => (
              <td key={title} className="figure">
                {shortNumber(of(row))}
              </td>
            ))}
            <td className="muted">{row.unit}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const COLUMNS: readonly (readonly [title: string, of: (row: CursorRow) => number])[] = [
  ["At a", ({ a }) => a.value],
  ["At b", ({ b }) => b.value],
  ["Δ", ({ deltaValue }) => deltaValue],
  ["Slope per s", ({ slope }) => slope],
  ["Least", ({ least }) => least],
  ["Greatest", ({ greatest }) => greatest],
  ["Mean", ({ mean }) => mean],
  ["RMS", ({ rms }) => rms],
];
