import { vec3, type Entity, type Vec3 } from "@orrery/sim";
import type { Box } from "../../render/camera/camera-rig.ts";
import { type SceneView, shapesBelow } from "../scene/api.ts";
import { POSE } from "../../render/pose-tree.ts";
import { tightBoundsOf } from "../../render/camera/reach.ts";

/**
 * Returns the box around what is drawn of a thing, as if the thing were at `place`: the drawn pose may be a preview, or
 * on its way. A point for things without a size.
 */
export function boxAt(view: SceneView, entity: Entity, place: Vec3): Box {
  const box = tightBoundsOf(shapesBelow(view, entity));
  const node = view.objects.nodes.of(entity);
  if (box === undefined || node < 0) return { low: place, high: place };
  const [x, y, z] = view.objects.tree.world.subarray(node * POSE, node * POSE + 3);
  const offset = vec3.subtract(place, { x: x!, y: y!, z: z! });
  return { low: vec3.add(box.low, offset), high: vec3.add(box.high, offset) };
}
