import { DEFAULT_PARTS } from "../solids/convex-decomposition.ts";
import { hasParts, partsOf } from "../physics/known-parts.ts";
import type { ModelScene, Scene } from "../scene/scene.ts";
import { nextTurn } from "./schedule/next-turn.ts";

/**
 * Computes the convex parts of the moving solids in a scene, one at a time, letting other work run in between. Physics
 * needs all of them at once when the scene is spawned, and a robot with thirty meshes would hold up its world for
 * seconds.
 */
export async function cutSolids({ models }: Scene): Promise<void> {
  for (const model of models) await cutSolidsOf(model);
}

async function cutSolidsOf(model: ModelScene): Promise<void> {
  if (model.static) return;
  for (const { collisions, kinematic } of model.links) {
    for (const { geometry } of collisions) {
      if (kinematic || (geometry.type !== "mesh" && geometry.type !== "polyline")) continue;
      const { solid } = geometry;
      const most = geometry.type === "mesh" && geometry.convex ? (geometry.maxHulls ?? 1) : DEFAULT_PARTS;
      if (solid?.type !== "mesh" || hasParts(solid, most)) continue;
      partsOf(solid, most);
      await nextTurn();
    }
  }
  for (const nested of model.models) await cutSolidsOf(nested);
}
