import type { SceneDrag, ToolKey, ToolPlace } from "../shell/tools/scene-tool.ts";

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

/** Returns a place that something with those files is dragged to. */
export function dragAt(x: number, y: number, { files = [], ...more }: DragAtOptions = {}): SceneDrag {
  // Of a drop, tools read only the files.
  const data = { files } as unknown as DataTransfer;
  return { x, y, entity: undefined, point: undefined, normal: undefined, data, ...more };
}

export interface DragAtOptions extends Partial<Pick<SceneDrag, "entity" | "point" | "normal">> {
  readonly files?: readonly File[];
}

export function keyDown(key: string): ToolKey {
  return { kind: "down", key, ctrl: false, shift: false, alt: false, isTyping: false };
}
