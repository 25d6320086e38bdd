import { IsLight, IsStatic } from "../components/identity.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import type { ModelScene, Scene } from "../scene/scene.ts";
import { worldPose } from "./find.ts";
import { jointZeros, type JointZeros } from "./joint-zeros.ts";
import { saveLight } from "./kinds/light.ts";
import { saveModel } from "./kinds/model.ts";
import { placeOf } from "./kinds/place.ts";

/**
 * Returns a model or light as a scene, at its place in the world, from which `spawnModel` or `spawnLight` creates a
 * copy.
 */
export function saveEntity(world: World, entity: Entity, givenZeros?: JointZeros): Scene {
  const now = worldPose(world, entity);
  if (world.has(entity, IsLight)) return { ...emptyScene, lights: [{ ...saveLight(world, entity), pose: now }] };
  const zeros = givenZeros ?? jointZeros(world);
  const { pose: _, moved: __, ...saved } = saveModel(world, entity, zeros);
  const model: ModelScene = {
    ...saved,
    ...(zeros.has(entity) ? placeOf(zeros.poseOf(entity), now) : { pose: now }),
    static: world.has(entity, IsStatic),
    // A nested model does not define one itself.
    canonicalLink: saved.canonicalLink || firstLinkOf(saved),
  };
  return { ...emptyScene, models: [model] };
}

const emptyScene: Scene = { worlds: [], models: [], lights: [], actors: [] };

function firstLinkOf({ links, models }: Pick<ModelScene, "links" | "models">): string {
  if (links.length > 0) return links[0]!.name;
  const inner = models.find((model) => firstLinkOf(model) !== "");
  return inner === undefined ? "" : `${inner.name}::${firstLinkOf(inner)}`;
}
