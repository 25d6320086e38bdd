import type { Entity } from "@orrery/sim";
import type { WorldApp } from "../../../shell/app.ts";
import { isSeen } from "../../../render/layers/light-layer.ts";
import { Outlines } from "../../../render/layers/outlines.ts";
import { radiusOf } from "../../../render/camera/scene-bounds.ts";
import type { SceneView } from "../scene-view.ts";
import { StandIns } from "../../../render/layers/stand-ins.ts";
import type { Placed } from "../../../render/layers/visual-layer.ts";

/** Highlights the selection and what the pointer is over. */
export class Highlights implements Disposable {
  readonly outlines = new Outlines();
  readonly #standIns: StandIns;
  readonly #app: WorldApp;
  readonly #view: SceneView;
  readonly #listening: readonly Disposable[];
  #isStale = true;
  #programs: "none" | "wanted" | "ready" | "warm" = "none";

  constructor(app: WorldApp, view: SceneView) {
    this.#app = app;
    this.#view = view;
    const { world, objects } = view;
    this.#standIns = new StandIns(world, objects.nodes, (link) => radiusOf(shapesBelow(view, link)));
    const stale = (): void => {
      this.#isStale = true;
      view.invalidate();
    };
    this.#listening = [
      app.view.selection.changes.on(stale),
      app.view.selection.hovers.on(stale),
      view.objects.changes.on(stale),
      view.onDrawn(() => this.#draw()),
    ];
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
    this.outlines[Symbol.dispose]();
    this.#standIns[Symbol.dispose]();
  }

  #draw(): void {
    if (this.#programs !== "warm") this.#warmUp();
    if (this.#isStale) {
      this.#isStale = false;
      const { entities, hovered } = this.#app.view.selection;
      const isChosen = hovered !== undefined && this.#app.view.selection.has(hovered);
      this.#standIns.clear();
      const chosen = entities.flatMap((entity) => this.#shapesOf(entity));
      this.outlines.show(chosen, hovered === undefined || isChosen ? [] : this.#shapesOf(hovered));
      // Entities requested for the first time get their places in the next frame.
      if (!this.#standIns.isEmpty) return this.#view.invalidate();
    }
    this.#standIns.update();
    this.outlines.setColour(this.#view.theme.accent);
    this.outlines.render(this.#view.renderer, this.#view.camera);
  }

  #warmUp(): void {
    const { renderer, camera } = this.#view;
    if (this.#programs === "ready") {
      this.outlines.warm(renderer, camera);
      this.#programs = "warm";
    } else if (this.#programs === "none") {
      this.#programs = "wanted";
      const ready = (): void => {
        this.#programs = "ready";
        this.#view.invalidate();
      };
      // The scene may have been closed meanwhile.
      this.outlines.prepare(renderer, camera).then(ready, () => undefined);
    }
  }

  #shapesOf(entity: Entity): readonly Placed[] {
    const drawn = outlined(this.#view, entity);
    return drawn.length > 0 ? drawn : this.#standIns.of(entity);
  }
}

/** Returns the drawn shapes of an entity and all below it, including marks, which have no size in the world. */
export function outlined(view: SceneView, entity: Entity): Placed[] {
  return [...shapesBelow(view, entity), ...lightsBelow(view, entity)];
}

function lightsBelow(view: SceneView, entity: Entity): Placed[] {
  const { world } = view;
  if (!world.exists(entity)) return [];
  const own = view.objects.shapesOf(entity, view.lights).filter(isSeen);
  return [...own, ...world.childrenOf(entity).flatMap((child) => lightsBelow(view, child))];
}

/** Returns the drawn shapes of an entity and of all below it, without the ground. */
export function shapesBelow(view: SceneView, entity: Entity): Placed[] {
  const { world } = view;
  if (!world.exists(entity)) return [];
  const own = view.objects.shapesOf(entity, view.visuals).filter(({ shape }) => shape.isEndless !== true);
  return [...own, ...world.childrenOf(entity).flatMap((child) => shapesBelow(view, child))];
}
