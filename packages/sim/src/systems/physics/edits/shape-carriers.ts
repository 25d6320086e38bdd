import { Geometry, SolidOf, SolidScale } from "../../../components/geometry.ts";
import { IsCollision } from "../../../components/identity.ts";
import { CollisionOff, Surface } from "../../../components/physics.ts";
import type { Entity } from "../../../ecs/entities.ts";
import { scopedName } from "../../../entities/find.ts";
import { shapeOf } from "../describe-body.ts";
import { forEachKnown } from "./carrier.ts";
import type { Edits } from "./edits.ts";

export const shapes = forEachKnown([IsCollision, Geometry, SolidOf, SolidScale, Surface, CollisionOff], reshape);

/** Changes an existing shape in place; removing and adding it again would leave dead pairs in Rapier. */
export function reshape(collision: Entity, edits: Edits): void {
  const { world, engine, solids } = edits;
  const shape = world.has(collision, IsCollision) ? shapeOf(world, collision, solids) : undefined;
  if (shape === undefined || !engine.hasShape(collision)) return replaceShape(collision, edits);
  engine.setShapeGeometry(collision, shape.geometry);
  engine.setShapeSurface(collision, shape.surface);
  engine.setShapeFilter(collision, shape.filter);
}

export function replaceShape(collision: Entity, { world, engine, solids }: Edits): void {
  const link = world.parentOf(collision);
  if (engine.hasShape(collision)) engine.removeShape(collision);
  if (!world.has(collision, IsCollision) || !engine.hasBody(link)) return;
  const shape = shapeOf(world, collision, solids);
  if (shape !== undefined) engine.addShape(link, shape);
}

export function warnOfShape(collision: Entity, { world, engine, guard }: Edits): void {
  const text = engine.hasShape(collision) ? engine.shapeShortcoming?.(collision) : undefined;
  if (text !== undefined) guard.log.warn(`${scopedName(world, collision)}: ${text}`);
}
