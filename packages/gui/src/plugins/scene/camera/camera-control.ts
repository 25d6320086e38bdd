import type { Vec3 } from "@orrery/sim";
import type { DragAction } from "../../../shell/navigation.ts";
import { CameraFollow } from "./camera-follow.ts";
import { orbited, panned, turned, walked, zoomed } from "../../../render/camera/camera-rig.ts";
import type { SceneView } from "../scene-view.ts";
import { FOV } from "../../../render/camera/view-camera.ts";

/** Metres per second, initially. */
const WALKING = 2.5;
/** A drag over the height of the view zooms by a factor of e to this. */
const ZOOMING = 3;

/** What moves the camera: drags, the wheel, keys while walking, and the entity that it follows. */
export class CameraControl {
  readonly follow: CameraFollow;
  readonly #view: SceneView;
  readonly #keys = new Set<string>();
  #speed = WALKING;
  #lastMs: number | undefined;

  constructor(view: SceneView) {
    this.#view = view;
    this.follow = new CameraFollow(view);
    view.onFrame((nowMs) => this.#step(nowMs));
  }

  /** Handles a drag in heights of the view, which began over `point`. */
  drag(action: Exclude<DragAction, "select">, right: number, down: number, point: Vec3): void {
    const { place, options } = this.#view;
    if (action === "pan") this.#view.eye.look(panned(place, right, down, FOV));
    else if (action === "zoom") this.#view.eye.look(zoomed(place, point, Math.exp(down * ZOOMING)));
    else if (options.mode.current === "walk") this.#view.eye.look(turned(place, right, down));
    else this.#view.eye.look(orbited(place, right, down));
  }

  pinch(right: number, down: number, factor: number, point: Vec3): void {
    this.#view.eye.look(zoomed(panned(this.#view.place, right, down, FOV), point, factor));
  }

  /** Zooms about a point, or changes the speed of walking, by a turn of the wheel in pixels. */
  wheel(pixels: number, point: Vec3): void {
    const factor = Math.exp(Math.max(-150, Math.min(150, pixels)) * 0.0015);
    if (this.#view.options.mode.current === "walk") this.#speed = Math.min(100, Math.max(0.1, this.#speed / factor));
    else this.#view.eye.look(zoomed(this.#view.place, point, factor));
  }

  /** Handles a key while walking. Returns whether it is one that walks. */
  keyDown(event: KeyboardEvent): boolean {
    if (this.#view.options.mode.current !== "walk" || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (!WALK_KEYS.has(event.code)) return false;
    this.#keys.add(event.code);
    this.#view.invalidate();
    return true;
  }

  keyUp(event: KeyboardEvent): void {
    this.#keys.delete(event.code);
  }

  stop(): void {
    this.#keys.clear();
  }

  #step(nowMs: number): boolean {
    const isWalking = this.#walk(nowMs);
    return this.follow.step(nowMs) || isWalking;
  }

  #walk(nowMs: number): boolean {
    const seconds = this.#lastMs === undefined ? 0 : Math.min(0.1, (nowMs - this.#lastMs) / 1000);
    this.#lastMs = this.#keys.size > 0 ? nowMs : undefined;
    if (this.#keys.size === 0) return false;
    const has = (code: string): number => (this.#keys.has(code) ? 1 : 0);
    const metres = this.#speed * seconds * (has("ShiftLeft") + has("ShiftRight") > 0 ? 4 : 1);
    const ahead = has("KeyW") + has("ArrowUp") - has("KeyS") - has("ArrowDown");
    const right = has("KeyD") + has("ArrowRight") - has("KeyA") - has("ArrowLeft");
    const up = has("KeyE") - has("KeyQ");
    this.#view.eye.look(walked(this.#view.place, ahead * metres, right * metres, up * metres));
    return true;
  }
}

const WALK_KEYS: ReadonlySet<string> = new Set(
  "KeyW KeyA KeyS KeyD KeyQ KeyE ArrowUp ArrowDown ArrowLeft ArrowRight ShiftLeft ShiftRight".split(" "),
);
