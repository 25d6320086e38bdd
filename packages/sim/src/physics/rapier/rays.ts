import * as rapier from "@dimforge/rapier3d-simd-compat";
import { conjugate, multiply, rotate } from "../../base/quat.ts";
import { add, length, scale, subtract, type Vec3 } from "../../base/vec3.ts";
import type { RayHit } from "../engine.ts";
import type { MovedSlots } from "../moved-slots.ts";
import { slotOf, type RapierSlots } from "./slots.ts";

/** The nearest hit. `stale` are shapes that changed since the last step: Rapier's tree has them where they were. */
export function castRapierRay(
  world: rapier.World,
  shapes: RapierSlots,
  stale: MovedSlots,
  origin: Vec3,
  direction: Vec3,
  maxDistance: number,
): RayHit | undefined {
  const size = length(direction);
  if (!(size > 0) || !(maxDistance > 0)) return undefined;
  const unit = scale(direction, 1 / size);
  const ray = new rapier.Ray(origin, unit);
  const reach = Math.min(maxDistance, 3e38);
  const fresh = stale.count === 0 ? undefined : (collider: rapier.Collider) => !stale.has(slotOf(collider.handle));
  const found = world.castRayAndGetNormal(ray, reach, true, undefined, undefined, undefined, undefined, fresh);
  let best = found ? hitOf(shapes, slotOf(found.collider.handle), found.timeOfImpact, found.normal, unit) : undefined;
  for (let i = 0; i < stale.count; i++) {
    const slot = stale.at(i);
    const collider = world.getCollider(shapes.handle(slot));
    const body = collider.parent()!;
    // The collider stands where the last step left it: the ray goes there, and its normal comes back.
    const rotation = multiply(body.rotation(), collider.rotationWrtParent()!);
    const position = add(body.translation(), rotate(body.rotation(), collider.translationWrtParent()!));
    const turn = multiply(collider.rotation(), conjugate(rotation));
    const moved = new rapier.Ray(
      add(collider.translation(), rotate(turn, subtract(origin, position))),
      rotate(turn, unit),
    );
    const hit = collider.castRayAndGetNormal(moved, best?.distance ?? reach, true);
    if (!hit || hit.timeOfImpact >= (best?.distance ?? Infinity)) continue;
    best = hitOf(shapes, slot, hit.timeOfImpact, rotate(conjugate(turn), hit.normal), unit);
  }
  return best;
}

function hitOf(shapes: RapierSlots, slot: number, distance: number, normal: Vec3, direction: Vec3): RayHit {
  // A ray that starts inside has no surface to be at right angles to.
  const inside = length(normal) < 0.5;
  const outward = inside ? scale(direction, -1) : { x: normal.x, y: normal.y, z: normal.z };
  return { shape: shapes.ids[slot]!, distance, normal: outward };
}
