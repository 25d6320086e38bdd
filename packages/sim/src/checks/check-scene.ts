import { logTo } from "../base/log.ts";
import { checkJointLaws } from "./check-joint-laws.ts";
import { checkVisualFiles } from "./check-visual-files.ts";
import type { Resources } from "../formats/resources.ts";
import { placeOfPart } from "../formats/sdf/places.ts";
import { checkModelPlugins, checkWorldPlugins } from "../runner/systems/check-plugins.ts";
import type { SystemLibrary } from "../runner/systems/system-library.ts";
import type { JointScene } from "../scene/joint.ts";
import { Problems, type Problem } from "../scene/problem.ts";
import type { ModelScene, Scene, SourcePlace } from "../scene/scene.ts";
import { chooseEngine, contentOfScene, type EngineName } from "../systems/physics/engine-choice.ts";
import { needsMujoco } from "../systems/physics/describe-joint.ts";
import { SolidShapes } from "../systems/physics/solid-shapes.ts";

/**
 * Reports what a run would report about a scene, beyond the problems found in reading it: missing systems, their
 * parameters, joints that the requested engine does not support, laws that cannot work, meshes that collide as a
 * different shape; also meshes and pictures that are missing for drawing. Starts nothing and imports no modules.
 */
export async function checkScene(
  scene: Scene,
  { library, resources }: { readonly library: SystemLibrary; readonly resources: Resources },
): Promise<readonly Problem[]> {
  const problems = new Problems();
  for (const world of scene.worlds) {
    await checkWorldPlugins(world, library, problems);
    const isRapier = world.physics.type === "rapier";
    checkJoints(world.joints, isRapier, problems);
    checkJointLaws(world, problems);
    const { engine } = chooseEngine(world.physics.type, "auto", () => contentOfScene(world));
    checkSolids(world.models, engine, problems);
    for (const model of world.models) checkModel(model, isRapier, problems);
  }
  await checkModelPlugins(scene.models, library, problems);
  for (const model of scene.models) {
    checkJointLaws(model, problems);
    checkModel(model, false, problems);
  }
  checkSolids(scene.models, "rapier", problems);
  await checkVisualFiles(scene, resources, problems);
  return problems.list;
}

function checkModel(model: ModelScene, isRapier: boolean, problems: Problems): void {
  if (!model.static) checkJoints(model.joints, isRapier, problems);
  for (const inner of model.models) checkModel(inner, isRapier, problems);
}

function checkJoints(joints: readonly JointScene[], isRapier: boolean, problems: Problems): void {
  if (!isRapier) return;
  for (const joint of joints) {
    if (!needsMujoco(joint.type, joint.axes)) continue;
    const message = `joint "${joint.name}": Rapier, which this world requests, does not simulate it correctly`;
    problems.warn("not-simulated", message, placeOfPart(joint), "let Orrery choose the engine, or name mujoco");
  }
}

/** Reports meshes that collide as a different shape. */
function checkSolids(models: readonly ModelScene[], engine: EngineName, problems: Problems): void {
  let place: SourcePlace | undefined;
  const log = logTo(({ message }) => problems.warn("concave-mesh", message, place));
  const solids = new SolidShapes(engine, log);
  const visit = (model: ModelScene, path: string, isStatic: boolean): void => {
    for (const { name, collisions, kinematic } of model.links) {
      for (const { geometry, name: collision } of collisions) {
        if (!("solid" in geometry) || geometry.solid === undefined) continue;
        place = placeOfPart(geometry);
        solids.shape(geometry.solid, geometry, !isStatic && !kinematic, () => `${path}::${name}::${collision}`);
      }
    }
    for (const inner of model.models) visit(inner, `${path}::${inner.name}`, isStatic || inner.static);
  };
  for (const model of models) visit(model, model.name, model.static);
}
