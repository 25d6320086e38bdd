import { onProbe, type OpenScene } from "../../scene/api.ts";
import { StandingPlace } from "../standing-place.ts";
import type { TransformState } from "../transform-state.ts";
import { DragLabel } from "./drag-label.ts";
import { GIZMO } from "./gizmo-size.ts";
import { Gizmo } from "./gizmo.ts";
import { guidesOf } from "./guide-lines.ts";
import { GuideView } from "./guide-view.ts";
import { handlesOf, isGizmoTool } from "./handle.ts";
import { placeOf } from "./handle-hit.ts";
import { HandleTool } from "./drag-tool.ts";
import { readoutOf } from "./readout.ts";
import { Stage } from "./stage.ts";

/** Shows the gizmo in a scene, and pushes its tool onto the stack while one of the tools with handles is chosen. */
export class GizmoControl implements Disposable {
  readonly #state: TransformState;
  readonly #open: OpenScene;
  readonly #stage: Stage;
  readonly #tool: HandleTool;
  readonly #gizmo = new Gizmo();
  readonly #guides = new GuideView();
  readonly #label: DragLabel;
  readonly #parts = new DisposableStack();
  #inHand: Disposable | undefined;

  constructor(state: TransformState, open: OpenScene) {
    this.#state = state;
    this.#open = open;
    const { app, settings } = state;
    const { view } = open;
    this.#parts.use(this.#gizmo);
    this.#parts.use(this.#guides);
    this.#label = new DragLabel(view.canvas.parentElement!);
    this.#parts.defer(() => this.#label.remove());
    const stage = (this.#stage = this.#parts.use(new Stage(open, () => this.#draw())));
    this.#stage.scene.add(this.#gizmo.group, this.#guides.group);
    this.#tool = new HandleTool(state, {
      get space() {
        return stage.space;
      },
      pointOf: (place) => stage.pointOf(place),
      standingOf: (things, frame) => new StandingPlace(view, things, frame),
      showCursor: (cursor) => (view.canvas.style.cursor = cursor),
      redraw: () => view.invalidate(),
    });
    this.#setColours();
    this.#parts.use(view.themes.on(() => this.#setColours()));
    this.#parts.use(state.changes.on(() => view.invalidate()));
    this.#parts.use(settings.tool.changes.on(() => this.#follow()));
    const cancel = (): void => this.#tool.cancel();
    for (const value of [settings.axes, settings.pivot, state.obstacle]) this.#parts.use(value.changes.on(cancel));
    this.#parts.use(app.view.selection.changes.on(cancel));
    this.#parts.use(app.view.mirror.changes.on(() => this.#checkStillThere()));
    this.#parts.use(app.view.history.jumps.on(cancel));
    this.#parts.use(onProbe(view.canvas, () => ({ handles: this.#handlePlaces() })));
    this.#follow();
  }

  [Symbol.dispose](): void {
    this.#inHand?.[Symbol.dispose]();
    this.#parts.dispose();
    this.#open.view.canvas.style.cursor = "";
  }

  /** Has a tool in hand while it has a gizmo; starts over when a different one is chosen. */
  #follow(): void {
    this.#inHand?.[Symbol.dispose]();
    const hasGizmo = isGizmoTool(this.#state.settings.tool.current);
    this.#inHand = hasGizmo ? this.#open.tools.take(this.#tool) : undefined;
    this.#open.view.invalidate();
  }

  #setColours(): void {
    const { theme } = this.#open.view;
    this.#gizmo.setColours(theme);
    this.#guides.setColours(theme);
  }

  #checkStillThere(): void {
    const { world } = this.#state.app.view.mirror;
    if (this.#tool.handling?.start.things.some(({ entity }) => !world.exists(entity)) === true) this.#tool.cancel();
  }

  /** Returns where handles can be grabbed, in pixels of the canvas. */
  #handlePlaces(): string {
    const tool = this.#state.gizmoTool;
    if (tool === undefined) return "";
    const { space } = this.#stage;
    const frame = this.#tool.frame(tool);
    return handlesOf(tool)
      .flatMap((handle) => {
        const at = placeOf(tool, handle, frame, space);
        return at === undefined ? [] : [`${handle} ${at.x.toFixed(1)} ${at.y.toFixed(1)}`];
      })
      .join(";");
  }

  #draw(): boolean {
    const tool = this.#state.gizmoTool;
    if (tool === undefined) {
      this.#gizmo.hide();
      this.#guides.hide();
      this.#label.hide();
      return false;
    }
    const { space, facing } = this.#stage;
    const { handling, hovered, pointer } = this.#tool;
    const frame = this.#tool.frame(tool);
    const blocked = this.#state.blocked(tool).handles;
    if (handling === undefined) {
      this.#gizmo.show({ tool, frame, space, facing, hovered, held: undefined, blocked });
      this.#guides.hide();
      this.#label.hide();
      return true;
    }
    const steps = this.#state.settings.steps.current;
    const pull = handling.tool === "scale" ? ((handling.values[0] ?? 1) - 1) * GIZMO.length : 0;
    this.#gizmo.show({ tool, frame, space, facing, hovered: undefined, held: handling.handle, blocked, pull });
    this.#guides.show(guidesOf(handling, steps, space));
    const at = pointer ?? space.toScreen(frame.origin);
    const pixel = space.metresPerPixel(frame.origin);
    if (at !== undefined) this.#label.show(readoutOf(handling, steps, pixel), at);
    return true;
  }
}
