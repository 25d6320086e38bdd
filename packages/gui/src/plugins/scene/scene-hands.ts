import { topModelOf, type Entity, type Vec3 } from "@orrery/sim";
import { Emitter } from "@orrery/sim/host";
import { logError } from "../../base/log-error.ts";
import type { WorldApp } from "../../shell/app.ts";
import type { PointerPlace } from "../../shell/events.ts";
import { actionOf, navigations } from "../../shell/navigation.ts";
import type { PointerState, SceneDrag, ToolPlace } from "../../shell/tools/scene-tool.ts";
import type { ToolStack } from "../../shell/tools/tool-stack.ts";
import type { CameraControl } from "./camera/camera-control.ts";
import type { GestureListener, PagePlace, WheelTurn } from "./gesture-reader.ts";
import type { SceneSight, Seen } from "./scene-sight.ts";

/** Where gestures go, first to the tools, then to the camera, and what finds out what they are about. */
export interface SceneHandsParts {
  readonly tools: ToolStack;
  readonly camera: Pick<CameraControl, "drag" | "pinch" | "wheel">;
  readonly sight: Pick<SceneSight, "at" | "zoomPoint">;
}

/** Turns gestures in the scene into calls of tools, camera moves, selections and events of the page. */
export class SceneHands implements GestureListener {
  /** Requests for a menu at a place. */
  readonly menus = new Emitter<PointerPlace>(logError);
  readonly #app: WorldApp;
  readonly #tools: ToolStack;
  readonly #camera: SceneHandsParts["camera"];
  readonly #sight: SceneHandsParts["sight"];
  /** Where the drag that moves the camera began. */
  #from: { readonly button: number; readonly point: Vec3 } | undefined;

  constructor(app: WorldApp, { tools, camera, sight }: SceneHandsParts) {
    this.#app = app;
    this.#tools = tools;
    this.#camera = camera;
    this.#sight = sight;
  }

  hover(pointer: PointerState): void {
    const seen = this.#sight.at(pointer);
    const { events } = this.#app;
    this.#app.view.selection.hover(seen.isEndless ? undefined : this.#chosenBy(seen, pointer));
    if (events.has("hover")) events.emit("hover", seen.place);
    this.#tools.hover(toolPlace(seen, pointer));
  }

  leave(): void {
    this.#app.view.selection.hover(undefined);
    this.#tools.leave();
  }

  click(pointer: PointerState): void {
    const seen = this.#sight.at(pointer);
    this.#app.events.emit("leftClick", seen.place);
    if (this.#tools.click(toolPlace(seen, pointer)) === "taken") return;
    const { selection } = this.#app.view;
    const chosen = seen.isEndless && !pointer.alt ? undefined : this.#chosenBy(seen, pointer);
    const adds = pointer.ctrl || pointer.shift;
    if (chosen === undefined) {
      if (!adds) selection.clear();
    } else if (adds) selection.toggle(chosen);
    else selection.set([chosen]);
  }

  /** Selects the part under the pointer, not its model. */
  doubleClick(pointer: PointerState): void {
    const seen = this.#sight.at(pointer);
    if (this.#tools.doubleClick(toolPlace(seen, pointer)) === "taken") return;
    const { entity } = seen.place;
    if (entity !== undefined && !seen.isEndless) this.#app.view.selection.set([entity]);
  }

  rightClick(pointer: PointerState): void {
    const seen = this.#sight.at(pointer);
    this.#app.events.emit("rightClick", seen.place);
    if (this.#tools.rightClick(toolPlace(seen, pointer)) === "taken") return;
    const { selection } = this.#app.view;
    const chosen = seen.isEndless ? undefined : this.#chosenBy(seen, pointer);
    if (chosen !== undefined && !selection.has(chosen)) selection.set([chosen]);
    this.menus.emit(seen.place);
  }

  dragStart(pointer: PointerState, from: PointerState): boolean {
    this.#app.view.selection.hover(undefined);
    const { button, ctrl } = from;
    // The right button without Ctrl moves the camera, and so does the middle one.
    const isOffered = button === 0 || (button === 2 && ctrl);
    if (isOffered) {
      const place = { ...toolPlace(this.#sight.at(from), from), buttons: pointer.buttons };
      if (this.#tools.pointerDown(place) === "taken") return true;
    }
    this.#from = { button, point: this.#sight.zoomPoint(from) };
    return false;
  }

  drag(pointer: PointerState, right: number, down: number, isTaken: boolean): void {
    if (isTaken) this.#tools.pointerMove(toolPlace(this.#sight.at(pointer), pointer));
    else this.#moveCamera(pointer, right, down);
  }

  dragEnd(pointer: PointerState, { isTaken, isLost }: { readonly isTaken: boolean; readonly isLost: boolean }): void {
    if (!isTaken) return;
    if (isLost) this.#tools.pointerCancel(pointer.pointerId);
    else this.#tools.pointerUp(toolPlace(this.#sight.at(pointer), pointer));
  }

  /** Handles something that is dragged over the scene, from the page or the desktop. */
  dragOver(at: PagePlace, data: DataTransfer): void {
    this.#tools.dragOver(this.#sceneDrag(at, data));
  }

  dragOut(): void {
    this.#tools.dragOut();
  }

  drop(at: PagePlace, data: DataTransfer): void {
    this.#tools.drop(this.#sceneDrag(at, data));
  }

  pinch(right: number, down: number, factor: number, middle: PagePlace): void {
    this.#camera.pinch(right, down, factor, this.#sight.zoomPoint(middle));
  }

  wheel(turn: WheelTurn): void {
    this.#camera.wheel(turn.pixels, this.#sight.zoomPoint(turn));
  }

  #moveCamera(pointer: PointerState, right: number, down: number): void {
    const { button, point } = this.#from!;
    const { navigation } = this.#app.settings;
    // One finger orbits, whatever the mouse settings are.
    const action = pointer.isTouch ? "orbit" : actionOf(navigations[navigation.current], button, pointer);
    // A rectangle can start only at the beginning of a drag.
    if (action !== undefined && action !== "select") this.#camera.drag(action, right, down, point);
  }

  #sceneDrag(at: PagePlace, data: DataTransfer): SceneDrag {
    const { x, y, entity, point, normal } = this.#sight.at(at).place;
    return { x, y, entity, point, normal, data };
  }

  /** Returns the model under the pointer, or with Alt only the part under it. */
  #chosenBy({ place: { entity } }: Seen, { alt }: PointerState): Entity | undefined {
    return entity === undefined || alt ? entity : topModelOf(this.#app.view.mirror.world, entity);
  }
}

function toolPlace({ place: { entity, point, normal } }: Seen, pointer: PointerState): ToolPlace {
  return { ...pointer, entity, point, normal };
}
