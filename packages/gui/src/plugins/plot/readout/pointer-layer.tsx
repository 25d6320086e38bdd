import { curveColour, THEMES } from "@orrery/plots";
import { useTold, useValue } from "../../../shell/hooks.ts";
import type { PlotSurface } from "../canvas/plot-surface.ts";
import type { DraggedBox } from "../plot-session.ts";
import { useThemeName } from "../theme-name.ts";
import { Readout } from "./readout.tsx";

/** Shows the moment that is pointed at in any panel, and the box or value that is dragged in this one. */
export function PointerLayer({ surface }: { readonly surface: PlotSurface }) {
  const { plots, session } = surface;
  const pointed = useValue(plots.pointed);
  const readings = useValue(session.readings);
  const box = useValue(session.box);
  const target = useValue(session.dropTarget);
  const theme = THEMES[useThemeName()];
  // While nothing is pointed at, a new picture changes nothing here.
  const layout = useTold(surface.painted, () => (pointed === undefined ? undefined : surface.layout));
  const x = pointed && layout && surface.pixelOf(pointed.time);
  const overTime = layout?.plots.filter(({ plot }) => plot.x === "time") ?? [];
  return (
    <div className="plot-layer">
      {target !== undefined && <DropMark surface={surface} target={target} />}
      {box !== undefined && <BoxMark box={box} />}
      {x !== undefined &&
        overTime.map(({ frame }) =>
          x < frame.x || x > frame.x + frame.width ? null : (
            <div key={frame.y} className="plot-pointer" style={{ left: x, top: frame.y, height: frame.height }} />
          ),
        )}
      {pointed !== undefined &&
        readings.map(({ at, curve, description }) =>
          at === undefined ? null : (
            <div
              key={curve.id}
              className="plot-pointer-dot"
              style={{ left: at.x, top: at.y, background: curveColour(theme, description.colour) }}
            />
          ),
        )}
      {pointed?.session === session && layout !== undefined && (
        <Readout pointed={pointed} readings={readings} layout={layout} x={x} />
      )}
    </div>
  );
}

function BoxMark({ box: { from, to, frame } }: { readonly box: DraggedBox }) {
  const clamped = (value: number, least: number, size: number): number =>
    Math.min(least + size, Math.max(least, value));
  const xs = [from.x, to.x].map((x) => clamped(x, frame.x, frame.width));
  const ys = [from.y, to.y].map((y) => clamped(y, frame.y, frame.height));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return (
    <div className="plot-box" style={{ left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }} />
  );
}

/** Shows where something that is dragged would be dropped. */
function DropMark({ surface, target }: { readonly surface: PlotSurface; readonly target: string }) {
  const index = surface.session.state.current.plots.findIndex(({ id }) => id === target);
  const frame = surface.layout?.plots[index]?.frame;
  if (frame === undefined) return <p className="plot-drop-new">A plot of its own</p>;
  return (
    <div className="plot-drop" style={{ left: frame.x, top: frame.y, width: frame.width, height: frame.height }} />
  );
}
