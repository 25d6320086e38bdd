import { Name } from "../components/identity.ts";
import type { Entity } from "../ecs/entities.ts";
import { World } from "../ecs/world.ts";
import { placeOfPart } from "../formats/sdf/places.ts";
import { find, findJoint } from "../entities/find.ts";
import type { JointScene } from "../scene/joint.ts";
import type { Problems } from "../scene/problem.ts";
import type { ModelScene, WorldScene } from "../scene/scene.ts";
import { spawnModel } from "../entities/kinds/model.ts";
import { spawnWorld } from "../entities/kinds/world.ts";
import { reportFaultyLaws } from "../systems/physics/mimics.ts";

/** Reports mimic laws and gearboxes that cannot work, as a run would report them. */
export function checkJointLaws(scene: WorldScene | ModelScene, problems: Problems): void {
  if (!hasLaws(scene)) return;
  const world = new World();
  const joints = new Map<Entity, JointScene>();
  if ("physics" in scene) {
    const root = spawnWorld(world, scene);
    collect(world, root, scene, joints);
  } else {
    collect(world, spawnModel(world, world.create(), scene), scene, joints);
  }
  reportFaultyLaws(world, (joint, why) => {
    const name = world.get(joint, Name) ?? "";
    const part = joints.get(joint);
    problems.warn("faulty-law", `joint "${name}": ${why}`, part && placeOfPart(part));
  });
}

/** Returns whether there are any laws: most scenes have none, and creating a world from a scene takes time. */
function hasLaws({ joints, models }: WorldScene | ModelScene): boolean {
  const isLaw = ({ type, axes }: JointScene): boolean => type === "gearbox" || axes.some(({ mimic }) => mimic);
  return joints.some(isLaw) || models.some(hasLaws);
}

function collect(world: World, entity: Entity, scene: WorldScene | ModelScene, found: Map<Entity, JointScene>): void {
  for (const joint of scene.joints) {
    const made = findJoint(world, entity, joint.name);
    if (made !== undefined) found.set(made, joint);
  }
  for (const model of scene.models) {
    const made = find(world, entity, model.name);
    if (made !== undefined) collect(world, made, model, found);
  }
}
