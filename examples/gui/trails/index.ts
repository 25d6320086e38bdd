import { defineGuiPlugin, type WorldApp } from "@orrery/gui";
import type { Entity } from "@orrery/sim";
import { BufferAttribute, BufferGeometry, Line, LineBasicMaterial, Vector3 } from "three";

/** An overlay of the scene: the selection draws a line behind it. */
export default defineGuiPlugin({
  id: "trails",
  title: "Trails",
  summary: "A line behind what is selected",
  dock: "right",
  startWorld: (app) => new Trails(app),
});

const POINTS = 500;

class Trails implements Disposable {
  readonly #app: WorldApp;
  readonly #line = new Line(new BufferGeometry(), new LineBasicMaterial({ color: "#d8a13f" }));
  readonly #places = new Float32Array(3 * POINTS);
  readonly #place = new Vector3();
  readonly #listening: readonly Disposable[];
  #entity: Entity | undefined;
  #count = 0;

  constructor(app: WorldApp) {
    this.#app = app;
    this.#line.geometry.setAttribute("position", new BufferAttribute(this.#places, 3));
    this.#line.frustumCulled = false;
    this.#listening = [
      app.events.on("selection", () => this.#begin()),
      // Right before the scene is drawn, for last changes to it.
      app.events.on("render", ({ scene, objectOf }) => {
        if (this.#line.parent !== scene) scene.add(this.#line);
        const object = this.#entity === undefined ? undefined : objectOf(this.#entity);
        if (object !== undefined) this.#add(object.getWorldPosition(this.#place));
      }),
    ];
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
    this.#line.removeFromParent();
    this.#line.geometry.dispose();
    this.#line.material.dispose();
  }

  #begin(): void {
    this.#entity = this.#app.view.selection.primary;
    this.#count = 0;
    this.#line.geometry.setDrawRange(0, 0);
  }

  #add({ x, y, z }: Vector3): void {
    if (this.#count === POINTS) this.#places.copyWithin(0, 3);
    else this.#count++;
    this.#places.set([x, y, z], 3 * (this.#count - 1));
    this.#line.geometry.attributes["position"]!.needsUpdate = true;
    this.#line.geometry.setDrawRange(0, this.#count);
  }
}
