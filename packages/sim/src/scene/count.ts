import type { LightScene } from "./light.ts";
import type { ModelScene } from "./scene.ts";
import type { Solid } from "./solid.ts";

/**
 * Returns the largest number of entities that a model or light adds; solids that the world already has are not created
 * again.
 */
export function idsNeeded(thing: ModelScene | LightScene): number {
  if (!("links" in thing)) return 1;
  const solids = new Set<Solid["key"]>();
  return entitiesOf(thing, solids) + solids.size;
}

function entitiesOf({ links, joints, models }: ModelScene, solids: Set<Solid["key"]>): number {
  let count = 1;
  for (const { collisions, visuals, lights, sensors } of links) {
    count += 1 + collisions.length + visuals.length + lights.length + sensors.length;
    for (const { geometry } of collisions)
      if ("solid" in geometry && geometry.solid !== undefined) solids.add(geometry.solid.key);
  }
  for (const { sensors } of joints) count += 1 + sensors.length;
  return models.reduce((sum, model) => sum + entitiesOf(model, solids), count);
}
