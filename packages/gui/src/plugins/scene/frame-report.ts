import type { SceneView } from "./scene-view.ts";

/** Writes figures of the last frame onto the canvas as data attributes, for tests and measurements. */
export function reportFrame({ canvas, camera, objects, renderer }: SceneView, frames: number, ms: number): void {
  const { dataset } = canvas;
  const { x, y, z } = camera.position;
  dataset["frames"] = String(frames);
  dataset["shapes"] = String(objects.shapeCount);
  dataset["changes"] = String(objects.changeCount);
  dataset["moved"] = String(objects.movedCount);
  dataset["calls"] = String(renderer.info.render.calls);
  dataset["eye"] = `${x.toFixed(3)} ${y.toFixed(3)} ${z.toFixed(3)}`;
  dataset["frameMs"] = ms.toFixed(2);
}
