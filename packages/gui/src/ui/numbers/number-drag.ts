import { useRef, useState, type PointerEvent } from "react";
import { dragStep } from "./drag-step.ts";
import { useEscape } from "../first-keys.ts";

export interface NumberDragOptions {
  readonly value: number | undefined;
  readonly unit: string;
  /** `undefined` when it cannot be dragged. */
  readonly onDrag: ((value: number, isFinal: boolean) => void) | undefined;
  /** Called when the drag was cancelled. */
  readonly onCancel?: (() => void) | undefined;
}

interface Drag {
  readonly fromX: number;
  readonly from: number;
  /** The value so far; `undefined` as long as it may be a click. */
  readonly to: number | undefined;
}

/** Changes a number by dragging sideways. Escape restores it. */
export function useNumberDrag({ value, unit, onDrag, onCancel }: NumberDragOptions) {
  const [drag, setDrag] = useState<Drag>();
  // The click event after a drag is not a click.
  const wasDragged = useRef(false);
  const isMoved = drag?.to !== undefined;
  const cancel = (): void => {
    setDrag(undefined);
    if (drag?.to === undefined) return;
    // Restores the display of listeners that showed the values on the way.
    onDrag?.(drag.from, false);
    onCancel?.();
  };
  useEscape(isMoved, cancel);
  return {
    dragged: drag?.to,
    isClick: (): boolean => !wasDragged.current,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>): void => {
        wasDragged.current = false;
        if (onDrag === undefined || value === undefined || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ fromX: event.clientX, from: value, to: undefined });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>): void => {
        if (drag === undefined) return;
        const by = event.clientX - drag.fromX;
        if (drag.to === undefined && Math.abs(by) < SLACK_PX) return;
        wasDragged.current = true;
        const to = dragStep(drag.from, by, event, unit);
        setDrag({ ...drag, to });
        onDrag?.(to, false);
      },
      onPointerCancel: cancel,
      onPointerUp: (event: PointerEvent<HTMLElement>): void => {
        if (drag === undefined || !wasDragged.current) return cancel();
        // Where the pointer is, which may be beyond what was last drawn.
        const to = dragStep(drag.from, event.clientX - drag.fromX, event, unit);
        if (to === drag.from) return cancel();
        onDrag?.(to, true);
        setDrag(undefined);
      },
    },
  };
}

/** A slightly unsteady press is not a drag. */
const SLACK_PX = 3;
