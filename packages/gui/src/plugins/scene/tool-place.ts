import type { PointerPlace } from "../../shell/events.ts";
import type { ToolKey, ToolPlace } from "../../shell/tools/scene-tool.ts";
import { isTyping } from "../../ui/keys.ts";

/** Describes a place for tools, with what the event says of buttons and keys. */
export function toolPlace({ x, y, entity, point, normal }: PointerPlace, event: MouseEvent): ToolPlace {
  const { button, buttons, ctrlKey, metaKey, shiftKey, altKey } = event;
  const { pointerId, isTouch } =
    event instanceof PointerEvent
      ? { pointerId: event.pointerId, isTouch: event.pointerType === "touch" }
      : { pointerId: NO_POINTER, isTouch: false };
  const held = { ctrl: ctrlKey || metaKey, shift: shiftKey, alt: altKey };
  return { x, y, entity, point, normal, pointerId, isTouch, button, buttons, ...held };
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
