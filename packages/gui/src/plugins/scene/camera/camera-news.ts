import type { Pose } from "@orrery/sim";
import { Matrix4, Quaternion, Vector3 } from "three";
import { Paced } from "../../../client/paced.ts";
import type { WorldApp } from "../../../shell/app.ts";
import { along, backward, eyeOf, rightward, upward, type CameraPlace } from "../../../render/camera/camera-rig.ts";
import type { SceneView } from "../scene-view.ts";

/** Reports this person's viewpoint to the page when it has changed, at most five times per second. */
export class CameraNews implements Disposable {
  readonly #app: WorldApp;
  readonly #view: SceneView;
  readonly #listening: Disposable;
  readonly #telling = new Paced(() => this.#tell(), PERIOD_MS);
  #told: CameraPlace | undefined;

  constructor(app: WorldApp, view: SceneView) {
    this.#app = app;
    this.#view = view;
    this.#listening = view.onDrawn(() => {
      if (view.place !== this.#told) this.#telling.ask();
    });
  }

  [Symbol.dispose](): void {
    this.#telling[Symbol.dispose]();
    this.#listening[Symbol.dispose]();
  }

  #tell(): void {
    this.#told = this.#view.place;
    this.#app.events.emit("camera", { view: this.#app.view, pose: cameraPose(this.#told) });
  }
}

const PERIOD_MS = 200;

/** Returns the place of a camera at that pose, looking at something as far away as before. */
export function placeAt({ x, y, z, qx, qy, qz, qw }: Pose, distance: number): CameraPlace {
  const ahead = new Vector3(1, 0, 0).applyQuaternion(new Quaternion(qx, qy, qz, qw).normalize());
  const back = ahead.clone().negate();
  return {
    target: along({ x, y, z }, ahead, distance),
    distance,
    azimuth: Math.atan2(back.y, back.x),
    elevation: Math.asin(Math.min(1, Math.max(-1, back.z))),
  };
}

/** Returns the camera's pose in the convention of robots: x ahead, y to the left, z up. */
export function cameraPose(place: CameraPlace): Pose {
  const [back, right, up, eye] = [backward(place), rightward(place), upward(place), eyeOf(place)];
  const ahead = new Vector3(-back.x, -back.y, -back.z);
  const left = new Vector3(-right.x, -right.y, -right.z);
  const turn = new Quaternion().setFromRotationMatrix(
    new Matrix4().makeBasis(ahead, left, new Vector3(up.x, up.y, up.z)),
  );
  return { x: eye.x, y: eye.y, z: eye.z, qx: turn.x, qy: turn.y, qz: turn.z, qw: turn.w };
}
