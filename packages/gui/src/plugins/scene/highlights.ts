import type { Entity } from "@orrery/sim";
import type { App } from "../../shell/app.ts";
import { isSeen } from "./light-layer.ts";
import { Outlines } from "./outlines.ts";
import type { SceneView } from "./scene-view.ts";
import type { Placed } from "./visual-layer.ts";

/** Shows what is chosen and what the pointer is over. */
export class Highlights implements Disposable {
  readonly outlines = new Outlines();
  readonly #app: App;
  readonly #view: SceneView;
  readonly #listening: readonly Disposable[];
  #isStale = true;

  constructor(app: App, view: SceneView) {
    this.#app = app;
    this.#view = view;
    const stale = (): void => {
      this.#isStale = true;
      view.invalidate();
    };
    this.#listening = [
      app.selection.changes.on(stale),
      app.selection.hovers.on(stale),
      view.objects.changes.on(stale),
      view.onDrawn(() => this.#draw()),
    ];
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
    this.outlines.dispose();
  }

  #draw(): void {
    if (this.#isStale) {
      this.#isStale = false;
      const { entities, hovered } = this.#app.selection;
      const chosen = entities.flatMap((entity) => outlined(this.#view, entity));
      const isChosen = hovered !== undefined && this.#app.selection.has(hovered);
      this.outlines.show(chosen, hovered === undefined || isChosen ? [] : outlined(this.#view, hovered));
    }
    this.outlines.setColour(this.#view.theme.accent);
    this.outlines.render(this.#view.renderer, this.#view.camera);
  }
}

/** What is drawn for an entity and all below it: also marks, which have no size in the world. */
export function outlined(view: SceneView, entity: Entity): Placed[] {
  return [...shapesBelow(view, entity), ...lightsBelow(view, entity)];
}

function lightsBelow(view: SceneView, entity: Entity): Placed[] {
  const { world } = view;
  if (!world.exists(entity)) return [];
  const own = view.objects.shapesOf(entity, view.lights).filter(isSeen);
  return [...own, ...world.childrenOf(entity).flatMap((child) => lightsBelow(view, child))];
}

/** What is seen of an entity and of all below it, ground apart. */
export function shapesBelow(view: SceneView, entity: Entity): Placed[] {
  const { world } = view;
  if (!world.exists(entity)) return [];
  const own = view.objects.shapesOf(entity, view.visuals).filter(({ shape }) => shape.isEndless !== true);
  return [...own, ...world.childrenOf(entity).flatMap((child) => shapesBelow(view, child))];
}
