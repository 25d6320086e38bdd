import { topModelOf, type Entity, type Vec3 } from "@orrery/sim";
import { Emitter } from "@orrery/sim/host";
import { Vector3 } from "three";
import type { WorldApp } from "../../shell/app.ts";
import type { PointerPlace } from "../../shell/events.ts";
import { actionOf, navigations } from "../../shell/navigation.ts";
import type { ToolStack } from "../../shell/tools/tool-stack.ts";
import type { CameraControl } from "./camera/camera-control.ts";
import { along, backward, type CameraPlace } from "../../render/camera/camera-rig.ts";
import { Gestures, type GestureListener } from "./gestures.ts";
import { pick, type Hit } from "../../render/picking.ts";
import { pointerRay } from "./pointer-ray.ts";
import type { SceneView } from "./scene-view.ts";
import { toolPlace } from "./tool-place.ts";

/** Where pointer events go: first to the tools, then to the camera. */
export interface SceneInputTakers {
  readonly tools: ToolStack;
  readonly camera: CameraControl;
}

/** Turns gestures in the scene into calls of tools, camera moves, selections and events of the page. */
export class SceneInput implements GestureListener, Disposable {
  /** Requests for a menu at a place. */
  readonly menus = new Emitter<PointerPlace>((error) => console.error(error));
  readonly #app: WorldApp;
  readonly #view: SceneView;
  readonly #camera: CameraControl;
  readonly #tools: ToolStack;
  readonly #gestures: Gestures;
  readonly #listening = new AbortController();
  /** Where the drag that moves the camera began. */
  #from: { readonly button: number; readonly point: Vec3 } | undefined;
  #draggingOver = 0;

