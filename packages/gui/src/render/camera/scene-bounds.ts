import type { Entity } from "@orrery/sim";
import { Box3, Matrix4 } from "three";
import type { Batches } from "../batches.ts";
import type { Box } from "./camera-rig.ts";
import type { Placed } from "../layers/visual-layer.ts";

/** Returns the bounds of what is drawn, for everything or for some entities, without endless ground. */
export function boundsOf(batches: Batches, isWanted?: (entity: Entity) => boolean): Box | undefined {
  const around = new Box3();
  for (const { shapes, mesh, look } of batches.list) {
    if (look.geometry.boundingBox === null) look.geometry.computeBoundingBox();
    for (let i = 0; i < shapes.length; i++) {
      const { entity, isEndless } = shapes[i]!;
      if (isEndless === true || isWanted?.(entity) === false) continue;
      mesh.getMatrixAt(i, MATRIX);
      around.union(BOX.copy(look.geometry.boundingBox!).applyMatrix4(MATRIX));
    }
  }
  return around.isEmpty() ? undefined : { low: around.min, high: around.max };
}

/** Returns the radius of the largest of some shapes, in metres. */
export function radiusOf(placed: readonly Placed[]): number {
  let radius = 0;
  for (const { batch, shape } of placed) {
    const { geometry } = batch.look;
    if (geometry.boundingSphere === null) geometry.computeBoundingSphere();
    radius = Math.max(radius, geometry.boundingSphere!.radius * Math.max(...shape.scale.map(Math.abs)));
  }
  return radius;
}

const MATRIX = new Matrix4();
const BOX = new Box3();
