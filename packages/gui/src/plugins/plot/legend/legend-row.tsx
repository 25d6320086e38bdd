import { CircleStop, Eye, EyeOff, X } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";
import { useTold } from "../../../shell/hooks.ts";
import { CutName } from "../../../ui/cut-name.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { tip } from "../../../ui/tip.ts";
import { markerOf, nameOfCurve, unitOfNumber } from "../canvas/describe-plots.ts";
import { changeCurve, removeCurve, shiftCurve, soloCurve } from "../curve-edits.ts";
import type { PlotSession } from "../plot-session.ts";
import type { CurveState } from "../plot-state.ts";
import type { Reading } from "../readout/readings.ts";
import { CurveOptions } from "./curve-options.tsx";
import { CurveSwatch } from "./curve-swatch.tsx";
import { startCurveDrag } from "./drag-curve.ts";

export interface LegendRowProps {
  readonly curve: CurveState;
  /** How many visible curves its plot has. */
  readonly among: number;
  readonly reading: Reading | undefined;
  readonly session: PlotSession;
}

/** Shows a curve with its look, name and value. A click shows or hides it. A double click hides all others. */
export function LegendRow({ curve, among, reading, session }: LegendRowProps) {
  const { sources } = session;
  const state = useTold(sources.changes, () => sources.state(curve.key));
  const [isOpen, setOpen] = useState(false);
  const swatch = useRef<HTMLButtonElement>(null);
  const name = nameOfCurve(curve, sources);
  const unit = unitOfNumber(curve, sources);
  const note = state?.described?.note ?? "";
  const toggle = (): void => session.change((now) => changeCurve(now, curve.id, { isVisible: !curve.isVisible }));
  const remove = (): void => session.change((now) => removeCurve(now, curve.id));
  const isFilling = state !== undefined && state.error === "" && state.progress < 1;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const act = rowKey(event, curve, session) ?? (event.key === "F2" ? () => setOpen(true) : undefined);
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <li
      className="plot-legend-row"
      data-hidden={!curve.isVisible}
      data-curve={curve.id}
      draggable
      onDragStart={(event) => startCurveDrag(event.dataTransfer, curve.id, name)}
      onKeyDown={onKeyDown}
    >
      <button
        ref={swatch}
        type="button"
        className="plain plot-legend-swatch"
        aria-label={`Options of ${name}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...tip("Colour, line and more", { keys: "F2" })}
        onClick={() => setOpen(!isOpen)}
      >
        <CurveSwatch look={{ ...curve, marker: markerOf(curve, among) }} />
      </button>
      <button
        type="button"
        className="plain plot-legend-name"
        aria-pressed={curve.isVisible}
        {...tip([name, note, HINT].filter(Boolean).join("\n"), { isLate: true })}
        onClick={(event) => event.detail < 2 && toggle()}
        onDoubleClick={() =>
          session.change((now) => soloCurve(changeCurve(now, curve.id, { isVisible: true }), curve.id))
        }
      >
        <CutName text={name} />
      </button>
      {isFilling && <Filling name={name} progress={state.progress} onStop={() => sources.cancel(curve.key)} />}
      {state !== undefined && state.error !== "" && (
        <span className="plot-legend-problem" {...tip(state.error)}>
          {state.badge || "Incomplete"}
        </span>
      )}
      <span className="plot-legend-value">{curve.isVisible ? reading?.text : ""}</span>
      <span className="plot-legend-unit">{unit}</span>
      <span className="plot-legend-actions">
        <IconButton
          icon={curve.isVisible ? Eye : EyeOff}
          title={`${curve.isVisible ? "Hide" : "Show"} ${name}`}
          isPlain
          onClick={toggle}
        />
        <IconButton icon={X} title={`Remove ${name}`} keys="Delete" isPlain onClick={remove} />
      </span>
      {isOpen && swatch.current !== null && (
        <CurveOptions curve={curve} session={session} anchor={swatch.current} onClose={() => setOpen(false)} />
      )}
    </li>
  );
}

const HINT = "A click shows or hides it, a double click shows it alone. Drag it to move it.";

interface FillingProps {
  readonly name: string;
  readonly progress: number;
  readonly onStop: () => void;
}

/** Shows how much of a curve's past has been filled in, with a button to stop that. */
function Filling({ name, progress, onStop }: FillingProps) {
  return (
    <>
      <progress value={progress} aria-label={`The past of ${name}`} />
      <IconButton icon={CircleStop} title={`Stop filling in the past of ${name}`} isPlain onClick={onStop} />
    </>
  );
}

/** Returns the action of a key on a curve. */
function rowKey(
  { key, altKey, shiftKey, target }: KeyboardEvent,
  { id }: CurveState,
  session: PlotSession,
): (() => void) | undefined {
  if (target instanceof HTMLInputElement) return undefined;
  if (altKey && (key === "ArrowUp" || key === "ArrowDown")) {
    return () => session.change((state) => shiftCurve(state, id, key === "ArrowUp" ? -1 : 1));
  }
  if (key === "Enter" && shiftKey) return () => session.change((state) => soloCurve(state, id));
  return key === "Delete" ? () => session.change((state) => removeCurve(state, id)) : undefined;
}
