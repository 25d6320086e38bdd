import type { Entity } from "@orrery/sim";
import type { WorldApp } from "../../shell/app.ts";
import { actionOf, navigations } from "../../shell/navigation.ts";
import type { SceneTool, Taken, ToolPlace } from "../../shell/tools/scene-tool.ts";

/** A corner, in pixels of the page. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}

/** The scene as the rubber band uses it. */
export interface BandScene {
  /** Shows the rectangle between two corners; `undefined` hides it. */
  readonly show: (corners: readonly [Corner, Corner] | undefined) => void;
  /** Returns what the rectangle between two corners selects. */
  readonly entitiesWithin: (a: Corner, b: Corner) => readonly Entity[];
}

/** Draws a rectangle over the scene, and selects what is in it. */
export class RubberBand implements SceneTool, Disposable {
  readonly #app: WorldApp;
  readonly #scene: BandScene;
  #from: ToolPlace | undefined;

  constructor(app: WorldApp, scene: BandScene) {
    this.#app = app;
    this.#scene = scene;
  }

  pointerDown(place: ToolPlace): Taken {
    const action = actionOf(navigations[this.#app.settings.navigation.current], place.button, place);
    // One finger orbits, whatever the mouse settings are.
    if (place.isTouch || action !== "select") return "left";
    this.#from = place;
    return "taken";
  }

  pointerMove(place: ToolPlace): void {
    this.#scene.show([this.#from!, place]);
  }

  pointerUp(place: ToolPlace): void {
    const from = this.#from!;
    this.cancel();
    const { selection } = this.#app.view;
    const before = from.ctrl || from.shift ? selection.entities : [];
    selection.set([...before, ...this.#scene.entitiesWithin(from, place)]);
  }

  cancel(): void {
    this.#from = undefined;
    this.#scene.show(undefined);
  }

  [Symbol.dispose](): void {
    this.cancel();
  }
}
