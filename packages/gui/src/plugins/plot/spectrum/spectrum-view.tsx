import { useEffect, useMemo, useRef, useState } from "react";
import { drawPicture } from "@orrery/plots";
import { CanvasPen, canvasMeasure } from "../canvas/canvas-pen.ts";
import { describeCurve } from "../canvas/describe-plots.ts";
import { lineOf } from "../canvas/shown-time.ts";
import type { CursorRow } from "../cursors/cursor-facts.ts";
import type { CursorPair } from "../cursors/cursor-marks.ts";
import { shortNumber } from "../cursors/short-number.ts";
import { Choice } from "../legend/choice.tsx";
import type { PlotSession } from "../plot-session.ts";
import { useThemeName } from "../theme-name.ts";
import { spectrumOf, type ShownSpectrum } from "./spectrum-of.ts";

export interface SpectrumViewProps {
  readonly session: PlotSession;
  readonly rows: readonly CursorRow[];
  readonly cursors: CursorPair;
}

/** Shows the spectrum of one curve between the cursors. */
export function SpectrumView({ session, rows, cursors }: SpectrumViewProps) {
  const theme = useThemeName();
  const [chosen, choose] = useState("");
  const row = rows.find(({ curve }) => curve.id === chosen) ?? rows[0];
  const count = row?.count ?? 0;
  const shown = useMemo(() => {
    const series = row && count > 1 ? lineOf(row.curve, session.sources) : undefined;
    return series && spectrumOf(series, cursors, { curve: describeCurve(row!.curve, session.sources, 1), theme });
    // Each reading makes a new row, but only new samples change the spectrum.
  }, [row?.curve, count, cursors, session, theme]);
  const options = Object.fromEntries(rows.map(({ curve, name }) => [curve.id, name]));
  return (
    <div className="plot-spectrum">
      <Choice label="Curve of the spectrum" value={row?.curve.id ?? ""} options={options} onChange={choose} />
      {shown === undefined ? (
        <p className="muted">A spectrum needs samples between the cursors</p>
      ) : (
        <>
          <SpectrumPicture shown={shown} />
          <ol className="plot-peaks" aria-label="Peaks">
            {shown.peaks.map(({ frequency, amplitude }) => (
              <li key={frequency}>
                <span className="figure">{shortNumber(frequency)} Hz</span>
                <span className="figure muted">
                  {shortNumber(amplitude)} {row?.unit}
                </span>
              </li>
            ))}
          </ol>
          {shown.hasGaps && <p className="muted">Samples are missing: the spectrum leads straight across the gaps</p>}
        </>
      )}
    </div>
  );
}

function SpectrumPicture({ shown: { picture, data } }: { readonly shown: ShownSpectrum }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { current } = canvas;
    const context = current?.getContext("2d");
    if (current === null || context === null || context === undefined) return;
    const { clientWidth: width, clientHeight: height } = current;
    const ratio = devicePixelRatio;
    current.width = Math.round(width * ratio);
    current.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const family = getComputedStyle(current).fontFamily;
    drawPicture(new CanvasPen(context, family), picture, data, {
      width,
      height,
      measure: canvasMeasure(context, family),
    });
  }, [picture, data]);
  return <canvas ref={canvas} className="plot-spectrum-picture" role="img" aria-label="Spectrum" />;
}
