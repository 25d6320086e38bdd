import { useEffect, useRef, useState } from "react";
import { useApp } from "../../../shell/hooks.ts";
import { CursorHandles } from "../cursors/cursor-handles.tsx";
import type { PlotSession } from "../plot-session.ts";
import { PointerLayer } from "../readout/pointer-layer.tsx";
import { plotsOf } from "../world-plots.ts";
import { listenToTravel } from "../branches/click-listener.ts";
import { listenToPlots } from "./plot-input.ts";
import { PlotSurface } from "./plot-surface.ts";

/** Shows all plots of a session, and what the pointer is on. */
export function PlotCanvas({ session }: { readonly session: PlotSession }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [surface, setSurface] = useState<PlotSurface>();
  const { view, notices } = useApp();
  useEffect(() => {
    const parts = new DisposableStack();
    const made = parts.use(new PlotSurface(canvas.current!, { plots: plotsOf(view), session, view }));
    parts.use(listenToPlots(made));
    const onFailure = (error: unknown): void => notices.failed("go to that moment", error);
    parts.use(listenToTravel(made, { history: view.history, onFailure }));
    setSurface(made);
    return () => parts.dispose();
  }, [session, view, notices]);
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
      {surface !== undefined && <CursorHandles surface={surface} />}
    </div>
  );
}
