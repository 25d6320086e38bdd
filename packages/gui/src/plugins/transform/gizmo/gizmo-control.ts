import type { Vec3 } from "@orrery/sim";
import type { Drag, PointerPlace } from "../../../shell/events.ts";
import { isBehindDialog, isTyping } from "../../../ui/keys.ts";
import { onProbe, type OpenScene } from "../../scene/api.ts";
import { DragLabel } from "./drag-label.ts";
import { GIZMO } from "./gizmo-size.ts";
import { Gizmo } from "./gizmo.ts";
import { guidesOf, heldFrame } from "./guide-lines.ts";
import { GuideView } from "./guide-view.ts";
import { axes, handlesOf, type Axis, type GizmoFrame, type GizmoTool, type Handle } from "./handle.ts";
import { handleAt, placeOf } from "./handle-hit.ts";
import { Handling } from "./handling.ts";
import { readoutOf } from "./readout.ts";
import type { Point } from "./screen-space.ts";
import { Stage } from "./stage.ts";
import { StandingPlace } from "../standing-place.ts";
import type { TransformState } from "../transform-state.ts";

/** The gizmo in a scene: shown, hovered, dragged, and typed for. */
export class GizmoControl implements Disposable {
  readonly #state: TransformState;
  readonly #open: OpenScene;
  readonly #stage: Stage;
  readonly #gizmo = new Gizmo();
  readonly #guides = new GuideView();
  readonly #label: DragLabel;
  readonly #parts = new DisposableStack();
  readonly #listening = new AbortController();
  #hovered: Handle | undefined;
  #handling: Handling | undefined;
  #standing: StandingPlace | undefined;
  /** Where the pointer was last, on the canvas, while it drags; `undefined` when a handle was only chosen. */
  #pointer: Point | undefined;
  #modifiers: Modifiers = NO_MODIFIERS;

  constructor(state: TransformState, open: OpenScene) {
    this.#state = state;
    this.#open = open;
    const { app } = state;
    const { view } = open;
    view.handles = () => this.#room();
    this.#label = new DragLabel(view.canvas.parentElement!);
    this.#stage = this.#parts.use(new Stage(open, () => this.#draw()));
    this.#stage.scene.add(this.#gizmo.group, this.#guides.group);
    this.#gizmo.setColours(view.theme);
    this.#guides.setColours(view.theme);
    this.#parts.use(
      view.themes.on((theme) => {
        this.#gizmo.setColours(theme);
        this.#guides.setColours(theme);
      }),
    );
    this.#parts.use(app.events.on("hover", (place) => this.#hover(place)));
    this.#parts.use(app.events.on("leftClick", (place) => this.#click(place)));
    this.#parts.use(app.events.on("drag", (drag) => this.#drag(drag)));
    this.#parts.use(state.changes.on(() => view.invalidate()));
    for (const value of [state.settings.tool, state.settings.axes, state.settings.pivot, state.obstacle]) {
      this.#parts.use(value.changes.on(() => this.cancel()));
    }
    this.#parts.use(app.view.selection.changes.on(() => this.cancel()));
    this.#parts.use(app.view.mirror.changes.on(() => this.#checkStillThere()));
    this.#parts.use(app.view.history.jumps.on(() => this.cancel()));
    this.#parts.use(onProbe(view.canvas, () => ({ handles: this.#handlePlaces() })));
    const { signal } = this.#listening;
    // Before the page's commands: what is typed belongs to the handle.
    window.addEventListener("keydown", (event) => this.#keyDown(event), { signal, capture: true });
    window.addEventListener("keyup", (event) => this.#takeModifiers(event), { signal, capture: true });
    view.invalidate();
  }

  [Symbol.dispose](): void {
    this.cancel();
    this.#listening.abort();
    this.#parts.dispose();
    this.#gizmo[Symbol.dispose]();
    this.#guides[Symbol.dispose]();
    this.#label.remove();
    this.#open.view.handles = () => undefined;
    this.#open.view.canvas.style.cursor = "";
  }

  /** Everything is back where it was. Whether there was anything in hand. */
  cancel(): boolean {
    if (this.#handling === undefined) return false;
    this.#release();
    this.#state.preview.show([]);
    return true;
  }

  #release(): void {
    this.#handling = this.#pointer = this.#standing = undefined;
    this.#setHovered(undefined);
    this.#open.view.invalidate();
  }

  #commit(): void {
    const handling = this.#handling;
    if (handling === undefined) return;
    if (handling.typed?.ok === false) return;
    const { things } = handling.start;
    const placements = handling.placements();
    const verb = VERBS[handling.tool];
    const isAtRest = handling.isAtRest;
    this.#release();
    if (isAtRest) this.#state.preview.show([]);
    else void this.#state.perform(verb, things, placements);
  }

