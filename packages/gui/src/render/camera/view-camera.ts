import { OrthographicCamera, PerspectiveCamera } from "three";
import { backward, easeOut, eyeOf, placeBetween, rightward, upward, type CameraPlace } from "./camera-rig.ts";

/** Vertical field of view, rad. */
export const FOV = (40 * Math.PI) / 180;
const FLIGHT_MS = 180;

/** Where the scene is seen from, with or without perspective, and flights to other places. */
export class ViewCamera {
  /** Size of the canvas, in pixels of the page. */
  size = { width: 1, height: 1 };
  readonly #perspective = new PerspectiveCamera((FOV * 180) / Math.PI, 1, 0.01, 1000);
  readonly #flat = new OrthographicCamera(-1, 1, 1, -1, -1000, 1000);
  #place: CameraPlace;
  #way: { readonly from: CameraPlace; readonly to: CameraPlace; readonly sinceMs: number } | undefined;

  constructor(place: CameraPlace) {
    this.#place = place;
    this.#perspective.matrixAutoUpdate = this.#flat.matrixAutoUpdate = false;
  }

  /** Width by height. */
  get aspect(): number {
    return this.size.width / this.size.height;
  }

  get place(): CameraPlace {
    return this.#place;
  }

  /** The place that the camera is moving to. */
  get destination(): CameraPlace {
    return this.#way?.to ?? this.#place;
  }

  camera(isFlat: boolean): PerspectiveCamera | OrthographicCamera {
    return isFlat ? this.#flat : this.#perspective;
  }

  /** Moves the camera at once. */
  look(place: CameraPlace): void {
    this.#way = undefined;
    this.#place = place;
  }

  fly(place: CameraPlace, nowMs: number): void {
    this.#way = { from: this.#place, to: place, sinceMs: nowMs };
  }

  /** Moves the camera, and the start and destination of its flight, in the same way. */
  carry(move: (place: CameraPlace) => CameraPlace): void {
    this.#place = move(this.#place);
    if (this.#way === undefined) return;
    this.#way = { ...this.#way, from: move(this.#way.from), to: move(this.#way.to) };
  }

  /** Continues a flight. Returns whether it is still under way. */
  flyOn(nowMs: number): boolean {
    if (this.#way === undefined) return false;
    const { from, to, sinceMs } = this.#way;
    const share = Math.min(1, Math.max(0, (nowMs - sinceMs) / FLIGHT_MS));
    this.#place = share < 1 ? placeBetween(from, to, easeOut(share)) : to;
    if (share === 1) this.#way = undefined;
    return share < 1;
  }

  /** Sets up the camera at its place. */
  aim(isFlat: boolean): PerspectiveCamera | OrthographicCamera {
    const place = this.#place;
    const camera = this.camera(isFlat);
    const [right, up, back, eye] = [rightward(place), upward(place), backward(place), eyeOf(place)];
    const columns = [right, up, back, eye].flatMap(({ x, y, z }, i) => [x, y, z, i === 3 ? 1 : 0]);
    camera.matrix.fromArray(columns);
    camera.matrix.decompose(camera.position, camera.quaternion, camera.scale);
    camera.updateMatrixWorld(true);
    const far = Math.max(600, place.distance * 40);
    if (camera instanceof PerspectiveCamera) {
      camera.aspect = this.aspect;
      camera.near = Math.max(0.004, place.distance * 0.008);
    } else {
      const half = place.distance * Math.tan(FOV / 2);
      camera.top = half;
      camera.bottom = -half;
      camera.right = half * this.aspect;
      camera.left = -half * this.aspect;
      camera.near = -far;
    }
    camera.far = far;
    camera.updateProjectionMatrix();
    return camera;
  }
}
