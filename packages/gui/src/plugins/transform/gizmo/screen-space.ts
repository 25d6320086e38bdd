import type { Vec3 } from "@orrery/sim";
import { OrthographicCamera, Vector3, type PerspectiveCamera } from "three";
import { plainVector } from "../../../render/vectors.ts";

/** A place on the canvas, in pixels from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Ray {
  readonly origin: Vec3;
  /** Of length 1. */
  readonly direction: Vec3;
}

/** How a camera sees the world on a canvas of a certain size. */
export interface ScreenSpace {
  /** Returns `undefined` for places behind the eye. */
  toScreen(place: Vec3): Point | undefined;
  rayAt(point: Point): Ray;
  /** Returns the direction from a place to the eye, of length 1. */
  towardsEye(place: Vec3): Vec3;
  /** Returns how large a pixel is at a place. */
  metresPerPixel(place: Vec3): number;
}

export function screenSpaceOf(
  camera: PerspectiveCamera | OrthographicCamera,
  { width, height }: { readonly width: number; readonly height: number },
): ScreenSpace {
  const isFlat = camera instanceof OrthographicCamera;
  const eye = plainVector(new Vector3().setFromMatrixPosition(camera.matrixWorld));
  const back = plainVector(new Vector3().setFromMatrixColumn(camera.matrixWorld, 2).normalize());
  return {
    toScreen(place) {
      const ahead = -((place.x - eye.x) * back.x + (place.y - eye.y) * back.y + (place.z - eye.z) * back.z);
      if (!isFlat && ahead <= 0) return undefined;
      const { x, y } = PLACE.set(place.x, place.y, place.z).project(camera);
      return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height };
    },
    rayAt({ x, y }) {
      const [right, up] = [(x / width) * 2 - 1, 1 - (y / height) * 2];
      const near = plainVector(PLACE.set(right, up, -1).unproject(camera));
      const { x: dx, y: dy, z: dz } = PLACE.set(right, up, 1).unproject(camera).sub(near).normalize();
      return { origin: isFlat ? near : eye, direction: { x: dx, y: dy, z: dz } };
    },
    towardsEye(place) {
      if (isFlat) return back;
      return plainVector(PLACE.set(eye.x - place.x, eye.y - place.y, eye.z - place.z).normalize());
    },
    metresPerPixel(place) {
      if (isFlat) return (camera.top - camera.bottom) / camera.zoom / height;
      const ahead = -((place.x - eye.x) * back.x + (place.y - eye.y) * back.y + (place.z - eye.z) * back.z);
      return (2 * Math.max(ahead, camera.near) * Math.tan((camera.fov * Math.PI) / 360)) / height;
    },
  };
}

const PLACE = new Vector3();
