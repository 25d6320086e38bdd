import type { Entity } from "@orrery/sim";
import { along, framing, type CameraPlace } from "../../../render/camera/camera-rig.ts";
import { boundsOf } from "../../../render/camera/scene-bounds.ts";
import { usualBoundsOf } from "../../../render/camera/usual-bounds.ts";
import { FOV } from "../../../render/camera/view-camera.ts";
import { POSE } from "../../../render/pose-tree.ts";
import { shapesBelow } from "../overlays/highlights.ts";
import type { SceneView } from "../scene-view.ts";

/** Flies to a place that shows everything except outliers far away; a repeated call shows those too. */
export function frameAll(view: SceneView): void {
  const usual = usualBoundsOf(view.world, view.visuals.batches);
  const all = boundsOf(view.visuals.batches);
  if (usual === undefined || all === undefined) return;
  const [near, far] = [usual, all].map((box) => framing(view.eye.destination, box, FOV, view.eye.aspect)) as [
    CameraPlace,
    CameraPlace,
  ];
  const before = view.eye.framedWithoutOutliers;
  const isAgain = before !== undefined && isNearly(view.eye.destination, before);
  view.eye.framedWithoutOutliers = isAgain ? undefined : near;
  view.eye.fly(isAgain ? far : near);
}

/** Returns whether two places are nearly the same: things may have moved a little. */
function isNearly(a: CameraPlace, b: CameraPlace): boolean {
  const { x, y, z } = along(a.target, b.target, -1);
  const slack = 0.02 * b.distance;
  return Math.hypot(x, y, z) < slack && Math.abs(a.distance - b.distance) < slack;
}

/** Flies to a place that shows these entities. */
export function frameEntities(view: SceneView, entities: readonly Entity[]): void {
  const shown = new Set(entities.flatMap((entity) => shapesBelow(view, entity)).map(({ shape }) => shape.entity));
  const bounds = boundsOf(view.visuals.batches, (entity) => shown.has(entity));
  if (bounds !== undefined) return view.eye.fly(framing(view.eye.destination, bounds, FOV, view.eye.aspect));
  // A light, or a frame: it has a place but no size.
  const node = view.objects.nodes.of(entities.at(-1) ?? (0 as Entity));
  if (node < 0) return;
  const [x, y, z] = view.objects.tree.world.subarray(node * POSE, node * POSE + 3);
  view.eye.fly({ ...view.eye.destination, target: { x: x!, y: y!, z: z! } });
}
