import { Scene, type Quaternion } from "three";
import type { OpenScene } from "../../scene/api.ts";
import { screenSpaceOf, type Point, type ScreenSpace } from "./screen-space.ts";

/** A scene for tools, drawn over the world, so that nothing hides it. */
export class Stage implements Disposable {
  readonly scene = new Scene();
  readonly #open: OpenScene;
  readonly #drawing: Disposable;

  /** `prepare` is called before each picture and returns whether there is anything to draw. */
  constructor(open: OpenScene, prepare: () => boolean) {
    this.#open = open;
    this.#drawing = open.view.onDrawn(() => {
      if (prepare()) this.#render();
    });
  }

  [Symbol.dispose](): void {
    this.#drawing[Symbol.dispose]();
    this.#open.view.invalidate();
  }

  get space(): ScreenSpace {
    const { camera, size } = this.#open.view;
    return screenSpaceOf(camera, size);
  }

  /** Orientation of the camera. */
  get facing(): Quaternion {
    return this.#open.view.camera.quaternion;
  }

  /** Converts a place on the page to one on the canvas. */
  pointOf({ x, y }: Point): Point {
    const { left, top } = this.#open.view.canvas.getBoundingClientRect();
    return { x: x - left, y: y - top };
  }

  #render(): void {
    const { renderer, camera } = this.#open.view;
    const { autoClear } = renderer;
    renderer.autoClear = false;
    renderer.clearDepth();
    renderer.render(this.scene, camera);
    renderer.autoClear = autoClear;
  }
}
