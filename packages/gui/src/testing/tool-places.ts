import type { ToolKey, ToolPlace } from "../shell/tools/scene-tool.ts";

/** Returns a place with the left button down and nothing below the pointer. */
export function placeAt(x: number, y: number, more: Partial<ToolPlace> = {}): ToolPlace {
  return {
    x,
    y,
    entity: undefined,
    point: undefined,
    normal: undefined,
    pointerId: 1,
    isTouch: false,
    button: 0,
    buttons: 1,
    ctrl: false,
    shift: false,
    alt: false,
    ...more,
  };
}

export function keyDown(key: string): ToolKey {
  return { kind: "down", key, ctrl: false, shift: false, alt: false, isTyping: false };
}
