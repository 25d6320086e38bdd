import { topModelOf, type Entity } from "@orrery/sim";
import type { SceneTool, Taken, ToolKey } from "../../shell/tools/scene-tool.ts";
import type { Placement, Thing } from "./gizmo/motion.ts";
import { faceToFace, movedBy, type Face } from "./surface.ts";
import { commandName } from "./targets.ts";
import type { TransformState } from "./transform-state.ts";

/** What is under the pointer. */
export interface SnapHit {
  readonly entity: Entity;
  readonly face: Face;
  /** Whether it is ground without an end, which can be a target only. */
  readonly isEndless: boolean;
}

/** The scene in which faces are clicked. */
export interface SnapScene {
  /** Returns what is at a place of the page, leaving out the shapes of some entities. */
  hitAt(place: { readonly x: number; readonly y: number }, leftOut: ReadonlySet<Entity>): SnapHit | undefined;
  /** Returns the entities whose shapes are drawn for a thing. */
  partsOf(thing: Entity): readonly Entity[];
  redraw(): void;
}

/** Puts a face of the selection onto another thing: click the one, then the other. */
export class SnapTool implements SceneTool, Disposable {
  readonly #state: TransformState;
  readonly #scene: SnapScene;
  readonly #parts = new DisposableStack();
  /** The clicked face, and the things that will move with it. */
  #taken: { readonly face: Face; readonly things: readonly Thing[]; readonly own: ReadonlySet<Entity> } | undefined;
  #hovered: Face | undefined;

  constructor(state: TransformState, scene: SnapScene) {
    this.#state = state;
    this.#scene = scene;
    const { view } = state.app;
    this.#parts.use(view.history.jumps.on(() => this.cancel()));
    this.#parts.use(view.mirror.changes.on(() => this.#checkStillThere()));
    this.#parts.use(view.selection.changes.on(() => this.cancel()));
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
  }

  /** The face that was clicked. */
  get from(): Face | undefined {
    return this.#taken?.face;
  }

  /** The face under the pointer. */
  get to(): Face | undefined {
    return this.#hovered;
  }

  /** Forgets the face that was clicked. */
  cancel(): void {
    if (this.#taken === undefined) return;
    this.#taken = undefined;
    this.#state.snapsFrom.set(undefined);
    this.#state.inHand.show([]);
    this.#scene.redraw();
  }

  /** Forgets what is under the pointer, because the tool is taken in hand or put away. */
  restart(): void {
    this.#hovered = undefined;
    this.#scene.redraw();
  }

  hover(place: { readonly x: number; readonly y: number }): Taken {
    this.#hovered = this.#hitAt(place)?.face;
    if (this.#taken !== undefined) {
      this.#state.app.view.selection.hover(undefined);
      this.#state.inHand.show(this.#hovered === undefined ? [] : this.#placements(this.#hovered));
    }
    this.#scene.redraw();
    return "left";
  }

  click(place: { readonly x: number; readonly y: number }): Taken {
    const hit = this.#hitAt(place);
    if (hit === undefined) return "left";
    if (this.#taken !== undefined) this.#finish(hit);
    else if (hit.isEndless) return "left";
    else this.#takeFace(hit);
    return "taken";
  }

  /** The first Escape drops the face, the next one the tool. */
  key({ kind, key }: ToolKey): boolean {
    if (kind !== "down" || key !== "Escape" || this.#taken === undefined) return false;
    this.cancel();
    return true;
  }

  #takeFace({ entity, face }: SnapHit): void {
    const { app } = this.#state;
    const top = topModelOf(app.view.mirror.world, entity);
    // A click on a thing outside the selection selects it instead.
    if (!this.#state.targets.includes(top)) app.view.selection.set([top]);
    const things = this.#state.things();
    const own = new Set(things.flatMap((thing) => this.#scene.partsOf(thing.entity)));
    this.#taken = { face, things, own };
    this.#state.snapsFrom.set(this.#state.nameOf(top));
    this.#scene.redraw();
  }

  #finish({ entity, face }: SnapHit): void {
    const { things } = this.#taken!;
    const placements = this.#placements(face);
    const { world } = this.#state.app.view.mirror;
    const other = this.#state.nameOf(topModelOf(world, entity));
    this.#taken = undefined;
    this.#state.snapsFrom.set(undefined);
    void this.#state.performAs(`${commandName(world, "Snap", things)} to ${other}`, things, placements);
  }

  #placements(to: Face): readonly Placement[] {
    const { face, things } = this.#taken!;
    const motion = faceToFace(face, to);
    return things.map(({ entity, pose }) => ({ entity, pose: movedBy(motion, pose) }));
  }

  /** Returns what is under the pointer. Things that are being snapped are ignored as targets. */
  #hitAt(place: { readonly x: number; readonly y: number }): SnapHit | undefined {
    return this.#scene.hitAt(place, this.#taken?.own ?? NOTHING);
  }

  #checkStillThere(): void {
    const { world } = this.#state.app.view.mirror;
    if (this.#taken?.things.some(({ entity }) => !world.exists(entity)) === true) this.cancel();
  }
}

const NOTHING: ReadonlySet<Entity> = new Set();
