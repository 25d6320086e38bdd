import { topModelOf, type Entity, type Vec3 } from "@orrery/sim";
import { Emitter } from "@orrery/sim";
import { Vector3 } from "three";
import type { WorldApp } from "../../shell/app.ts";
import type { PointerPlace } from "../../shell/events.ts";
import { actionOf, navigations, type DragAction } from "../../shell/navigation.ts";
import type { CameraControl } from "./camera/camera-control.ts";
import { along, backward, type CameraPlace } from "../../render/camera/camera-rig.ts";
import { Gestures, type GestureListener } from "./gestures.ts";
import { pick, type Hit } from "../../render/picking.ts";
import { pointerRay } from "./pointer-ray.ts";
import { RubberBand } from "./rubber-band.ts";
import type { SceneView } from "./scene-view.ts";

/** Turns what hands do in the scene into camera moves, selections and events of the page. */
export class SceneInput implements GestureListener, Disposable {
  /** Somebody wants a menu there. */
  readonly menus = new Emitter<PointerPlace>((error) => console.error(error));
  readonly #app: WorldApp;
  readonly #view: SceneView;
  readonly #camera: CameraControl;
  readonly #gestures: Gestures;
  readonly #listening = new AbortController();
  #band: RubberBand | undefined;
  /** Whether the rectangle adds to the selection. */
  #bandAdds = false;
  /** Where the drag began that moves the camera. */
  #from: { readonly button: number; readonly point: Vec3 } | undefined;
  #draggingOver = 0;

