import type { Entity, Vec3 } from "@orrery/sim";

/** The place of a pointer, and which buttons and keys are held. */
export interface PointerState {
  /** Place on the page, in pixels. */
  readonly x: number;
  readonly y: number;
  /** Differs for each finger. */
  readonly pointerId: number;
  readonly isTouch: boolean;
  /** The pressed button: 0 left, 1 middle, 2 right. */
  readonly button: number;
  /** All held buttons, as bits: 1 left, 2 right, 4 middle. */
  readonly buttons: number;
  /** Ctrl, or Command on a Mac. */
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** A pointer in a scene, and what is there. */
export interface ToolPlace extends PointerState {
  /** What is under the pointer; `undefined` if there is nothing. */
  readonly entity: Entity | undefined;
  /** Where the ray hits it, or the ground; metres in the world. */
  readonly point: Vec3 | undefined;
  /** Points away from the surface there. */
  readonly normal: Vec3 | undefined;
}

/** Something that is dragged over a scene, from the page or the desktop, and what is under the pointer. */
export interface SceneDrag extends Pick<ToolPlace, "x" | "y" | "entity" | "point" | "normal"> {
  /** Readable only during the drop, except for the types in it. */
  readonly data: DataTransfer;
}

/** A key that is pressed or released, wherever the focus is. */
export interface ToolKey {
  readonly kind: "down" | "up";
  /** As in `KeyboardEvent.key`. */
  readonly key: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  /** Whether the key goes to a text field that has the focus. */
  readonly isTyping: boolean;
}

/** Whether a tool takes the pointer, or leaves it to the tools below and the camera. */
export type Taken = "taken" | "left";

/** The area of the view that handles occupy, which name tags avoid. */
export interface HandleRoom {
  readonly origin: Vec3;
  /** Radius in pixels. */
  readonly radius: number;
}

/**
 * A tool for a scene, such as handles to drag. Tools are on a stack: the one taken in hand last is asked first, and the
 * camera gets what all of them leave. A tool has only the methods that it needs.
 */
export interface SceneTool {
  /** Handles the pointer while nothing is pressed; called at most once per frame. */
  hover?(place: ToolPlace): Taken;
  /** Called when the pointer has left, or when a tool above has taken it. */
  leave?(): void;
  /** Handles a click: pressed and released in the same place with the left button or a finger. */
  click?(place: ToolPlace): Taken;
  doubleClick?(place: ToolPlace): Taken;
  /** Handles a click of the right button, or a long press. */
  rightClick?(place: ToolPlace): Taken;
  /**
   * Begins a drag: called at the place of the press, once the pointer has moved. The tool that takes it has the hand
   * until the pointer is released.
   */
  pointerDown?(place: ToolPlace): Taken;
  pointerMove?(place: ToolPlace): void;
  pointerUp?(place: ToolPlace): void;
  /** Handles something that is dragged over the scene; called at most once per frame. */
  dragOver?(drag: SceneDrag): Taken;
  /** Called when such a drag has left the scene, was dropped, or when a tool above has taken it. */
  dragOut?(): void;
  /** Handles a drop into the scene. */
  drop?(drag: SceneDrag): Taken;
  /** Handles a key. Returns whether the tool has used it; if so, nobody else gets it. */
  key?(key: ToolKey): boolean;
  /** Cancels what was begun, because the tool is put away or the pointer was lost. */
  cancel?(): void;
  /** Returns the area that its handles occupy now. */
  handles?(): HandleRoom | undefined;
}
