import type { Entity, Vec3 } from "@orrery/sim";

/** Where a pointer is in a scene, what is there, and which buttons and keys are held. */
export interface ToolPlace {
  /** Place on the page, in pixels. */
  readonly x: number;
  readonly y: number;
  /** What is under the pointer; `undefined` where there is nothing. */
  readonly entity: Entity | undefined;
  /** Where the ray meets it, or the ground; metres in the world. */
  readonly point: Vec3 | undefined;
  /** Away from the surface there. */
  readonly normal: Vec3 | undefined;
  /** A different number for each finger. */
  readonly pointerId: number;
  readonly isTouch: boolean;
  /** The one that was pressed: 0 left, 1 middle, 2 right. */
  readonly button: number;
  /** All that are down now, as bits: 1 left, 2 right, 4 middle. */
  readonly buttons: number;
  /** Ctrl, or Command on a Mac. */
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** A key that goes down or comes up, wherever the focus is. */
export interface ToolKey {
  readonly kind: "down" | "up";
  /** As in `KeyboardEvent.key`. */
  readonly key: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  /** Whether the key goes to a field that is being typed in. */
  readonly isTyping: boolean;
}

/** What a tool does with a pointer: takes it, or leaves it to the tools below and the camera. */
export type Taken = "taken" | "left";

/** The area that handles occupy in the view, which name tags avoid. */
export interface HandleRoom {
  readonly origin: Vec3;
  /** Pixels around it. */
  readonly radius: number;
}

/**
 * Something that a hand does in a scene, such as dragging handles. Tools are on a stack: the one taken in hand last is
 * asked first, and the camera gets what all of them leave. A tool has only the methods that it needs.
 */
export interface SceneTool {
  /** Handles the pointer while nothing is pressed; called at most once per frame. */
  hover?(place: ToolPlace): Taken;
  /** Notes that the pointer has left, or that a tool above has taken it. */
  leave?(): void;
  /** Handles a click: pressed and released in the same place with the left button or a finger. */
  click?(place: ToolPlace): Taken;
  doubleClick?(place: ToolPlace): Taken;
  /** Handles a click of the right button, or a finger that rests. */
  rightClick?(place: ToolPlace): Taken;
  /**
   * Begins a drag: pressed here, and moved since. The tool that takes it has the hand until the pointer is released.
   */
  pointerDown?(place: ToolPlace): Taken;
  pointerMove?(place: ToolPlace): void;
  pointerUp?(place: ToolPlace): void;
  /** Handles a key. Returns whether the tool has used it; nobody else gets it then. */
  key?(key: ToolKey): boolean;
  /** Cancels what was begun, because the tool is put away or the pointer was lost. */
  cancel?(): void;
  /** Returns the area that its handles occupy now. */
  handles?(): HandleRoom | undefined;
}
