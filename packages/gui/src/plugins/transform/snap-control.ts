import { topModelOf, type Entity } from "@orrery/sim";
import { plainVector } from "../../render/vectors.ts";
import type { SceneTool, Taken, ToolKey, ToolPlace } from "../../shell/tools/scene-tool.ts";
import { pick, type Hit } from "../../render/picking.ts";
import { type OpenScene, pointerRay, shapesBelow } from "../scene/api.ts";
import { linear } from "../../render/surfaces.ts";
import { FaceMark } from "./gizmo/face-mark.ts";
import type { Placement, Thing } from "./gizmo/motion.ts";
import { Stage } from "./gizmo/stage.ts";
import { faceToFace, movedBy, type Face } from "./surface.ts";
import { commandName } from "./targets.ts";
import type { TransformState } from "./transform-state.ts";

/** The tool that puts a face of the selection onto another thing: click the one, then the other. */
export class SnapControl implements SceneTool, Disposable {
  readonly #state: TransformState;
  readonly #open: OpenScene;
  readonly #stage: Stage;
  readonly #from = new FaceMark();
  readonly #to = new FaceMark();
  readonly #parts = new DisposableStack();
  /** The clicked face, and the things that will move with it. */
  #taken: { readonly face: Face; readonly things: readonly Thing[]; readonly own: ReadonlySet<Entity> } | undefined;
  #hovered: Face | undefined;
  #inHand: Disposable | undefined;

  constructor(state: TransformState, open: OpenScene) {
    this.#state = state;
    this.#open = open;
    const { app, settings } = state;
    this.#stage = this.#parts.use(new Stage(open, () => this.#draw()));
    this.#stage.scene.add(this.#from.group, this.#to.group);
    this.#parts.use(settings.tool.changes.on(() => this.#follow()));
    this.#parts.use(app.view.history.jumps.on(() => this.cancel()));
    this.#parts.use(app.view.mirror.changes.on(() => this.#checkStillThere()));
    this.#parts.use(app.view.selection.changes.on(() => this.cancel()));
    this.#follow();
  }

  [Symbol.dispose](): void {
    this.#inHand?.[Symbol.dispose]();
    this.#parts.dispose();
    this.#from[Symbol.dispose]();
    this.#to[Symbol.dispose]();
    this.#open.view.canvas.style.cursor = "";
  }

  /** Forgets the face that was clicked. */
  cancel(): void {
    if (this.#taken === undefined) return;
    this.#taken = undefined;
    this.#state.snapsFrom.set(undefined);
    this.#state.inHand.show([]);
    this.#open.view.invalidate();
  }

  get #isOn(): boolean {
    return this.#state.settings.tool.current === "snap" && this.#state.obstacle.current === undefined;
  }

  #follow(): void {
    this.#inHand?.[Symbol.dispose]();
    this.#inHand = this.#isOn ? this.#open.tools.take(this) : undefined;
    this.#open.view.canvas.style.cursor = this.#isOn ? "crosshair" : "";
    this.#hovered = undefined;
    this.#open.view.invalidate();
  }

  hover(place: ToolPlace): Taken {
    const hit = this.#pick(place);
    this.#hovered = hit && faceOf(hit);
    if (this.#taken !== undefined) {
      this.#state.app.view.selection.hover(undefined);
      this.#state.inHand.show(this.#hovered === undefined ? [] : this.#placements(this.#hovered));
    }
    this.#open.view.invalidate();
    return "left";
  }

  click(place: ToolPlace): Taken {
    const hit = this.#pick(place);
    if (hit === undefined) return "left";
    if (this.#taken !== undefined) this.#finish(hit);
    else if (hit.shape.isEndless === true) return "left";
    else this.#takeFace(hit);
    return "taken";
  }

  #takeFace(hit: Hit): void {
    const { app } = this.#state;
    const { world } = app.view.mirror;
    const top = topModelOf(world, hit.entity);
    // A click on a thing outside the selection selects it instead.
    if (!this.#state.targets.includes(top)) app.view.selection.set([top]);
    const things = this.#state.things();
    const own = new Set(
      things.flatMap(({ entity }) => shapesBelow(this.#open.view, entity)).map((one) => one.shape.entity),
    );
    this.#taken = { face: faceOf(hit), things, own };
    this.#state.snapsFrom.set(this.#state.nameOf(top));
    this.#open.view.invalidate();
  }

  #finish(hit: Hit): void {
    const { things } = this.#taken!;
    const placements = this.#placements(faceOf(hit));
    const { world } = this.#state.app.view.mirror;
    const other = this.#state.nameOf(topModelOf(world, hit.entity));
    this.#taken = undefined;
    this.#state.snapsFrom.set(undefined);
    void this.#state.performAs(`${commandName(world, "Snap", things)} to ${other}`, things, placements);
  }

  #placements(to: Face): readonly Placement[] {
    const { face, things } = this.#taken!;
    const motion = faceToFace(face, to);
    return things.map(({ entity, pose }) => ({ entity, pose: movedBy(motion, pose) }));
  }

  /** The first Escape drops the face, the next one the tool. */
  key({ kind, key }: ToolKey): boolean {
    if (kind !== "down" || key !== "Escape" || this.#taken === undefined) return false;
    this.cancel();
    return true;
  }

  /** Returns what is under the pointer. Things that are being snapped are ignored as targets. */
  #pick({ x, y }: ToolPlace): Hit | undefined {
    const own = this.#taken?.own;
    const { view } = this.#open;
    return pick(pointerRay(view, x, y), view.visuals.batches.list, (entity) => own?.has(entity) !== true);
  }

  #checkStillThere(): void {
    const { world } = this.#state.app.view.mirror;
    if (this.#taken?.things.some(({ entity }) => !world.exists(entity)) === true) this.cancel();
  }

  #draw(): boolean {
    if (!this.#isOn) return false;
    const { theme } = this.#open.view;
    const { space } = this.#stage;
    const isPreviewed = this.#taken !== undefined && this.#hovered !== undefined;
    const edge = linear(theme.skyHorizon);
    this.#from.show(isPreviewed ? undefined : this.#taken?.face, space, { colour: linear(theme.accent), edge });
    this.#to.show(this.#hovered, space, { colour: linear(theme.text), edge });
    return true;
  }
}

function faceOf({ point, normal }: Hit): Face {
  return { point: plainVector(point), normal: plainVector(normal) };
}
