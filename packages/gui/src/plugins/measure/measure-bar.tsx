import { X } from "lucide-react";
import { assertNever } from "@orrery/sim/host";
import { useApp, useValue } from "../../shell/hooks.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { isTouch, pressWord } from "../../ui/is-touch.ts";
import { tip } from "../../ui/tip.ts";
import { modeWords } from "./measure-commands.ts";
import type { MeasureMode } from "./measure-kinds.ts";
import { measureSessionOf, type MeasureSession } from "./measure-session.ts";

/** Shows what is measured, and what to click next, while the tool is in hand. */
export function MeasureBar() {
  const session = measureSessionOf(useApp());
  const mode = useValue(session.mode);
  const taken = useValue(session.taken).length;
  if (mode === undefined) return null;
  return (
    <>
      <p className="scene-hint" role="status">
        {hintOf(mode, taken)}
      </p>
      <MeasureModes session={session} mode={mode} />
    </>
  );
}

/** Shows the modes, separate from the hint, so that they stay in place while the hint changes. */
function MeasureModes({ session, mode }: { readonly session: MeasureSession; readonly mode: MeasureMode }) {
  return (
    <div className="measure-bar" role="group" aria-label="Measure">
      {modeWords.map(({ mode: one, title, command, icon: Icon }) => (
        <button
          key={one}
          type="button"
          className="text bar-switch"
          aria-pressed={mode === one}
          {...tip(command)}
          onClick={() => session.begin(one)}
        >
          <Icon />
          {title}
        </button>
      ))}
      <IconButton icon={X} title="Stop measuring" keys="Escape" isPlain onClick={() => session.end()} />
    </div>
  );
}

function hintOf(mode: MeasureMode, taken: number): string {
  const press = pressWord();
  const more = isTouch() || taken > 0 ? "" : ". Hold Shift for an origin, Ctrl for no snapping";
  switch (mode) {
    case "distance":
      return `${press} the ${taken === 0 ? "first" : "second"} point${more}`;
    case "angle":
      return `${press} ${["the first point", "the corner of the angle", "the last point"][taken]}${more}`;
    case "edge":
      return `${press} an edge`;
    case "objects":
      return `${press} the ${taken === 0 ? "first" : "second"} object${isTouch() || taken > 0 ? "" : "; Alt takes a part"}`;
    default:
      return assertNever(mode);
  }
}
