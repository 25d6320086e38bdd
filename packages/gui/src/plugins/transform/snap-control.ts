import { topModelOf, type Entity, type Vec3 } from "@orrery/sim";
import type { PointerPlace } from "../../shell/events.ts";
import { isBehindDialog } from "../../ui/keys.ts";
import { pick, type Hit } from "../../render/picking.ts";
import { type OpenScene, pointerRay, shapesBelow } from "../scene/api.ts";
import { linear } from "../../render/surfaces.ts";
import { FaceMark } from "./gizmo/face-mark.ts";
import type { Placement, Thing } from "./gizmo/motion.ts";
import { Stage } from "./gizmo/stage.ts";
import { faceToFace, movedBy, type Face } from "./surface.ts";
import { commandName } from "./targets.ts";
import type { TransformState } from "./transform-state.ts";

/** The tool that puts a face of what is chosen onto another thing: a click on the one, a click on the other. */
export class SnapControl implements Disposable {
  readonly #state: TransformState;
  readonly #open: OpenScene;
  readonly #stage: Stage;
  readonly #from = new FaceMark();
  readonly #to = new FaceMark();
  readonly #parts = new DisposableStack();
  /** The face that was clicked, and what will be moved with it. */
  #taken: { readonly face: Face; readonly things: readonly Thing[]; readonly own: ReadonlySet<Entity> } | undefined;
  #hovered: Face | undefined;
  readonly #listening = new AbortController();

  constructor(state: TransformState, open: OpenScene) {
    this.#state = state;
    this.#open = open;
    const { app, settings } = state;
    this.#stage = this.#parts.use(new Stage(open, () => this.#draw()));
    this.#stage.scene.add(this.#from.group, this.#to.group);
    this.#parts.use(app.events.on("hover", (place) => this.#hover(place)));
    this.#parts.use(app.events.on("leftClick", (place) => this.#click(place)));
    this.#parts.use(settings.tool.changes.on(() => this.#follow()));
    this.#parts.use(app.view.history.jumps.on(() => this.cancel()));
    this.#parts.use(app.view.mirror.changes.on(() => this.#checkStillThere()));
    this.#parts.use(app.view.selection.changes.on(() => this.cancel()));
    const { signal } = this.#listening;
    window.addEventListener("keydown", (event) => this.#keyDown(event), { signal, capture: true });
    this.#follow();
  }

  [Symbol.dispose](): void {
    this.cancel();
    this.#listening.abort();
    this.#parts.dispose();
    this.#from[Symbol.dispose]();
    this.#to[Symbol.dispose]();
    this.#open.view.canvas.style.cursor = "";
  }

  /** Whether a face had been clicked, which is forgotten. */
  cancel(): boolean {
    if (this.#taken === undefined) return false;
    this.#taken = undefined;
    this.#state.snapsFrom.set(undefined);
    this.#state.preview.show([]);
    this.#open.view.invalidate();
    return true;
  }

  get #isOn(): boolean {
    return this.#state.settings.tool.current === "snap" && this.#state.obstacle.current === undefined;
  }

  #follow(): void {
    this.#open.view.canvas.style.cursor = this.#isOn ? "crosshair" : "";
    this.#hovered = undefined;
    this.cancel();
    this.#open.view.invalidate();
  }

  #hover(place: PointerPlace): void {
    if (!this.#isOn) return;
    const hit = this.#pick(place);
    this.#hovered = hit && faceOf(hit);
    if (this.#taken !== undefined) {
      this.#state.app.view.selection.hover(undefined);
      this.#state.preview.show(this.#hovered === undefined ? [] : this.#placements(this.#hovered));
    }
    this.#open.view.invalidate();
  }

  #click(place: PointerPlace): void {
    if (!this.#isOn || place.original.defaultPrevented) return;
    const hit = this.#pick(place);
    if (hit === undefined) return;
    if (this.#taken !== undefined) {
      place.original.preventDefault();
      return this.#finish(hit);
    }
    if (hit.shape.isEndless === true) return;
    place.original.preventDefault();
    this.#takeFace(hit);
  }

  #takeFace(hit: Hit): void {
    const { app } = this.#state;
    const { world } = app.view.mirror;
    const top = topModelOf(world, hit.entity);
    // Another thing than those that are chosen is meant instead of them.
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

  /** The first Escape lets go of the face, the next one of the tool. */
  #keyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !this.#state.app.hasFocus || isBehindDialog() || !this.cancel()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** Things that are being snapped are not what they are snapped to. */
  #pick({ x, y }: PointerPlace): Hit | undefined {
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
  return { point: plain(point), normal: plain(normal) };
}

function plain({ x, y, z }: Vec3): Vec3 {
  return { x, y, z };
}
