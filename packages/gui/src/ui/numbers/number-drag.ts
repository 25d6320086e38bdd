import { useRef, useState, type PointerEvent } from "react";
import { dragStep } from "./drag-step.ts";
import { useEscape } from "../first-keys.ts";

export interface NumberDragOptions {
  readonly value: number | undefined;
  readonly unit: string;
  /** Called with each value; `undefined` if the number cannot be dragged. */
  readonly onDrag: ((value: number, isFinal: boolean) => void) | undefined;
  /** Called when the drag was cancelled. */
  readonly onCancel?: (() => void) | undefined;
}

interface Drag {
  readonly fromX: number;
  readonly from: number;
  /** The latest value; `undefined` as long as this may be a click. */
  readonly to: number | undefined;
}

/** Changes a number by dragging sideways. Escape restores it. */
export function useNumberDrag({ value, unit, onDrag, onCancel }: NumberDragOptions) {
  const [drag, setDrag] = useState<Drag>();
  // The click event after a drag must be ignored.
  const wasDragged = useRef(false);
  const isMoved = drag?.to !== undefined;
  const cancel = (): void => {
    setDrag(undefined);
    if (drag?.to === undefined) return;
    // Restores what listeners showed during the drag.
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
        // The final position of the pointer may be beyond the last one that was drawn.
        const to = dragStep(drag.from, event.clientX - drag.fromX, event, unit);
        if (to === drag.from) return cancel();
        onDrag?.(to, true);
        setDrag(undefined);
      },
    },
  };
}

/** Less movement than this is a click. */
const SLACK_PX = 3;
