import type { Vec3 } from "@orrery/sim";
import { backward } from "../../render/camera/camera-rig.ts";
import { type OpenScene, pointerRay } from "../scene/api.ts";
import { pullTo } from "./pull.ts";
import { PushArrow } from "./push-arrow.ts";

/** The scene in which a body is pulled. */
export interface PushScene {
  /** Returns an arrow that shows the push, until it is disposed of. */
  arrow(): Pick<PushArrow, "show"> & Disposable;
  /**
   * Returns the way from a held point to a place of the page: in the plane through the point that faces the camera, or
   * in a level one.
   */
  pullTo(
    place: { readonly x: number; readonly y: number },
    plane: { readonly from: Vec3; readonly isLevel: boolean },
  ): Vec3;
  redraw(): void;
}

export function pushSceneOf({ view }: OpenScene): PushScene {
  return {
    arrow: () => new PushArrow(view),
    pullTo: ({ x, y }, { from, isLevel }) => {
      const normal = isLevel ? { x: 0, y: 0, z: 1 } : backward(view.place);
      return pullTo(pointerRay(view, x, y), { from, normal, mostMetres: 10 * view.place.distance });
    },
    redraw: () => view.invalidate(),
  };
}
