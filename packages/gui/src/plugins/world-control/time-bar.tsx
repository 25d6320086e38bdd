import { ChevronDown } from "lucide-react";
import { useRef } from "react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { useIsLog } from "../../shell/use-may-edit.ts";
import { Popover } from "../../ui/popover.tsx";
import { TimeButtons } from "./time-buttons.tsx";
import { closePopover, openPopover } from "./time-commands.ts";
import { speedText } from "./time-entry.ts";
import { pauserName } from "./tell-pauses.ts";
import { usePace } from "./use-pace.ts";
import { SpeedChoice } from "./time-forms.tsx";
import { tip } from "../../ui/tip.ts";

/** Shows time in the bar at the top, where it is always visible. */
export function TimeBar() {
  const { view, session } = useApp();
  const people = useValue(session.presence.people);
  const status = useValue(view.status);
  const pace = usePace();
  const client = useValue(view.client);
  const open = useValue(openPopover);
  const speed = useRef<HTMLButtonElement>(null);
  const target = status?.targetFactor;
  const kind = useIsLog() ? "Recorded" : "Simulated";
  const pauser = status?.pausedBy && pauserName(status.pausedBy, people);
  const paused = pauser === undefined ? "" : `\n${pauser} paused the world`;
  return (
    <>
      <TimeButtons />
      <div className="clock">
        <span id="sim-time" className="figure" {...tip(`${kind} time${paused}`, { isLate: true })}>
          {((status?.timeNs ?? 0) / 1e9).toFixed(3)} s
        </span>
        <button
          ref={speed}
          type="button"
          className="plain text pace"
          aria-haspopup="dialog"
          aria-expanded={open === "speed"}
          {...tip(`${kind} seconds per second${target === undefined ? "" : `; wanted: ${speedText(target)}`}`)}
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
