import {
  ChevronsRight,
  Maximize2,
  PanelLeft,
  PanelRight,
  Plus,
  Redo2,
  Settings,
  StepBack,
  StepForward,
  Undo2,
} from "lucide-react";
import { useRef, useState } from "react";
import { useValue } from "../../../shell/hooks.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { tip } from "../../../ui/tip.ts";
import { Choice } from "../legend/choice.tsx";
import { CompareButton } from "../compare/compare-button.tsx";
import { CursorButton } from "../cursors/cursor-button.tsx";
import { FormulaButton } from "../formulas/formula-button.tsx";
import { addPlot } from "../plot-edits.ts";
import { hasLegend, hasPalette } from "../plot-settings.ts";
import type { PlotSession } from "../plot-session.ts";
import { SaveButton } from "../saving/save-button.tsx";
import { SetupButton } from "../setups/setup-button.tsx";
import { fitAll, follow, secondsOf } from "../view-edits.ts";
import { PanelSettings } from "./panel-settings.tsx";

/** The buttons of a panel of plots. */
export function Toolbar({ session }: { readonly session: PlotSession }) {
  const { time, plots } = useValue(session.state);
  const isPaletteOpen = useValue(hasPalette);
  const isLegendOpen = useValue(hasLegend);
  const isEmpty = plots.length === 0;
  return (
    <div className="plot-toolbar" role="toolbar" aria-label="Plots">
      <IconButton
        icon={PanelLeft}
        title="Values to plot"
        isOn={isPaletteOpen}
        isPlain
        onClick={() => hasPalette.set(!isPaletteOpen)}
      />
      <IconButton
        icon={ChevronsRight}
        title="Follow the latest"
        keys="End"
        isOn={time.kind === "latest"}
        isDisabled={isEmpty}
        isPlain
        onClick={() => session.look((state) => follow(state))}
      />
      <Window session={session} />
      <IconButton
        icon={Maximize2}
        title="Show everything"
        keys="Home"
        isOn={time.kind === "all"}
        isDisabled={isEmpty}
        isPlain
        onClick={() => session.look(fitAll)}
      />
      <IconButton
        icon={StepBack}
        title="Back to the view before"
        keys="Alt+Left"
        isDisabled={!session.canGoBack}
        isPlain
        onClick={() => session.back()}
      />
      <IconButton
        icon={StepForward}
        title="Forward to the next view"
        keys="Alt+Right"
        isDisabled={!session.canGoForward}
        isPlain
        onClick={() => session.forward()}
      />
      <FormulaButton session={session} />
      <CursorButton session={session} isDisabled={isEmpty} />
      <CompareButton session={session} />
      <span className="plot-toolbar-gap" />
      <SetupButton />
      <SaveButton session={session} isDisabled={isEmpty} />
      <EditButtons session={session} />
      <IconButton
        icon={PanelRight}
        title="Legend"
        isOn={isLegendOpen}
        isPlain
        onClick={() => hasLegend.set(!isLegendOpen)}
      />
    </div>
  );
}

/** The buttons that change the plots, or how much of them is kept. */
function EditButtons({ session }: { readonly session: PlotSession }) {
  const [isOpen, setOpen] = useState(false);
  const gear = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        icon={Undo2}
        title="Undo the last edit of plots"
        keys="Ctrl+Z"
        isDisabled={!session.canUndo}
        isPlain
        onClick={() => session.undo()}
      />
      <IconButton
        icon={Redo2}
        title="Redo"
        keys="Ctrl+Shift+Z"
        isDisabled={!session.canRedo}
        isPlain
        onClick={() => session.redo()}
      />
      <IconButton icon={Plus} title="New plot" isPlain onClick={() => session.change(addPlot)} />
      <button
        ref={gear}
        type="button"
        className="tool plain"
        aria-label="Settings of plots"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...tip("Settings of plots")}
        onClick={() => setOpen(!isOpen)}
      >
        <Settings />
      </button>
      {isOpen && gear.current !== null && (
        <PanelSettings session={session} anchor={gear.current} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** Shows the length of the time window, to change it. */
function Window({ session }: { readonly session: PlotSession }) {
  const { time } = useValue(session.state);
  const seconds = secondsOf(time);
  const value = WINDOWS.find(([, each]) => each === seconds)?.[0] ?? "";
  const options = Object.fromEntries(WINDOWS.map(([name]) => [name, name]));
  return (
    <span className="plot-window" {...tip("Seconds to show")}>
      <Choice
        label="Seconds to show"
        value={value === "" ? `${Number(seconds.toPrecision(3))} s` : value}
        options={options}
        onChange={(name) => {
          const chosen = WINDOWS.find(([each]) => each === name)?.[1];
          if (chosen !== undefined) session.look((state) => follow(state, chosen));
        }}
      />
    </span>
  );
}

const WINDOWS: readonly (readonly [string, number])[] = [
  ["0.1 s", 0.1],
  ["1 s", 1],
  ["5 s", 5],
  ["10 s", 10],
  ["30 s", 30],
  ["1 min", 60],
  ["5 min", 300],
  ["1 h", 3600],
];
