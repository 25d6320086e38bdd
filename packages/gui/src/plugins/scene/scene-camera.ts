import type { Vec3 } from "@orrery/sim";
import type { OrthographicCamera, PerspectiveCamera } from "three";
import { framing, pixelAt, type Box, type CameraPlace } from "../../render/camera/camera-rig.ts";
import { FIRST_PLACE } from "../../render/camera/first-place.ts";
import { FOV, ViewCamera } from "../../render/camera/view-camera.ts";
import { FirstFraming } from "./first-framing.ts";

export interface SceneCameraOptions {
  /** Returns whether the camera has no perspective. */
  readonly isFlat: () => boolean;
  /** Returns whether the camera jumps instead of flying, because the user prefers reduced motion. */
  readonly isStill: () => boolean;
  readonly nowMs: () => number;
  readonly onMove: () => void;
}

/** The camera of a scene: moved by hand, in flight, or framing a world that is still arriving. */
export class SceneCamera {
  /** Returns the viewpoint remembered from an earlier visit. Called once there is something to see. */
  firstPlace: () => CameraPlace | undefined = () => undefined;
  readonly framing = new FirstFraming();
  /** Where the last command to frame all led, if it left out things far away; the next one frames those too. */
  framedWithoutOutliers: CameraPlace | undefined;
  readonly #eye = new ViewCamera(FIRST_PLACE);
  readonly #options: SceneCameraOptions;

  constructor(options: SceneCameraOptions) {
    this.#options = options;
  }

  /** The camera to draw with; `aim` moves it into place. */
  get current(): PerspectiveCamera | OrthographicCamera {
    return this.#eye.camera(this.#options.isFlat());
  }

  get place(): CameraPlace {
    return this.#eye.place;
  }

  /** Where the camera will be when its flight ends. */
  get destination(): CameraPlace {
    return this.#eye.destination;
  }

  /** Width by height. */
  get aspect(): number {
    return this.#eye.aspect;
  }

  /** Size of the picture, in pixels of the page. */
  get size(): { readonly width: number; readonly height: number } {
    return this.#eye.size;
  }

  set size(size: { readonly width: number; readonly height: number }) {
    this.#eye.size = size;
  }

  /** Returns how large a pixel of the page is at a point of the world, in metres. */
  pixelAt(point: Vec3): number {
    return pixelAt(this.place, point, { fov: FOV, height: this.size.height, isFlat: this.#options.isFlat() });
  }

  /** Moves the camera at once, as dragging does. */
  look(place: CameraPlace): void {
    this.framing.end();
    this.#eye.look(place);
    this.#options.onMove();
  }

  /** Flies the camera to a place, or moves it there at once for users who prefer reduced motion. */
  fly(place: CameraPlace): void {
    if (this.#options.isStill()) return this.look(place);
    this.framing.end();
    this.#eye.fly(place, this.#options.nowMs());
    this.#options.onMove();
  }

  /** Moves the camera along with something, and the destination of its flight too. */
  carry(move: (place: CameraPlace) => CameraPlace): void {
    this.#eye.carry(move);
    this.#options.onMove();
  }

  /** Continues a flight. Returns whether it is still under way. */
  flyOn(nowMs: number): boolean {
    return this.#eye.flyOn(nowMs);
  }

  /** Frames the world as it arrives, unless the user has moved the camera. */
  frameFirst(nowMs: number, boundsOf: () => Box | undefined): void {
    if (!this.framing.isDue) return;
    const bounds = boundsOf();
    if (bounds === undefined) return;
    const before = this.framing.isFirst ? this.firstPlace() : undefined;
    if (before !== undefined) return this.look(before);
    this.framing.noteFramed(nowMs);
    this.#eye.look(framing(this.place, bounds, FOV, this.aspect));
  }

  aim(): PerspectiveCamera | OrthographicCamera {
    return this.#eye.aim(this.#options.isFlat());
  }
}
