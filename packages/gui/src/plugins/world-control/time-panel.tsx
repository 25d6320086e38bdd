import { Pause, Play, RotateCcw, SkipBack, StepForward } from "lucide-react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { useIsLog, useWhyNoControl } from "../../shell/use-may-edit.ts";
import { RunToForm, SpeedChoice, StepChoice } from "./time-forms.tsx";
import { NEXT_SAMPLE, TO_BEGINNING } from "./time-commands.ts";
import { usePace } from "./use-pace.ts";
import { tip } from "../../ui/tip.ts";

/** Shows all controls of time, for people who use them often. */
export function TimePanel() {
  const { view, commands } = useApp();
  const status = useValue(view.status);
  const obstacle = useWhyNoControl();
  const isLog = useIsLog();
  const paused = status === undefined || status.paused || status.stepping;
  const pace = usePace();
  const button = (id: string, title: string, Icon: typeof Play) => (
    <button
      type="button"
      className="text"
      disabled={obstacle !== undefined}
      {...tip(obstacle)}
      onClick={() => commands.run(id)}
    >
      <Icon /> {title}
    </button>
  );
  return (
    <div className="panel-body time-panel">
      <p className="time-now">
        <span className="figure">{((status?.timeNs ?? 0) / 1e9).toFixed(3)} s</span>
        <span className="muted">{pace}</span>
      </p>
      <div className="chips">
        {button("world.run", paused ? (isLog ? "Play" : "Run") : "Pause", paused ? Play : Pause)}
        {button("world.step", isLog ? NEXT_SAMPLE : "Step", StepForward)}
        {isLog && button("world.reset", TO_BEGINNING, SkipBack)}
      </div>
      <StepChoice />
      <RunToForm />
      <SpeedChoice />
      {!isLog && (
        <div className="time-form">
          <h3>Reset</h3>
          <div className="chips">
            {button("world.reset", "Everything", RotateCcw)}
            {button("world.reset-time", "Time only", RotateCcw)}
            {button("world.reset-models", "Models only", RotateCcw)}
          </div>
        </div>
      )}
    </div>
  );
}
