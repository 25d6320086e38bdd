import { Eye, EyeOff, X } from "lucide-react";
import { curveColour, THEMES } from "@orrery/plots";
import { useTold, useValue } from "../../shell/hooks.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { curveName, unitOf } from "./curve-text.ts";
import type { PlotSession } from "./plot-session.ts";
import { changeCurve, removeCurve, soloCurve, type CurveState } from "./plot-state.ts";

/** Lists the curves of all plots: a click hides one, a double click shows it alone. */
export function Legend({ session }: { readonly session: PlotSession }) {
  const { plots } = useValue(session.state);
  return (
    <div className="plot-legend">
      {plots.map(({ id, curves }, index) => (
        <ul key={id} aria-label={`Curves of plot ${index + 1}`}>
          {curves.map((curve) => (
            <LegendRow key={curve.id} curve={curve} session={session} />
          ))}
        </ul>
      ))}
    </div>
  );
}

function LegendRow({ curve, session }: { readonly curve: CurveState; readonly session: PlotSession }) {
  const state = useTold(session.sources.changes, () => session.sources.state(curve.key));
  const name = curveName(curve, state?.described);
  const unit = unitOf(state?.described, curve.column);
  const toggle = (): void => session.change((now) => changeCurve(now, curve.id, { isVisible: !curve.isVisible }));
  const isFilling = state !== undefined && state.error === "" && state.progress < 1;
  return (
    <li className="plot-legend-row" data-hidden={!curve.isVisible}>
      <span className="plot-swatch" style={{ background: curveColour(THEMES.dark, curve.colour) }} />
      <button type="button" onClick={toggle} onDoubleClick={() => session.change((now) => soloCurve(now, curve.id))}>
        {name}
      </button>
      <span className="muted">{unit}</span>
      {isFilling && <progress value={state.progress} aria-label={`The past of ${name}`} />}
      {state !== undefined && state.error !== "" && <span className="warning">{state.error}</span>}
      <IconButton
        icon={curve.isVisible ? Eye : EyeOff}
        title={curve.isVisible ? "Hide" : "Show"}
        isPlain
        onClick={toggle}
      />
      <IconButton
        icon={X}
        title={`Remove ${name}`}
        isPlain
        onClick={() => session.change((now) => removeCurve(now, curve.id))}
      />
    </li>
  );
}
