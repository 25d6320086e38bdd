import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { assignAxes, type WantedRange } from "@orrery/plots";
import { evaluate } from "../../../ui/numbers/expression.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Popover, type PopoverAnchor } from "../../../ui/popover.tsx";
import { TextEntry } from "../../../ui/text-entry.tsx";
import { describeCurve } from "../canvas/describe-plots.ts";
import { Choice } from "../legend/choice.tsx";
import { Option } from "../legend/curve-options.tsx";
import { toCurves, toPaths } from "../path-edits.ts";
import { changeAxis, changePlot, isSameAxis, removePlot, shiftPlot, type AxisKey } from "../plot-edits.ts";
import type { PlotSession } from "../plot-session.ts";
import type { PlotState } from "../plot-state.ts";

export interface PlotOptionsProps {
  readonly plot: PlotState;
  readonly title: string;
  readonly session: PlotSession;
  readonly anchor: PopoverAnchor;
  readonly onClose: () => void;
}

/** Shows whether a plot is over time or of paths, and the ranges and scales of its axes. */
export function PlotOptions({ plot, title, session, anchor, onClose }: PlotOptionsProps) {
  const { sources } = session;
  const isVector = (key: string): boolean => (sources.state(key)?.described?.columns.length ?? 1) > 1;
  const axes = assignAxes(plot.curves.map((curve) => describeCurve(curve, sources, 1)));
  const change = (edit: (each: PlotState) => PlotState): void =>
    session.change((state) => changePlot(state, plot.id, edit));
  const setKind = (kind: PlotState["kind"]): void =>
    session.change((state) => (kind === "path" ? toPaths(state, plot.id, isVector) : toCurves(state, plot.id)));
  return (
    <Popover anchor={anchor} onClose={onClose}>
      <div className="plot-options" role="dialog" aria-label={title}>
        <Option label="Over">
          <Choice label="Over" value={plot.kind} options={KINDS} onChange={setKind} />
        </Option>
        {plot.kind === "path" && (
          <fieldset className="plot-axis-options">
            <legend>Along x</legend>
            <Ends range={plot.across} unit="" onRange={(across) => change((each) => ({ ...each, across }))} />
          </fieldset>
        )}
        {axes.map((axis) => (
          <AxisOptions key={`${axis.side} ${axis.unit}`} axis={axis} plot={plot} onChange={change} />
        ))}
        <div className="plot-options-actions">
          <IconButton
            icon={ArrowUp}
            title="Move the plot up"
            onClick={() => session.change((state) => shiftPlot(state, plot.id, -1))}
          />
          <IconButton
            icon={ArrowDown}
            title="Move the plot down"
            onClick={() => session.change((state) => shiftPlot(state, plot.id, 1))}
          />
          <IconButton
            icon={Trash2}
            title="Remove the plot"
            onClick={() => session.change((state) => removePlot(state, plot.id))}
          />
        </div>
      </div>
    </Popover>
  );
}

interface AxisOptionsProps {
  readonly axis: AxisKey;
  readonly plot: PlotState;
  readonly onChange: (edit: (plot: PlotState) => PlotState) => void;
}

function AxisOptions({ axis: { unit, side }, plot, onChange }: AxisOptionsProps) {
  const axis = { unit, side };
  const { scale, range } = plot.axes.find((each) => isSameAxis(each, axis)) ?? USUAL;
  const name = `${side === "left" ? "Left" : "Right"} axis${unit === "" ? "" : ` (${unit})`}`;
  return (
    <fieldset className="plot-axis-options">
      <legend>{name}</legend>
      <Ends range={range} unit={unit} onRange={(next) => onChange((each) => changeAxis(each, axis, { range: next }))} />
      <Option label="Scale">
        <Choice
          label={`Scale, ${name}`}
          value={scale}
          options={SCALES}
          onChange={(next) => onChange((each) => changeAxis(each, axis, { scale: next }))}
        />
      </Option>
    </fieldset>
  );
}

interface EndsProps {
  readonly range: WantedRange;
  readonly unit: string;
  readonly onRange: (range: WantedRange) => void;
}

/** Shows both ends of a range; an empty field is automatic. */
function Ends({ range, unit, onRange }: EndsProps) {
  const field = (label: string, end: "least" | "greatest") => (
    <Option label={label}>
      <TextEntry
        label={label}
        text={String(range[end])}
        title="A number, or auto"
        problemOf={(text) => {
          const read = readEnd(text, unit);
          return typeof read === "string" && read !== "auto" ? read : undefined;
        }}
        onEnter={(text) => {
          const next = readEnd(text, unit);
          if (typeof next === "number" || next === "auto") onRange({ ...range, [end]: next });
          return Promise.resolve(true);
        }}
      />
    </Option>
  );
  return (
    <>
      {field("To", "greatest")}
      {field("From", "least")}
    </>
  );
}

/** Returns the end of a range that was typed. An empty text means automatic. Otherwise, returns what is wrong. */
function readEnd(text: string, unit: string): number | string {
  if (text.trim() === "" || text.trim() === "auto") return "auto";
  const found = evaluate(text, unit);
  return found.ok ? found.value : found.reason;
}

const USUAL = { scale: "linear", range: { least: "auto", greatest: "auto" } } as const;
const KINDS = { time: "Simulated time", path: "Another value (paths)" } as const;
const SCALES = { linear: "Linear", log: "Logarithmic" } as const;
