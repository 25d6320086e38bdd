import type { KeyboardEvent } from "react";
import { useValue } from "../../../shell/hooks.ts";
import type { PlotSession } from "../plot-session.ts";
import { curveDrop } from "./curve-drop.ts";
import { LegendRow } from "./legend-row.tsx";
import { PlotHeading } from "./plot-heading.tsx";

/** Lists the curves of all plots with their values. Each can be hidden, changed, moved and removed. */
export function Legend({ session }: { readonly session: PlotSession }) {
  const { plots } = useValue(session.state);
  const readings = useValue(session.readings);
  const values = new Map(readings.map((reading) => [reading.curve.id, reading]));
  return (
    <div className="plot-legend" onKeyDown={moveFocus} {...curveDrop(session)}>
      {plots.map((plot, index) => (
        <section key={plot.id} aria-label={`Plot ${index + 1}`} data-plot={plot.id}>
          <PlotHeading plot={plot} index={index} session={session} />
          <ul aria-label={`Curves of plot ${index + 1}`}>
            {plot.curves.map((curve) => (
              <LegendRow
                key={curve.id}
                curve={curve}
                among={plot.curves.filter(({ isVisible }) => isVisible).length}
                reading={values.get(curve.id)}
                session={session}
              />
            ))}
          </ul>
          {plot.curves.length === 0 && <p className="plot-legend-empty muted">Drag values here</p>}
        </section>
      ))}
    </div>
  );
}

/** Moves the focus from curve to curve, with Up and Down. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (by === 0 || event.altKey || event.ctrlKey) return;
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>(".plot-legend-name")];
  const at = names.findIndex((name) => name.closest("li")?.contains(document.activeElement));
  if (at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  names[at + by]?.focus();
}
