import type { HandleRoom, SceneTool, Taken, ToolKey, ToolPlace } from "../../../shell/tools/scene-tool.ts";
import type { StandingPlace } from "../standing-place.ts";
import type { TransformState } from "../transform-state.ts";
import { GIZMO } from "./gizmo-size.ts";
import { heldFrame } from "./guide-lines.ts";
import { axes, type Axis, type GizmoFrame, type GizmoTool, type Handle } from "./handle.ts";
import { handleAt } from "./handle-hit.ts";
import { Handling } from "./handling.ts";
import type { Thing } from "./motion.ts";
import type { Point, ScreenSpace } from "./screen-space.ts";

/** What a handle tool needs of the picture that its handles are in. */
export interface HandleStage {
  readonly space: ScreenSpace;
  /** Converts a place on the page to a place on the canvas. */
  pointOf(place: Point): Point;
  /** Returns a function that says how these things can stand on others, starting from where they are now. */
  standingOf(things: readonly Thing[], frame: GizmoFrame): Pick<StandingPlace, "offsetAt">;
  showCursor(cursor: "" | "grab" | "grabbing"): void;
  redraw(): void;
}

/**
 * Lets the pointer hover over, grab, drag and release the handles of a gizmo, and the keyboard type numbers for them.
 */
export class HandleTool implements SceneTool {
  readonly #state: TransformState;
  readonly #stage: HandleStage;
  #hovered: Handle | undefined;
  #handling: Handling | undefined;
  #standing: Pick<StandingPlace, "offsetAt"> | undefined;
  /** The last place of the pointer during a drag; `undefined` when a handle was only clicked. */
  #pointer: { readonly page: Point; readonly canvas: Point } | undefined;
  #modifiers: Modifiers = { ctrl: false, shift: false };

  constructor(state: TransformState, stage: HandleStage) {
    this.#state = state;
    this.#stage = stage;
  }

  get hovered(): Handle | undefined {
    return this.#hovered;
  }

  /** The handle in use. */
  get handling(): Handling | undefined {
    return this.#handling;
  }

  /** The place of the dragging pointer on the canvas. */
  get pointer(): Point | undefined {
    return this.#pointer?.canvas;
  }

  /** Returns where the handles are, also while they are dragged. */
  frame(tool: GizmoTool): GizmoFrame {
    return this.#handling === undefined ? this.#state.frame(tool, this.#state.things(tool)) : heldFrame(this.#handling);
  }

