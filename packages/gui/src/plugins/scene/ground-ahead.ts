import { topModelOf, type Entity, type Vec3 } from "@orrery/sim";
import { Geometry, IsStatic } from "@orrery/sim/components";
import { plainVector } from "../../render/vectors.ts";
import { pick } from "../../render/picking.ts";
import { groundPoint, pointerRay } from "./pointer-ray.ts";
import type { SceneView } from "./scene-view.ts";

/** A box at rest that reaches this many metres to each side is a floor, not an obstacle. */
const FLOOR = 4;

/** The ground counts only within this many times the camera's distance to its target. */
const FAR = 4;

/**
 * Returns the place on the ground in the middle of the picture, ignoring whatever stands there. If the ground there is
 * far away, returns the place below the camera's target.
 */
export function groundAhead(view: SceneView): { readonly point: Vec3; readonly normal: Vec3 | undefined } {
  view.catchUp();
  const { left, top, width, height } = view.canvas.getBoundingClientRect();
  const { target, distance } = view.place;
  const below = { point: { x: target.x, y: target.y, z: 0 }, normal: undefined };
  // A scene in a hidden tab has no size.
  if (width === 0 || height === 0) return below;
  const ray = pointerRay(view, left + width / 2, top + height / 2);
  const hit = pick(ray, view.visuals.batches.list, (entity) => isFloor(view, entity));
  const point = hit?.point ?? groundPoint(ray.origin, ray.direction);
  if (point === undefined || apart(point, ray.origin) > FAR * distance) return below;
  return { point: plainVector(point), normal: hit && plainVector(hit.normal) };
}

function isFloor({ world }: SceneView, visual: Entity): boolean {
  const geometry = world.get(visual, Geometry);
  if (geometry?.type === "plane" || geometry?.type === "heightmap") return true;
  if (geometry?.type !== "box" || Math.min(geometry.size.x, geometry.size.y) < FLOOR) return false;
  return world.has(topModelOf(world, visual), IsStatic);
}

function apart(a: Vec3, b: Vec3): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}
