import { useEffect, useRef, useState, type RefObject } from "react";
import { useApp } from "../../shell/hooks.ts";
import { Popover } from "../../ui/popover.tsx";
import type { Cluster } from "./drawing/clusters.ts";
import { useUndoControl } from "../undo/api.ts";
import { MarkDetails } from "./mark-details.tsx";
import { hoverText, showTip } from "./timeline-tip.ts";
import { listenToTimeline } from "./timeline-input.ts";
import { TimelineSurface } from "./timeline-surface.ts";

interface TimelineStageProps {
  readonly surface: RefObject<TimelineSurface | null>;
  readonly isStrip?: boolean;
}

/** Shows the tracks, their marks and the cursor. */
export function TimelineStage({ surface, isStrip = false }: TimelineStageProps) {
  const app = useApp();
  const control = useUndoControl();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const cursor = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const hair = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<{ readonly cluster: Cluster; readonly x: number; readonly y: number }>();
  useEffect(() => {
    const elements = { box: box.current!, canvas: canvas.current!, cursor: cursor.current!, isStrip };
    const made = new TimelineSurface(app, control, elements);
    surface.current = made;
    const listening = listenToTimeline({
      ...elements,
      surface: made,
      mayGo: () => control.whyNoGoing === undefined,
      onHover: (found, x, y) => showTip({ tip: tip.current!, hair: hair.current! }, hoverText(found, control), x, y),
      onOpen: (cluster, x, y) => setOpen({ cluster, x, y }),
    });
    const slow = made.seeker.target.changes.on((target) => {
      box.current!.dataset["going"] = String(target !== undefined);
    });
    return () => {
      slow[Symbol.dispose]();
      listening[Symbol.dispose]();
      made[Symbol.dispose]();
      surface.current = null;
    };
  }, [app, control, surface, isStrip]);
  return (
    <div ref={box} className="timeline-stage">
      <canvas ref={canvas} aria-hidden="true" />
      <div ref={hair} className="timeline-hair" hidden />
      <div
        ref={cursor}
        className="timeline-cursor"
        role="slider"
        tabIndex={0}
        aria-label="Present moment"
        aria-orientation="horizontal"
        aria-valuenow={0}
      />
      <div ref={tip} className="timeline-tip" popover="manual" />
      {open !== undefined && (
        <Popover anchor={open} onClose={() => setOpen(undefined)}>
          <MarkDetails cluster={open.cluster} onDone={() => setOpen(undefined)} />
        </Popover>
      )}
    </div>
  );
}
