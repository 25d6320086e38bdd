import { useRef, type PointerEvent } from "react";
import { stickOfPointer, type Stick } from "./drive.ts";
import type { Driver } from "./driver.ts";

export interface PadProps {
  readonly stick: Stick;
  readonly isDisabled: boolean;
  readonly driver: Driver;
}

/** Shows a round pad with a knob that springs back. */
export function Pad({ stick, isDisabled, driver }: PadProps) {
  const pad = useRef<HTMLDivElement>(null);
  const move = (event: PointerEvent): void => {
    const { left, top, width, height } = pad.current!.getBoundingClientRect();
    const [dx, dy] = [event.clientX - left - width / 2, event.clientY - top - height / 2];
    driver.hold(stickOfPointer(dx, dy, width / 2));
  };
  // Two held keys mean full speed in both directions, a corner; the knob stays on the pad.
  const scale = 50 / Math.max(1, Math.hypot(stick.ahead, stick.left));
  return (
    <div
      ref={pad}
      className={isDisabled ? "pad disabled" : "pad"}
      onPointerDown={(event) => {
        if (isDisabled || event.button !== 0) return;
        pad.current!.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={(event) => pad.current!.hasPointerCapture(event.pointerId) && move(event)}
      // However the pointer is lost, the vehicle must stop.
      onLostPointerCapture={() => driver.release()}
    >
      <div
        className="pad-knob"
        style={{ insetInlineStart: `${50 - stick.left * scale}%`, insetBlockStart: `${50 - stick.ahead * scale}%` }}
      />
    </div>
  );
}