  hover(place: ToolPlace): Taken {
    if (this.#pointer !== undefined) return "taken";
    const handle = this.#handleAt(place, GIZMO.slack);
    // A handle hides what is behind it from the pointer.
    if (handle !== undefined) this.#state.app.view.selection.hover(undefined);
    this.#setHovered(handle);
    return handle === undefined ? "left" : "taken";
  }

  leave(): void {
    if (this.#pointer === undefined) this.#setHovered(undefined);
  }

  /** Chooses a handle that was clicked, so that a number can be typed for it. */
  click(place: ToolPlace): Taken {
    const handle = this.#handleAt(place, slackOf(place));
    this.cancel();
    if (handle === undefined) return "left";
    this.#take(handle, place);
    this.#stage.redraw();
    return "taken";
  }

  pointerDown(place: ToolPlace): Taken {
    const handle = place.button === 0 ? this.#handleAt(place, slackOf(place)) : undefined;
    if (handle === undefined) return "left";
    this.cancel();
    this.#take(handle, place);
    this.#pointAt(place);
    this.#stage.showCursor("grabbing");
    return "taken";
  }

  pointerMove(place: ToolPlace): void {
    if (this.#handling === undefined || this.#pointer === undefined) return;
    // The right button was pressed during the drag.
    if ((place.buttons & 2) !== 0) return this.cancel();
    this.#pointAt(place);
    this.#follow();
  }

  pointerUp(place: ToolPlace): void {
    this.pointerMove(place);
    if (this.#pointer === undefined) return;
    if (this.#handling?.typed?.ok === false) this.cancel();
    else this.#commit();
  }

  /** Handles a key: typed text belongs to the handle in use. */
  key(key: ToolKey): boolean {
    const handling = this.#handling;
    if (handling === undefined) return false;
    if (key.kind === "down" && (key.isTyping || key.alt)) return false;
    if (this.#pointer !== undefined && MODIFIERS.has(key.key)) {
      this.#modifiers = key;
      this.#follow();
    }
    return key.kind === "down" && !key.ctrl && this.#use(handling, key.key);
  }

  /** Puts everything back where it was. */
  cancel(): void {
    if (this.#handling === undefined) return;
    this.#release();
    this.#state.inHand.show([]);
  }

  handles(): HandleRoom | undefined {
    const tool = this.#state.gizmoTool;
    if (tool === undefined) return undefined;
    const { origin } = this.frame(tool);
    return { origin, radius: (tool === "rotate" ? GIZMO.viewRing : GIZMO.length) + GIZMO.slack };
  }

  #use(handling: Handling, key: string): boolean {
    const isDragging = this.#pointer !== undefined;
    if (key === "Escape") {
      this.cancel();
      return true;
    }
    if (key === "Enter" && (isDragging || handling.text !== "")) {
      this.#commit();
      return true;
    }
    const axis = key.toLowerCase() as Axis;
    if (isDragging && handling.text === "" && axes.includes(axis)) handling.lockAxis(axis);
    else if (!handling.type(key)) return false;
    this.#follow();
    return true;
  }

  #handleAt(place: ToolPlace, slack: number): Handle | undefined {
    const tool = this.#state.gizmoTool;
    if (tool === undefined) return undefined;
    const frame = this.#state.frame(tool, this.#state.things(tool));
    const { space } = this.#stage;
    return handleAt(tool, frame, space, this.#stage.pointOf(place), slack, this.#state.blocked(tool).handles);
  }

  #take(handle: Handle, place: ToolPlace): void {
    const tool = this.#state.gizmoTool!;
    const things = this.#state.things(tool);
    const { axes: along, pivot } = this.#state.settings;
    const frame = this.#state.frame(tool, things);
    this.#handling = new Handling({
      tool,
      handle,
      things,
      frame,
      pivot: pivot.current,
      axes: tool === "scale" ? "local" : along.current,
      space: this.#stage.space,
      point: this.#stage.pointOf(place),
    });
    if (tool === "translate") this.#standing = this.#stage.standingOf(things, frame);
  }

  #pointAt(place: ToolPlace): void {
    this.#pointer = { page: { x: place.x, y: place.y }, canvas: this.#stage.pointOf(place) };
    this.#modifiers = place;
  }

  /** Moves things to where the pointer, or the typed text, puts them. */
  #follow(): void {
    const handling = this.#handling!;
    const { snaps, steps } = this.#state.settings;
    const { ctrl, shift } = this.#modifiers;
    if (this.#pointer !== undefined) {
      handling.drag(this.#stage.space, this.#pointer.canvas, {
        steps: steps.current,
        snaps: snaps.current !== ctrl,
        surfaceOffset: shift ? this.#standing?.offsetAt(this.#pointer.page) : undefined,
      });
    }
    this.#state.inHand.show(handling.isAtRest ? [] : handling.placements());
    this.#stage.redraw();
  }

  #commit(): void {
    const handling = this.#handling;
    if (handling === undefined || handling.typed?.ok === false) return;
    const { things } = handling.start;
    const placements = handling.placements();
    const verb = VERBS[handling.tool];
    const isAtRest = handling.isAtRest;
    this.#release();
    if (isAtRest) this.#state.inHand.show([]);
    else void this.#state.perform(verb, things, placements);
  }

  #release(): void {
    this.#handling = this.#pointer = this.#standing = undefined;
    this.#setHovered(undefined);
    this.#stage.showCursor("");
    this.#stage.redraw();
  }

  #setHovered(handle: Handle | undefined): void {
    if (handle === this.#hovered) return;
    this.#hovered = handle;
    this.#stage.showCursor(handle === undefined ? "" : "grab");
    this.#stage.redraw();
  }
}

type Modifiers = Pick<ToolPlace, "ctrl" | "shift">;
const MODIFIERS: ReadonlySet<string> = new Set(["Control", "Meta", "Shift"]);
const VERBS = { translate: "Move", rotate: "Rotate", scale: "Scale" } as const;

function slackOf({ isTouch }: ToolPlace): number {
  return isTouch ? GIZMO.slackOfFingers : GIZMO.slack;
}
