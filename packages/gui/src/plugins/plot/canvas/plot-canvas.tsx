import { useEffect, useRef } from "react";
import { useApp } from "../../../shell/hooks.ts";
import type { PlotSession } from "../plot-session.ts";
import { listenToPlots } from "./plot-input.ts";
import { PlotSurface } from "./plot-surface.ts";

/** Shows all plots of a session. */
export function PlotCanvas({ session }: { readonly session: PlotSession }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { view } = useApp();
  useEffect(() => {
    const parts = new DisposableStack();
    const surface = parts.use(new PlotSurface(canvas.current!, session, view));
    parts.use(listenToPlots(surface));
    return () => parts.dispose();
  }, [session, view]);
  return <canvas ref={canvas} className="plot-canvas" tabIndex={0} role="img" aria-label="Plots over simulated time" />;
}
