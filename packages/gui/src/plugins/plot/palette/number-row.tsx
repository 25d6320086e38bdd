import { Plus } from "lucide-react";
import { CutName } from "../../../ui/cut-name.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { startPlotDrag, type PlotNumber } from "../../../ui/plot-drag.ts";
import { tip } from "../../../ui/tip.ts";
import { dropValues } from "../drop-values.ts";
import type { PlotSession } from "../plot-session.ts";

export interface NumberRowProps {
  readonly number: PlotNumber;
  /** What the row says. */
  readonly title: string;
  /** The complete name. */
  readonly name: string;
  /** The thing that the number belongs to, shown muted where several are listed together. */
  readonly owner?: string | undefined;
  readonly unit: string;
  readonly note?: string;
  /** The plot to add it to; undefined for the last one. */
  readonly plot?: string | undefined;
  readonly session: PlotSession;
}

/** Shows a number that can be plotted: by a drag, a double click, the button, or Enter. */
export function NumberRow({ number, title, name, owner, unit, note = "", plot, session }: NumberRowProps) {
  const values = { kind: "numbers", numbers: [number], name } as const;
  const add = (): void => dropValues(session, values, { plot: plot ?? session.state.current.plots.at(-1)?.id });
  return (
    <div
      className="plot-item"
      draggable
      onDragStart={(event) => startPlotDrag(event.dataTransfer, values)}
      onDoubleClick={add}
    >
      <button
        type="button"
        className="plot-item-name"
        data-row
        aria-label={unit === "" ? name : `${name}, ${unit}`}
        {...tip([unit === "" ? name : `${name} (${unit})`, note].filter(Boolean).join("\n"), { isLate: true })}
        // A click with the mouse chooses the row, a double click plots it. Enter and Space are clicks without a count.
        onClick={(event) => event.detail === 0 && add()}
      >
        <span className="plot-row-name">
          <CutName text={title} />
        </span>
        {owner !== undefined && (
          <span className="plot-row-owner">
            <bdi>{owner}</bdi>
          </span>
        )}
        <span className="plot-row-hint">{unit}</span>
      </button>
      <IconButton icon={Plus} title={`Plot ${owner === undefined ? title : name}`} isPlain onClick={add} />
    </div>
  );
}

/** Shows something that cannot be plotted, with the reason. */
export function IdleRow({ title, hint = "", reason }: IdleRowProps) {
  return (
    <div className="plot-item" aria-disabled={reason !== undefined} {...tip(reason, { isLate: true })}>
      <span className="plot-row-name muted">
        <CutName text={title} />
      </span>
      <span className="plot-row-hint">{hint}</span>
    </div>
  );
}

export interface IdleRowProps {
  readonly title: string;
  readonly hint?: string;
  readonly reason?: string | undefined;
}
