import { wheelPixels } from "../../ui/wheel-pixels.ts";
import type { PointerState, ToolKey } from "../../shell/tools/scene-tool.ts";
import { isTyping } from "../../ui/keys.ts";
import type { WheelTurn } from "./gesture-reader.ts";

/** Returns what an event of a pointer says, as plain data. */
export function pointerState(event: MouseEvent): PointerState {
  const { clientX: x, clientY: y, button, buttons, ctrlKey, metaKey, shiftKey: shift, altKey: alt } = event;
  const { pointerId, isTouch } =
    event instanceof PointerEvent
      ? { pointerId: event.pointerId, isTouch: event.pointerType === "touch" }
      : { pointerId: NO_POINTER, isTouch: false };
  return { x, y, pointerId, isTouch, button, buttons, ctrl: ctrlKey || metaKey, shift, alt };
}

export function wheelTurn(event: WheelEvent): WheelTurn {
  return { x: event.clientX, y: event.clientY, pixels: wheelPixels(event).y };
}

export function toolKey(event: KeyboardEvent): ToolKey {
  const { type, key, ctrlKey, metaKey, shiftKey, altKey } = event;
  return {
    kind: type === "keyup" ? "up" : "down",
    key,
    ctrl: ctrlKey || metaKey,
    shift: shiftKey,
    alt: altKey,
    isTyping: isTyping(event),
  };
}

/** An id that no pointer has. */
const NO_POINTER = -1;
