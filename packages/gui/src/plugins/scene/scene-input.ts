import type { WorldApp } from "../../shell/app.ts";
import type { PointerPlace } from "../../shell/events.ts";
import type { ToolStack } from "../../shell/tools/tool-stack.ts";
import type { CameraControl } from "./camera/camera-control.ts";
import { Gestures } from "./gestures.ts";
import { SceneHands } from "./scene-hands.ts";
import { SceneSight } from "./scene-sight.ts";
import type { SceneView } from "./scene-view.ts";

/** Where pointer events go: first to the tools, then to the camera. */
export interface SceneInputTakers {
  readonly tools: ToolStack;
  readonly camera: CameraControl;
}

/** Listens to the canvas of a scene: gestures, keys that walk, and things that are dragged over it. */
export class SceneInput implements Disposable {
  readonly #sight: SceneSight;
  readonly #camera: CameraControl;
  readonly #hands: SceneHands;
  readonly #gestures: Gestures;
  readonly #listening = new AbortController();
  #draggingOver = 0;

  constructor(app: WorldApp, view: SceneView, { camera, tools }: SceneInputTakers) {
    this.#camera = camera;
    this.#sight = new SceneSight(app, view);
    this.#hands = new SceneHands(app, { tools, camera, sight: this.#sight });
    this.#gestures = new Gestures(view.canvas, this.#hands);
    const { canvas } = view;
    const options = { signal: this.#listening.signal };
    canvas.addEventListener("keydown", (event) => this.#keyDown(event), options);
    canvas.addEventListener("keyup", (event) => camera.keyUp(event), options);
    canvas.addEventListener("blur", () => camera.stop(), options);
    canvas.addEventListener("dragover", (event) => this.#dragOver(event), options);
    canvas.addEventListener("dragleave", () => this.#dragOut(), options);
    canvas.addEventListener("drop", (event) => this.#drop(event), options);
  }

  [Symbol.dispose](): void {
    this.#listening.abort();
    cancelAnimationFrame(this.#draggingOver);
    this.#gestures[Symbol.dispose]();
  }

  /** Requests for a menu at a place. */
  get menus(): SceneHands["menus"] {
    return this.#hands.menus;
  }

  /** Returns what is at a place of the page, in pixels. */
  placeAt(x: number, y: number): PointerPlace {
    return this.#sight.at({ x, y }).place;
  }

  #keyDown(event: KeyboardEvent): void {
    if (!this.#camera.keyDown(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #dragOver(event: DragEvent): void {
    event.preventDefault();
    const { dataTransfer: data, clientX: x, clientY: y } = event;
    if (data === null) return;
    cancelAnimationFrame(this.#draggingOver);
    this.#draggingOver = requestAnimationFrame(() => this.#hands.dragOver({ x, y }, data));
  }

  #dragOut(): void {
    cancelAnimationFrame(this.#draggingOver);
    this.#hands.dragOut();
  }

  #drop(event: DragEvent): void {
    const { dataTransfer: data, clientX: x, clientY: y } = event;
    if (data === null) return;
    cancelAnimationFrame(this.#draggingOver);
    event.preventDefault();
    this.#hands.drop({ x, y }, data);
  }
}
