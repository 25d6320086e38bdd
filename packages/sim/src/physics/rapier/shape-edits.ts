import type { BodyId, CollisionFilter, ShapeDesc, ShapeId, Surface } from "../engine.ts";
import type { RapierScene } from "./scene.ts";
import { slotOf } from "./slots.ts";
import type { ShapeGeometry } from "../shape-geometry.ts";

/** Throws, without changing anything, if the shape is invalid or its id is taken. */
export function addRapierShape(scene: RapierScene, id: BodyId, desc: ShapeDesc): void {
  const body = scene.body(id);
  scene.shapes.slots.checkFree(desc.id);
  const code = scene.bodies.groupCode(slotOf(body.handle));
  scene.stale.add(scene.shapes.add(scene.world, body, desc, code));
  scene.landings.forget(slotOf(body.handle));
  scene.noteObstacle(body);
  body.wakeUp();
}

export function removeRapierShape(scene: RapierScene, id: ShapeId): void {
  const slot = scene.shapes.slots.slot(id);
  const collider = scene.shapes.collider(scene.world, slot);
  scene.wakeAround(collider);
  const body = collider.parent()!;
  scene.noteObstacle(body);
  scene.landings.forget(slotOf(body.handle));
  scene.forgetShape(slot);
  scene.world.removeCollider(collider, true);
}

export function setRapierGeometry(scene: RapierScene, id: ShapeId, geometry: ShapeGeometry): void {
  const slot = scene.shapes.slots.slot(id);
  scene.shapes.setGeometry(scene.world, slot, geometry);
  const collider = scene.shapes.collider(scene.world, slot);
  scene.wakeAround(collider);
  const body = collider.parent()!;
  scene.noteObstacle(body);
  scene.landings.forget(slotOf(body.handle));
  scene.stale.add(slot);
}

export function setRapierSurface(scene: RapierScene, id: ShapeId, surface: Surface): void {
  const slot = scene.shapes.slots.slot(id);
  scene.shapes.setSurface(scene.world, slot, surface);
  scene.wakeAround(scene.shapes.collider(scene.world, slot));
}

export function setRapierFilter(scene: RapierScene, id: ShapeId, filter: CollisionFilter): void {
  const slot = scene.shapes.slots.slot(id);
  scene.shapes.setFilter(scene.world, slot, filter);
  scene.wakeAround(scene.shapes.collider(scene.world, slot));
}