  constructor(app: WorldApp, view: SceneView, { camera, tools }: SceneInputTakers) {
    this.#app = app;
    this.#tools = tools;
    this.#view = view;
    this.#camera = camera;
    this.#gestures = new Gestures(view.canvas, this);
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

  /** Returns what is at a place of the page. */
  placeAt(x: number, y: number): PointerPlace {
    return this.#placeOf(new MouseEvent("mousemove", { clientX: x, clientY: y })).place;
  }

  hover(event: PointerEvent): void {
    const { hit, place } = this.#placeOf(event);
    const { events } = this.#app;
    const { selection } = this.#app.view;
    selection.hover(hit?.shape.isEndless === true ? undefined : this.#chosenBy(hit, event));
    if (events.has("hover")) events.emit("hover", place);
    this.#tools.hover(toolPlace(place, event));
  }

  leave(): void {
    this.#app.view.selection.hover(undefined);
    this.#tools.leave();
  }

  click(event: PointerEvent): void {
    const { hit, place } = this.#placeOf(event);
    this.#app.events.emit("leftClick", place);
    if (this.#tools.click(toolPlace(place, event)) === "taken") return;
    const { selection } = this.#app.view;
    const isGround = hit === undefined || (hit.shape.isEndless === true && !event.altKey);
    const chosen = isGround ? undefined : this.#chosenBy(hit, event);
    const adds = event.ctrlKey || event.metaKey || event.shiftKey;
    if (chosen === undefined) {
      if (!adds) selection.clear();
    } else if (adds) selection.toggle(chosen);
    else selection.set([chosen]);
  }

  doubleClick(event: MouseEvent): void {
    const { hit, place } = this.#placeOf(event);
    if (this.#tools.doubleClick(toolPlace(place, event)) === "taken") return;
    if (hit !== undefined && hit.shape.isEndless !== true) this.#app.view.selection.set([hit.entity]);
  }

  rightClick(event: PointerEvent): void {
    const { hit, place } = this.#placeOf(event);
    this.#app.events.emit("rightClick", place);
    if (this.#tools.rightClick(toolPlace(place, event)) === "taken") return;
    const { selection } = this.#app.view;
    const chosen = hit?.shape.isEndless === true ? undefined : this.#chosenBy(hit, event);
    if (chosen !== undefined && !selection.has(chosen)) selection.set([chosen]);
    this.menus.emit(place);
  }

  dragStart(event: PointerEvent, from: PointerEvent): boolean {
    this.#app.view.selection.hover(undefined);
    const { button, ctrlKey, metaKey } = from;
    // The right button without keys belongs to the camera, and so does the middle one.
    const isOffered = button === 0 || (button === 2 && (ctrlKey || metaKey));
    if (isOffered) {
      const place = { ...toolPlace(this.#placeOf(from).place, from), buttons: event.buttons };
      if (this.#tools.pointerDown(place) === "taken") return true;
    }
    this.#from = { button, point: this.#zoomPoint(from.clientX, from.clientY) };
    return false;
  }

  drag(event: PointerEvent, right: number, down: number, isTaken: boolean): void {
    if (isTaken) this.#tools.pointerMove(toolPlace(this.#placeOf(event).place, event));
    else this.#moveCamera(event, right, down);
  }

  dragEnd(event: PointerEvent, isTaken: boolean): void {
    if (!isTaken) return;
    if (event.type === "pointerup") this.#tools.pointerUp(toolPlace(this.#placeOf(event).place, event));
    else this.#tools.pointerCancel(event.pointerId);
  }

  pinch(right: number, down: number, factor: number, middle: { readonly x: number; readonly y: number }): void {
    this.#camera.pinch(right, down, factor, this.#zoomPoint(middle.x, middle.y));
  }

  wheel(event: WheelEvent): void {
    this.#camera.wheel(event, this.#zoomPoint(event.clientX, event.clientY));
  }

  #moveCamera(event: PointerEvent, right: number, down: number): void {
    const { button, point } = this.#from!;
    const { navigation } = this.#app.settings;
    // One finger orbits, whatever the mouse settings are.
    const isFinger = event.pointerType === "touch";
    const action = isFinger ? "orbit" : actionOf(navigations[navigation.current], button, event);
    // A rectangle can start only at the beginning of a drag.
    if (action !== undefined && action !== "select") this.#camera.drag(action, right, down, point);
  }

  /** Returns the model under the pointer, or with Alt only the part under it. */
  #chosenBy(hit: Hit | undefined, { altKey }: MouseEvent): Entity | undefined {
    if (hit === undefined) return undefined;
    return altKey ? hit.entity : topModelOf(this.#app.view.mirror.world, hit.entity);
  }

  #placeOf(event: MouseEvent): { readonly hit: Hit | undefined; readonly place: PointerPlace } {
    const { clientX, clientY } = event;
    this.#view.catchUp();
    const ray = pointerRay(this.#view, clientX, clientY);
    const surface = pick(ray, this.#view.visuals.batches.list);
    const light = pick(ray, this.#view.lights.batches.list);
    // The mark of a light is not a surface to put things on.
    const hit = light !== undefined && light.distance < (surface?.distance ?? Infinity) ? light : surface;
    const point = surface?.point ?? groundPoint(ray.origin, ray.direction);
    const place: PointerPlace = {
      view: this.#app.view,
      x: clientX,
      y: clientY,
      entity: hit?.entity,
      point: point === undefined ? undefined : plain(point),
      normal: surface === undefined ? undefined : plain(surface.normal),
      original: event,
    };
    return { hit, place };
  }

  /**
   * Returns the point that stays under the pointer while zooming: the surface there, or else a point as far away as the
   * target.
   */
  #zoomPoint(x: number, y: number): Vec3 {
    const ray = pointerRay(this.#view, x, y);
    const { place } = this.#view;
    const hit = pick(ray, this.#view.visuals.batches.list);
    const ahead = depthOf(place, hit?.point ?? ray.at(place.distance, new Vector3()), ray.origin);
    // A surface far behind the target would carry the camera away.
    if (hit !== undefined && ahead < 4 * place.distance) return plain(hit.point);
    const cosine = -dot(backward(place), ray.direction);
    return plain(ray.at(place.distance / Math.max(0.1, cosine), new Vector3()));
  }

  #keyDown(event: KeyboardEvent): void {
    if (!this.#camera.keyDown(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #dragOver(event: DragEvent): void {
    event.preventDefault();
    const { dataTransfer: data } = event;
    if (data === null || !this.#app.events.has("dragOver")) return;
    cancelAnimationFrame(this.#draggingOver);
    this.#draggingOver = requestAnimationFrame(() =>
      this.#app.events.emit("dragOver", { ...this.#placeOf(event).place, data }),
    );
  }

  #dragOut(): void {
    cancelAnimationFrame(this.#draggingOver);
    this.#app.events.emit("dragOut", { view: this.#app.view });
  }

  #drop(event: DragEvent): void {
    if (event.dataTransfer === null) return;
    cancelAnimationFrame(this.#draggingOver);
    event.preventDefault();
    this.#app.events.emit("drop", { ...this.#placeOf(event).place, data: event.dataTransfer });
  }
}

function plain({ x, y, z }: Vec3): Vec3 {
  return { x, y, z };
}

function dot(a: Vec3, b: Vec3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

function depthOf(place: CameraPlace, point: Vec3, eye: Vec3): number {
  const { x, y, z } = along(point, eye, -1);
  return -dot(backward(place), { x, y, z });
}

/** Returns where a ray meets z = 0. */
export function groundPoint(origin: Vec3, direction: Vec3): Vec3 | undefined {
  const share = -origin.z / direction.z;
  return Number.isFinite(share) && share > 0 ? along(origin, direction, share) : undefined;
}
