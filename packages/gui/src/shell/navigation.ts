/** What a drag in the scene does: moves the camera, or draws a rectangle that selects things. */
export type DragAction = "orbit" | "pan" | "zoom" | "select";

/** A mouse button, and the modifier key held with it. */
interface DragBinding {
  readonly button: 0 | 1 | 2;
  readonly key?: "Shift" | "Ctrl";
  readonly action: DragAction;
}

/** How the mouse moves the camera. Fingers and the wheel work the same in all presets. */
export interface Navigation {
  readonly title: string;
  readonly drags: readonly DragBinding[];
}

/**
 * Presets with the habits of other tools. In all of them, Ctrl with the left button selects, and with the right button
 * pushes.
 */
export const navigations = {
  orrery: {
    title: "Orrery",
    drags: [
      { button: 0, action: "orbit" },
      { button: 2, action: "pan" },
      { button: 0, key: "Shift", action: "pan" },
      { button: 1, action: "zoom" },
      { button: 0, key: "Ctrl", action: "select" },
    ],
  },
  blender: {
    title: "Blender",
    drags: [
      { button: 1, action: "orbit" },
      { button: 1, key: "Shift", action: "pan" },
      { button: 1, key: "Ctrl", action: "zoom" },
      { button: 0, action: "select" },
      { button: 0, key: "Ctrl", action: "select" },
    ],
  },
  gazebo: {
    title: "Gazebo",
    drags: [
      { button: 1, action: "orbit" },
      { button: 0, key: "Shift", action: "orbit" },
      { button: 0, action: "pan" },
      { button: 2, action: "zoom" },
      { button: 0, key: "Ctrl", action: "select" },
    ],
  },
  onshape: {
    title: "Onshape",
    drags: [
      { button: 2, action: "orbit" },
      { button: 1, action: "pan" },
      { button: 2, key: "Shift", action: "zoom" },
      { button: 0, action: "select" },
      { button: 0, key: "Ctrl", action: "select" },
    ],
  },
} as const satisfies Readonly<Record<string, Navigation>>;

export type NavigationName = keyof typeof navigations;
export const navigationNames = Object.keys(navigations) as readonly NavigationName[];

export function isNavigationName(value: unknown): value is NavigationName {
  return typeof value === "string" && Object.hasOwn(navigations, value);
}

interface Held {
  readonly shift: boolean;
  /** Ctrl, or Command on a Mac. */
  readonly ctrl: boolean;
}

/** Returns what a drag with this button and these modifier keys does; modifiers without a meaning are ignored. */
export function actionOf({ drags }: Navigation, button: number, held: Held): DragAction | undefined {
  const own = drags.filter((drag) => drag.button === button);
  const key = held.ctrl ? "Ctrl" : held.shift ? "Shift" : undefined;
  return (own.find((drag) => drag.key === key) ?? own.find((drag) => drag.key === undefined))?.action;
}

/** Describes what the mouse does in the scene, as pairs of an action and how to perform it. */
export function mouseWords({ drags }: Navigation): readonly (readonly [what: string, how: string])[] {
  const how = (action: DragAction): string => dragWords({ drags }, action);
  return [
    ["Orbit", how("orbit")],
    ["Pan", how("pan")],
    ["Zoom", `wheel, or ${how("zoom")}`],
    ["Select", "click; Ctrl or Shift adds and removes"],
    ["Select in a rectangle", how("select")],
    ["Push a body", "Ctrl and right drag"],
    ["Open the context menu", "right click"],
  ];
}

/** Describes the drags that perform an action: "right drag, or Shift and left drag". */
export function dragWords({ drags }: Pick<Navigation, "drags">, action: DragAction): string {
  return drags
    .filter((drag) => drag.action === action)
    .map(({ button, key }) => `${key === undefined ? "" : `${key} and `}${BUTTONS[button]} drag`)
    .join(", or ");
}

const BUTTONS = ["left", "middle", "right"] as const;
