import { ChevronDown, Pause, Play, RotateCcw, SkipBack, StepBack, StepForward } from "lucide-react";
import { useRef, useState } from "react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { useIsLog, useWhyNoControl } from "../../shell/use-may-edit.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Popover } from "../../ui/popover.tsx";
import { PREVIOUS_SAMPLE } from "./step-back.ts";
import { NEXT_SAMPLE, openPopover, RESET_KEYS, TO_BEGINNING } from "./time-commands.ts";
import { speedText } from "./time-entry.ts";
import { usePace } from "./use-pace.ts";
import { RunToForm, SpeedChoice, StepChoice } from "./time-forms.tsx";
import { tip } from "../../ui/tip.ts";

/** Time in the bar at the top: always in sight. */
export function TimeBar() {
  const { source } = useApp();
  const status = useValue(source.status);
  const pace = usePace();
  const client = useValue(source.world);
  const open = useValue(openPopover);
  const speed = useRef<HTMLButtonElement>(null);
  const target = status?.targetFactor;
  const isLog = useIsLog();
  return (
    <>
      <TimeButtons />
      <div className="clock">
        <span id="sim-time" className="figure" {...tip(isLog ? "Recorded time" : "Simulated time", { isLate: true })}>
          {((status?.timeNs ?? 0) / 1e9).toFixed(3)} s
        </span>
        <button
          ref={speed}
          type="button"
          className="plain text pace"
          aria-haspopup="dialog"
          aria-expanded={open === "speed"}
          {...tip(
            `${isLog ? "Recorded" : "Simulated"} seconds per second${target === undefined ? "" : `; wanted: ${speedText(target)}`}`,
          )}
          disabled={client === undefined}
          onClick={() => openPopover.set(open === "speed" ? undefined : "speed")}
        >
          <span className="visually-hidden">Speed</span>
          <span id="real-time-factor">{pace}</span>
          <ChevronDown />
        </button>
      </div>
      {open === "speed" && speed.current && (
        <Popover anchor={speed.current} onClose={closePopover}>
          <div className="time-popover" role="dialog" aria-label="Speed">
            <SpeedChoice onDone={closePopover} />
          </div>
        </Popover>
      )}
    </>
  );
}

/** Reset, run or pause, step, with what more there is behind small arrows. */
export function TimeButtons() {
  const { source, commands } = useApp();
  const status = useValue(source.status);
  const obstacle = useWhyNoControl();
  const isLog = useIsLog();
  const open = useValue(openPopover);
  const more = useRef<HTMLDivElement>(null);
  const resetMore = useRef<HTMLDivElement>(null);
  const [isResetOpen, setResetOpen] = useState(false);
  const paused = status === undefined || status.paused || status.stepping;
  const item = (id: string, title: string, keys: string) => ({ id, title, keys, run: () => commands.run(id) });
  return (
    <div className="controls" role="toolbar" aria-label="Time">
      <div className={isLog ? "controls" : "split"} ref={resetMore}>
        <IconButton
          icon={isLog ? SkipBack : RotateCcw}
          title={isLog ? TO_BEGINNING : "Reset"}
          keys={RESET_KEYS.all}
          obstacle={obstacle}
          onClick={() => commands.run("world.reset")}
        />
        {!isLog && (
          <IconButton
            icon={ChevronDown}
            title="What to reset"
            opens="menu"
            isOpen={isResetOpen}
            obstacle={obstacle}
            onClick={() => setResetOpen(!isResetOpen)}
          />
        )}
      </div>
      {isLog && (
        <IconButton
          icon={StepBack}
          title={PREVIOUS_SAMPLE}
          keys=","
          obstacle={obstacle}
          onClick={() => commands.run("world.step-back")}
        />
      )}
      <IconButton
        icon={paused ? Play : Pause}
        title={paused ? (isLog ? "Play" : "Run") : "Pause"}
        keys="Space"
        obstacle={obstacle}
        onClick={() => commands.run("world.run")}
      />
      <div className="split" ref={more}>
        <IconButton
          icon={StepForward}
          title={isLog ? NEXT_SAMPLE : "Step"}
          keys="."
          obstacle={obstacle}
          onClick={() => commands.run("world.step")}
        />
        <IconButton
          icon={ChevronDown}
          title={isLog ? "Several samples, play to a time" : "Several steps, run to a time"}
          opens="dialog"
          isOpen={open === "steps" || open === "run-to"}
          obstacle={obstacle}
          onClick={() => openPopover.set(open === undefined ? "steps" : undefined)}
        />
      </div>
      {isResetOpen && resetMore.current && (
        <Menu
          label="Reset"
          anchor={resetMore.current}
          items={[
            item("world.reset", "Everything", RESET_KEYS.all),
            item("world.reset-time", "The time only", RESET_KEYS.time),
            item("world.reset-models", "The models only", RESET_KEYS.models),
          ]}
          onClose={() => setResetOpen(false)}
        />
      )}
      {(open === "steps" || open === "run-to") && more.current && (
        <Popover anchor={more.current} onClose={closePopover}>
          <div className="time-popover" role="dialog" aria-label={isLog ? "Several samples" : "Several steps"}>
            {open === "steps" && <StepChoice onDone={closePopover} />}
            <RunToForm onDone={closePopover} />
          </div>
        </Popover>
      )}
    </div>
  );
}

function closePopover(): void {
  openPopover.set(undefined);
}
