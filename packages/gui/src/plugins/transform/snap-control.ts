import { pick } from "../../render/picking.ts";
import { linear } from "../../render/surfaces.ts";
import { plainVector } from "../../render/vectors.ts";
import { type OpenScene, pointerRay, shapesBelow } from "../scene/api.ts";
import { FaceMark } from "./gizmo/face-mark.ts";
import { Stage } from "./gizmo/stage.ts";
import { SnapTool, type SnapScene } from "./snap-tool.ts";
import type { TransformState } from "./transform-state.ts";

/** The snap tool in a scene: in hand while it is chosen, with marks on the faces. */
export class SnapControl implements Disposable {
  readonly #state: TransformState;
  readonly #open: OpenScene;
  readonly #tool: SnapTool;
  readonly #stage: Stage;
  readonly #from = new FaceMark();
  readonly #to = new FaceMark();
  readonly #parts = new DisposableStack();
  #inHand: Disposable | undefined;

  constructor(state: TransformState, open: OpenScene) {
    this.#state = state;
    this.#open = open;
    this.#tool = this.#parts.use(new SnapTool(state, snapSceneOf(open)));
    this.#stage = this.#parts.use(new Stage(open, () => this.#draw()));
    this.#stage.scene.add(this.#from.group, this.#to.group);
    this.#parts.use(state.settings.tool.changes.on(() => this.#follow()));
    this.#follow();
  }

  [Symbol.dispose](): void {
    this.#inHand?.[Symbol.dispose]();
    this.#parts.dispose();
    this.#from[Symbol.dispose]();
    this.#to[Symbol.dispose]();
    this.#open.view.canvas.style.cursor = "";
  }

  get #isOn(): boolean {
    return this.#state.settings.tool.current === "snap" && this.#state.obstacle.current === undefined;
  }

  #follow(): void {
    this.#inHand?.[Symbol.dispose]();
    this.#inHand = this.#isOn ? this.#open.tools.take(this.#tool) : undefined;
    this.#open.view.canvas.style.cursor = this.#isOn ? "crosshair" : "";
    this.#tool.restart();
  }

  #draw(): boolean {
    if (!this.#isOn) return false;
    const { theme } = this.#open.view;
    const { space } = this.#stage;
    const { from, to } = this.#tool;
    const edge = linear(theme.skyHorizon);
    // The face is shown where it will be, not where it was.
    const isPreviewed = from !== undefined && to !== undefined;
    this.#from.show(isPreviewed ? undefined : from, space, { colour: linear(theme.accent), edge });
    this.#to.show(to, space, { colour: linear(theme.text), edge });
    return true;
  }
}

function snapSceneOf({ view }: OpenScene): SnapScene {
  return {
    hitAt: ({ x, y }, leftOut) => {
      const hit = pick(pointerRay(view, x, y), view.visuals.batches.list, (entity) => !leftOut.has(entity));
      if (hit === undefined) return undefined;
      const face = { point: plainVector(hit.point), normal: plainVector(hit.normal) };
      return { entity: hit.entity, face, isEndless: hit.shape.isEndless === true };
    },
    partsOf: (thing) => shapesBelow(view, thing).map(({ shape }) => shape.entity),
    redraw: () => view.invalidate(),
  };
}
