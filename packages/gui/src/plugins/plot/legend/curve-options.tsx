import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { curveColour, THEMES } from "@orrery/plots";
import { useTold } from "../../../shell/hooks.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Popover, type PopoverAnchor } from "../../../ui/popover.tsx";
import { TextEntry } from "../../../ui/text-entry.tsx";
import { tip } from "../../../ui/tip.ts";
import { lineOf } from "../canvas/shown-time.ts";
import { nameOfCurve } from "../canvas/describe-plots.ts";
import { changeCurve, COLOURS, removeCurve, shiftCurve } from "../curve-edits.ts";
import type { PlotSession } from "../plot-session.ts";
import { allCurves, type CurveState } from "../plot-state.ts";
import { plotDifferences, sideOf } from "../compare/compare-run.ts";
import { kindOf } from "../sources/source.ts";
import { samplingText } from "../readout/sampling.ts";
import { useThemeName } from "../theme-name.ts";
import { Choice } from "./choice.tsx";

export interface CurveOptionsProps {
  readonly curve: CurveState;
  readonly session: PlotSession;
  readonly anchor: PopoverAnchor;
  readonly onClose: () => void;
}

/** Shows how a curve looks, to change it. */
export function CurveOptions({ curve, session, anchor, onClose }: CurveOptionsProps) {
  const { sources } = session;
  const sampling = useTold(sources.changes, () => samplingText(lineOf(curve, sources)));
  const automatic = nameOfCurve({ ...curve, name: "" }, sources);
  const change = (by: Partial<CurveState>): void => session.change((state) => changeCurve(state, curve.id, by));
  const rename = (text: string): Promise<boolean> => {
    change({ name: text.trim() === automatic ? "" : text.trim() });
    return Promise.resolve(true);
  };
  return (
    <Popover anchor={anchor} onClose={onClose}>
      <div className="plot-options" role="dialog" aria-label={`Options of ${nameOfCurve(curve, sources)}`}>
        <Option label="Name">
          <TextEntry
            label="Name"
            text={curve.name === "" ? automatic : curve.name}
            problemOf={() => undefined}
            onEnter={rename}
          />
        </Option>
        <Option label="Colour">
          <Colours colour={curve.colour} onColour={(colour) => change({ colour })} />
        </Option>
        <Option label="Width">
          <Choice
            label="Width"
            value={String(curve.width)}
            options={WIDTHS}
            onChange={(width) => change({ width: Number(width) })}
          />
        </Option>
        <Option label="Drawn as">
          <Choice label="Drawn as" value={curve.style} options={STYLES} onChange={(style) => change({ style })} />
        </Option>
        <Option label="Line">
          <Choice label="Line" value={curve.dash} options={DASHES} onChange={(dash) => change({ dash })} />
        </Option>
        <Option label="Marker">
          <Choice
            label="Marker"
            value={curve.marker}
            options={MARKER_NAMES}
            onChange={(marker) => change({ marker })}
          />
        </Option>
        <Option label="Axis">
          <Choice label="Axis" value={curve.side} options={SIDES} onChange={(side) => change({ side })} />
        </Option>
        <Minus curve={curve} session={session} />
        {sampling !== "" && <p className="muted">{sampling}</p>}
        <div className="plot-options-actions">
          <IconButton
            icon={ArrowUp}
            title="Move up"
            keys="Alt+Up"
            onClick={() => session.change((state) => shiftCurve(state, curve.id, -1))}
          />
          <IconButton
            icon={ArrowDown}
            title="Move down"
            keys="Alt+Down"
            onClick={() => session.change((state) => shiftCurve(state, curve.id, 1))}
          />
          <IconButton
            icon={Trash2}
            title="Remove"
            keys="Delete"
            onClick={() => session.change((state) => removeCurve(state, curve.id))}
          />
        </div>
      </div>
    </Popover>
  );
}

/** Plots the difference to another curve. */
function Minus({ curve, session }: Pick<CurveOptionsProps, "curve" | "session">) {
  const { sources } = session;
  const others = allCurves(session.state.current).filter(
    ({ id, key }) => id !== curve.id && kindOf(key) !== "difference",
  );
  if (others.length === 0 || kindOf(curve.key) === "difference") return null;
  const names = Object.fromEntries(others.map((other) => [other.id, nameOfCurve(other, sources)]));
  const plot = (id: string): void => {
    const other = others.find((each) => each.id === id);
    if (other === undefined) return;
    session.change((state) => plotDifferences(state, [{ first: sideOf(curve), second: sideOf(other) }]));
  };
  return (
    <Option label="Difference to">
      <Choice label="Difference to" value="" options={{ "": "Choose a curve", ...names }} onChange={plot} />
    </Option>
  );
}

/** Shows a label, and the control that it belongs to. */
export function Option({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="plot-option">
      <span className="plot-option-label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}

function Colours({ colour, onColour }: { readonly colour: number; readonly onColour: (colour: number) => void }) {
  const theme = THEMES[useThemeName()];
  return (
    <div className="plot-colours" role="group" aria-label="Colour">
      {Array.from({ length: COLOURS }, (_, index) => (
        <button
          key={index}
          type="button"
          className="plot-colour"
          aria-label={COLOUR_NAMES[index]}
          aria-pressed={colour === index}
          {...tip(COLOUR_NAMES[index])}
          onClick={() => onColour(index)}
        >
          <span style={{ background: curveColour(theme, index) }} />
        </button>
      ))}
    </div>
  );
}

/** In the order of the colours in themes. */
const COLOUR_NAMES = ["Blue", "Orange", "Green", "Pink", "Cyan", "Red", "Lime", "Violet"];
const WIDTHS = { "1": "1 px", "1.5": "1.5 px", "2": "2 px", "3": "3 px", "4": "4 px" };
const STYLES = { lines: "Lines", steps: "Steps", points: "Points" } as const;
const DASHES = {
  solid: "Solid",
  dashed: "Dashed",
  dotted: "Dotted",
  "dash-dot": "Dash-dot",
  "long-dashed": "Long dashes",
} as const;
const SIDES = { auto: "By its unit", left: "Left", right: "Right" } as const;
const MARKER_NAMES = {
  auto: "Where needed",
  none: "None",
  circle: "Circle",
  square: "Square",
  triangle: "Triangle",
  diamond: "Diamond",
  cross: "Cross",
  plus: "Plus",
  "down-triangle": "Triangle down",
  bar: "Bar",
} as const;