  constructor(app: WorldApp, view: SceneView, camera: CameraControl) {
    this.#app = app;
    this.#view = view;
    this.#camera = camera;
    this.#gestures = new Gestures(view.canvas, this);
    const { canvas } = view;
    const options = { signal: this.#listening.signal };
    canvas.addEventListener("keydown", (event) => this.#keyDown(event), options);
    canvas.addEventListener("keyup", (event) => camera.keyUp(event), options);
    canvas.addEventListener("blur", () => camera.stop(), options);
    // After the page's commands have had it.
    window.addEventListener("keydown", (event) => this.#unusedKey(event), options);
    canvas.addEventListener("dragover", (event) => this.#dragOver(event), options);
    canvas.addEventListener("dragleave", () => this.#dragOut(), options);
    canvas.addEventListener("drop", (event) => this.#drop(event), options);
  }

  [Symbol.dispose](): void {
    this.#listening.abort();
    cancelAnimationFrame(this.#draggingOver);
    this.#band?.[Symbol.dispose]();
    this.#gestures[Symbol.dispose]();
  }

  /** What is at a place of the page. */
  placeAt(x: number, y: number): PointerPlace {
    return this.#placeOf(new MouseEvent("mousemove", { clientX: x, clientY: y })).place;
  }

  hover(event: PointerEvent): void {
    const place = this.#placeOf(event);
    const { events } = this.#app;
    const { selection } = this.#app.view;
    selection.hover(place.hit?.shape.isEndless === true ? undefined : this.#chosenBy(place.hit, event));
    if (events.has("hover")) events.emit("hover", place.place);
  }

  leave(): void {
    this.#app.view.selection.hover(undefined);
  }

  click(event: PointerEvent): void {
    const { hit, place } = this.#placeOf(event);
    this.#app.events.emit("leftClick", place);
    if (event.defaultPrevented) return;
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
    const { hit } = this.#placeOf(event);
    if (hit !== undefined && hit.shape.isEndless !== true) this.#app.view.selection.set([hit.entity]);
  }

  rightClick(event: PointerEvent): void {
    const { hit, place } = this.#placeOf(event);
    this.#app.events.emit("rightClick", place);
    if (event.defaultPrevented) return;
    const { selection } = this.#app.view;
    const chosen = hit?.shape.isEndless === true ? undefined : this.#chosenBy(hit, event);
    if (chosen !== undefined && !selection.has(chosen)) selection.set([chosen]);
    this.menus.emit(place);
  }

  dragStart(event: PointerEvent, from: PointerEvent): boolean {
    const { events } = this.#app;
    const { selection } = this.#app.view;
    selection.hover(undefined);
    const { ctrlKey, metaKey, altKey, shiftKey } = from;
    const { button } = from;
    // The right button alone is the camera's, and so is the middle one.
    const isOffered = button === 0 || (button === 2 && (ctrlKey || metaKey));
    if (isOffered && events.has("drag")) {
      const { place } = this.#placeOf(from);
      const { buttons } = event;
      const keys = { ctrlKey, metaKey, altKey, shiftKey };
      const original = new MouseEvent("dragstart", { cancelable: true, button, buttons, ...keys });
      events.emit("drag", { ...place, phase: "start", original });
      if (original.defaultPrevented) return true;
    }
    if (this.#actionOf(from, button) === "select") {
      this.#band = new RubberBand(this.#view, from);
      this.#bandAdds = ctrlKey || metaKey || shiftKey;
      return true;
    }
    this.#from = { button, point: this.#zoomPoint(from.clientX, from.clientY) };
    return false;
  }

  drag(event: PointerEvent, right: number, down: number, isTaken: boolean): void {
    if (this.#band !== undefined) return this.#band.to(event);
    if (!isTaken) return this.#moveCamera(event, right, down);
    this.#app.events.emit("drag", { ...this.#placeOf(event).place, phase: "move" });
  }

  dragEnd(event: PointerEvent, isTaken: boolean): void {
    if (this.#band !== undefined) return this.#endBand(event);
    if (isTaken) this.#app.events.emit("drag", { ...this.#placeOf(event).place, phase: "end" });
  }

  pinch(right: number, down: number, factor: number, middle: { readonly x: number; readonly y: number }): void {
    this.#camera.pinch(right, down, factor, this.#zoomPoint(middle.x, middle.y));
  }

  wheel(event: WheelEvent): void {
    this.#camera.wheel(event, this.#zoomPoint(event.clientX, event.clientY));
  }

  #moveCamera(event: PointerEvent, right: number, down: number): void {
    const { button, point } = this.#from!;
    const action = this.#actionOf(event, button);
    // A rectangle begins with a drag, not in the middle of one.
    if (action !== undefined && action !== "select") this.#camera.drag(action, right, down, point);
  }

  /** A finger orbits, whatever the mouse does. */
  #actionOf(event: PointerEvent, button: number): DragAction | undefined {
    if (event.pointerType === "touch") return "orbit";
    return actionOf(navigations[this.#app.settings.navigation.current], button, event);
  }

  /** The model under the pointer, or just the part of it with Alt. */
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
    // The mark of a light is nothing that things could stand on.
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

  /** What stays under the pointer while zooming: what it is over, or else what is as far as the target. */
  #zoomPoint(x: number, y: number): Vec3 {
    const ray = pointerRay(this.#view, x, y);
    const { place } = this.#view;
    const hit = pick(ray, this.#view.visuals.batches.list);
    const ahead = depthOf(place, hit?.point ?? ray.at(place.distance, new Vector3()), ray.origin);
    // Something far behind what is looked at would carry the camera away.
    if (hit !== undefined && ahead < 4 * place.distance) return plain(hit.point);
    const cosine = -dot(backward(place), ray.direction);
    return plain(ray.at(place.distance / Math.max(0.1, cosine), new Vector3()));
  }

  #endBand(event: PointerEvent): void {
    const band = this.#band!;
    this.#band = undefined;
    band[Symbol.dispose]();
    if (event.type !== "pointerup") return;
    const { selection } = this.#app.view;
    selection.set([...(this.#bandAdds ? selection.entities : []), ...band.chosen(event)]);
  }

  #keyDown(event: KeyboardEvent): void {
    if (!this.#camera.keyDown(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #unusedKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.target !== this.#view.canvas) return;
    this.#app.events.emit("key", { view: this.#app.view, original: event });
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

/** Where a ray meets z = 0. */
export function groundPoint(origin: Vec3, direction: Vec3): Vec3 | undefined {
  const share = -origin.z / direction.z;
  return Number.isFinite(share) && share > 0 ? along(origin, direction, share) : undefined;
}