  #hover(place: PointerPlace): void {
    if (this.#handling !== undefined && this.#pointer !== undefined) return;
    const handle = this.#handleAt(place, GIZMO.slack);
    // What lies behind a handle is not meant.
    if (handle !== undefined) this.#state.app.view.selection.hover(undefined);
    this.#setHovered(handle);
  }

  #setHovered(handle: Handle | undefined): void {
    if (handle === this.#hovered) return;
    this.#hovered = handle;
    this.#open.view.canvas.style.cursor = handle === undefined ? "" : "grab";
    this.#open.view.invalidate();
  }

  #handleAt(place: PointerPlace, slack: number): Handle | undefined {
    const tool = this.#state.gizmoTool;
    if (tool === undefined) return undefined;
    const frame = this.#state.frame(tool, this.#state.things(tool));
    return handleAt(
      tool,
      frame,
      this.#stage.space,
      this.#stage.pointOf(place),
      slack,
      this.#state.blocked(tool).handles,
    );
  }

  /** A click on a handle chooses it: a number can be typed. */
  #click(place: PointerPlace): void {
    if (place.original.defaultPrevented) return;
    const handle = this.#handleAt(place, slackOf(place.original));
    this.cancel();
    if (handle === undefined) return;
    place.original.preventDefault();
    this.#take(handle, this.#stage.pointOf(place));
    this.#open.view.invalidate();
  }

  #take(handle: Handle, point: Point): void {
    const tool = this.#state.gizmoTool!;
    const things = this.#state.things(tool);
    const { axes: along, pivot } = this.#state.settings;
    this.#handling = new Handling({
      tool,
      handle,
      things,
      frame: this.#state.frame(tool, things),
      pivot: pivot.current,
      axes: tool === "scale" ? "local" : along.current,
      space: this.#stage.space,
      point,
    });
    if (tool === "translate") this.#standing = new StandingPlace(this.#open.view, things, this.#handling.start.frame);
  }

  #drag(drag: Drag): void {
    const { phase, original } = drag;
    if (phase === "start") {
      if (original.button !== 0 || original.defaultPrevented) return;
      const handle = this.#handleAt(drag, slackOf(original));
      if (handle === undefined) return;
      original.preventDefault();
      this.cancel();
      this.#take(handle, this.#stage.pointOf(drag));
      this.#pointer = this.#stage.pointOf(drag);
      this.#open.view.canvas.style.cursor = "grabbing";
      return;
    }
    if (this.#handling === undefined || this.#pointer === undefined) return;
    // The right button, pressed meanwhile.
    if ((original.buttons & 2) !== 0 || original.type === "pointercancel") return void this.cancel();
    this.#pointer = this.#stage.pointOf(drag);
    this.#modifiers = original;
    this.#follow();
    if (phase === "end") {
      if (this.#handling.typed?.ok === false) this.cancel();
      else this.#commit();
    }
  }

  /** Brings things to where the pointer, or what was typed, has them. */
  #follow(): void {
    const handling = this.#handling!;
    const { snaps, steps } = this.#state.settings;
    const { ctrlKey, metaKey, shiftKey } = this.#modifiers;
    if (this.#pointer !== undefined) {
      const { left, top } = this.#open.view.canvas.getBoundingClientRect();
      const page = { x: this.#pointer.x + left, y: this.#pointer.y + top };
      handling.drag(this.#stage.space, this.#pointer, {
        steps: steps.current,
        snaps: snaps.current !== (ctrlKey || metaKey),
        surfaceOffset: shiftKey ? this.#standing?.offsetAt(page) : undefined,
      });
    }
    this.#state.preview.show(handling.isAtRest ? [] : handling.placements());
    this.#open.view.invalidate();
  }

  #keyDown(event: KeyboardEvent): void {
    const handling = this.#handling;
    if (handling === undefined || !this.#state.app.hasFocus) return;
    if (isBehindDialog() || isTyping(event) || event.altKey) return;
    this.#takeModifiers(event);
    if (event.ctrlKey || event.metaKey || !this.#use(handling, event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  #use(handling: Handling, key: string): boolean {
    const isDragging = this.#pointer !== undefined;
    if (key === "Escape") return this.cancel();
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

  #takeModifiers(event: KeyboardEvent): void {
    if (this.#handling === undefined || this.#pointer === undefined) return;
    if (!["Control", "Meta", "Shift"].includes(event.key)) return;
    this.#modifiers = event;
    this.#follow();
  }

  #checkStillThere(): void {
    const { world } = this.#state.app.view.mirror;
    if (this.#handling?.start.things.some(({ entity }) => !world.exists(entity)) === true) this.cancel();
  }

  /** What the handles take of the picture. */
  #room(): { readonly origin: Vec3; readonly radius: number } | undefined {
    const tool = this.#state.gizmoTool;
    if (tool === undefined) return undefined;
    const { origin } = this.#frame(tool);
    return { origin, radius: (tool === "rotate" ? GIZMO.viewRing : GIZMO.length) + GIZMO.slack };
  }

  /** Returns where handles can be taken, in pixels of the canvas. */
  #handlePlaces(): string {
    const tool = this.#state.gizmoTool;
    if (tool === undefined) return "";
    const { space } = this.#stage;
    const frame = this.#frame(tool);
    return handlesOf(tool)
      .flatMap((handle) => {
        const at = placeOf(tool, handle, frame, space);
        return at === undefined ? [] : [`${handle} ${at.x.toFixed(1)} ${at.y.toFixed(1)}`];
      })
      .join(";");
  }

  #frame(tool: GizmoTool): GizmoFrame {
    return this.#handling === undefined ? this.#state.frame(tool, this.#state.things(tool)) : heldFrame(this.#handling);
  }

  #draw(): boolean {
    const handling = this.#handling;
    const tool = this.#state.gizmoTool;
    if (tool === undefined) {
      this.#gizmo.hide();
      this.#guides.hide();
      this.#label.hide();
      return false;
    }
    const { space, facing } = this.#stage;
    const blocked = this.#state.blocked(tool).handles;
    if (handling === undefined) {
      const frame = this.#state.frame(tool, this.#state.things(tool));
      this.#gizmo.show({ tool, frame, space, facing, hovered: this.#hovered, held: undefined, blocked });
      this.#guides.hide();
      this.#label.hide();
      return true;
    }
    const steps = this.#state.settings.steps.current;
    const frame = heldFrame(handling);
    const pull = handling.tool === "scale" ? ((handling.values[0] ?? 1) - 1) * GIZMO.length : 0;
    this.#gizmo.show({ tool, frame, space, facing, hovered: undefined, held: handling.handle, blocked, pull });
    this.#guides.show(guidesOf(handling, steps, space));
    const at = this.#pointer ?? space.toScreen(frame.origin);
    const pixel = space.metresPerPixel(frame.origin);
    if (at !== undefined) this.#label.show(readoutOf(handling, steps, pixel), at);
    return true;
  }
}

type Modifiers = Pick<MouseEvent, "ctrlKey" | "metaKey" | "shiftKey">;
const NO_MODIFIERS: Modifiers = { ctrlKey: false, metaKey: false, shiftKey: false };
const VERBS = { translate: "Move", rotate: "Rotate", scale: "Scale" } as const;

function slackOf(event: MouseEvent): number {
  const isFinger =
    event instanceof PointerEvent ? event.pointerType === "touch" : matchMedia("(pointer: coarse)").matches;
  return isFinger ? GIZMO.slackOfFingers : GIZMO.slack;
}
