import { useRef } from "react";
import { useTold } from "../../shell/hooks.ts";
import { useUndoControl } from "../undo/api.ts";
import { TimelineStage } from "./timeline-stage.tsx";
import type { TimelineSurface } from "./timeline-surface.ts";

/**
 * Shows only the line of the present, while the timeline's panel is folded. Everything that works on the line works
 * here too.
 */
export function TimelineStrip() {
  const control = useUndoControl();
  const isOn = useTold(control.changes, () => control.past?.isOn === true);
  const surface = useRef<TimelineSurface>(null);
  return <div className="timeline-strip">{isOn && <TimelineStage surface={surface} isStrip />}</div>;
}
