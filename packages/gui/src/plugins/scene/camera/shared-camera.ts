import type { SharedPart } from "../../../shell/sharing/shared-view.ts";
import type { SceneView } from "../scene-view.ts";
import { readPlace } from "./camera-memory.ts";

/** Shares the place of the camera in links. */
export function sharedCamera({ eye }: Pick<SceneView, "eye">): SharedPart {
  return {
    read: () => eye.destination,
    show: (value) => {
      const place = readPlace(JSON.stringify(value));
      if (place === undefined) throw new Error("it names no place of a camera");
      eye.look(place);
    },
  };
}
