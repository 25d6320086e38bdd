import { topModelOf, type Entity, type World } from "@orrery/sim";
import { IsLight } from "@orrery/sim/components";
import { Matrix4, Vector3, type Camera } from "three";
import type { VisualLayer } from "./layers/visual-layer.ts";
import { POSE } from "./pose-tree.ts";
import type { WorldObjects } from "./world-objects.ts";

/** A world as it is drawn. */
export interface DrawnWorld {
  readonly world: World;
  readonly camera: Camera;
  readonly objects: Pick<WorldObjects, "nodes" | "tree">;
  readonly visuals: Pick<VisualLayer, "batches">;
}

/** A rectangle of the picture, whose sides are from -1 to 1, with y up. */
export interface PictureArea {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/**
 * Returns the lights in a part of the picture, and the models with at least one part whose middle is there, by their
 * ids.
 */
export function entitiesWithin({ world, camera, objects, visuals }: DrawnWorld, area: PictureArea): Entity[] {
  const { left, right, bottom, top } = area;
  const isInside = (place: Vector3): boolean => {
    const { x, y, z } = place.project(camera);
    return z < 1 && x >= left && x <= right && y >= bottom && y <= top;
  };
  const found = new Set<Entity>();
  for (const { shapes, mesh, look } of visuals.batches.list) {
    if (look.geometry.boundingSphere === null) look.geometry.computeBoundingSphere();
    for (let i = 0; i < shapes.length; i++) {
      const { entity, isEndless } = shapes[i]!;
      if (isEndless === true) continue;
      mesh.getMatrixAt(i, MATRIX);
      if (isInside(PLACE.copy(look.geometry.boundingSphere!.center).applyMatrix4(MATRIX)))
        found.add(topModelOf(world, entity));
    }
  }
  for (const [light] of world.query(IsLight)) {
    const node = objects.nodes.of(light);
    if (node >= 0 && isInside(PLACE.fromArray(objects.tree.world, node * POSE))) found.add(topModelOf(world, light));
  }
  return [...found].sort((p, q) => p - q);
}

const MATRIX = new Matrix4();
const PLACE = new Vector3();
