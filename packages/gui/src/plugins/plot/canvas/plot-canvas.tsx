import { useEffect, useRef, useState } from "react";
import { useApp } from "../../../shell/hooks.ts";
import type { PlotSession } from "../plot-session.ts";
import { PointerLayer } from "../readout/pointer-layer.tsx";
import { plotsOf } from "../world-plots.ts";
import { listenToPlots } from "./plot-input.ts";
import { PlotSurface } from "./plot-surface.ts";

/** Shows all plots of a session, and what the pointer is on. */
export function PlotCanvas({ session }: { readonly session: PlotSession }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [surface, setSurface] = useState<PlotSurface>();
  const { view } = useApp();
  useEffect(() => {
    const parts = new DisposableStack();
    const made = parts.use(new PlotSurface(canvas.current!, { plots: plotsOf(view), session, view }));
    parts.use(listenToPlots(made));
    setSurface(made);
    return () => parts.dispose();
  }, [session, view]);
  return (
    <div className="plot-stage">
      <canvas
        ref={canvas}
        className="plot-canvas"
        tabIndex={0}
        // Not an image: its keys move a cursor, and the readout says what is there.
        role="application"
        aria-roledescription="plots"
        aria-label="Plots over simulated time"
      />
      {surface !== undefined && <PointerLayer surface={surface} />}
    </div>
  );
}
