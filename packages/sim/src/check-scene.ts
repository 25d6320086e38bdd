import { logTo } from "./base/log.ts";
import { checkJointLaws } from "./check-joint-laws.ts";
import { PACKAGE_HINT } from "./formats/mesh/load-solids.ts";
import { isBuiltInMesh } from "./formats/mesh/built-in-meshes.ts";
import type { Resources } from "./formats/resources.ts";
import { placeOfPart, uriAsWritten } from "./formats/sdf/places.ts";
import { checkModelPlugins, checkWorldPlugins } from "./runner/check-plugins.ts";
import type { SystemLibrary } from "./runner/system-library.ts";
import type { ActorScene } from "./scene/actor.ts";
import { PBR_MAPS } from "./scene/geometry.ts";
import type { JointScene } from "./scene/joint.ts";
import { Problems, type Problem } from "./scene/problem.ts";
import type { ModelScene, Scene, SourcePlace, VisualScene } from "./scene/scene.ts";
import { chooseEngine, contentOfScene, type EngineName } from "./systems/physics/engine-choice.ts";
import { needsMujoco } from "./systems/physics/joints.ts";
import { SolidShapes } from "./systems/physics/solid-shapes.ts";

/**
 * What a run would say of a scene beyond what reading it has told: systems that are not there, their parameters, joints that the
 * engine it asks for does not simulate, laws that cannot work, meshes that collide as others; and what whoever draws it would
 * miss: meshes and pictures. Nothing is started, and no module imported.
 */
export async function checkScene(
  scene: Scene,
  { library, resources }: { readonly library: SystemLibrary; readonly resources: Resources },
): Promise<readonly Problem[]> {
  const problems = new Problems();
  const files = new VisualFiles(resources, problems);
  for (const world of scene.worlds) {
    await checkWorldPlugins(world, library, problems);
    const isRapier = world.physics.type === "rapier";
    checkJoints(world.joints, isRapier, problems);
    checkJointLaws(world, problems);
    const { engine } = chooseEngine(world.physics.type, "auto", () => contentOfScene(world));
    checkSolids(world.models, engine, problems);
    for (const model of world.models) await checkModel(model, isRapier, files, problems);
    for (const actor of world.actors) await files.checkActor(actor);
  }
  await checkModelPlugins(scene.models, library, problems);
  for (const model of scene.models) {
    checkJointLaws(model, problems);
    await checkModel(model, false, files, problems);
  }
  checkSolids(scene.models, "rapier", problems);
  for (const actor of scene.actors) await files.checkActor(actor);
  return problems.list;
}

async function checkModel(model: ModelScene, isRapier: boolean, files: VisualFiles, problems: Problems): Promise<void> {
  if (!model.static) checkJoints(model.joints, isRapier, problems);
  for (const link of model.links) for (const visual of link.visuals) await files.check(visual);
  for (const inner of model.models) await checkModel(inner, isRapier, files, problems);
}

function checkJoints(joints: readonly JointScene[], isRapier: boolean, problems: Problems): void {
  if (!isRapier) return;
  for (const joint of joints) {
    if (!needsMujoco(joint.type, joint.axes)) continue;
    const message = `joint "${joint.name}": Rapier, which this world asks for, does not simulate it as it should be`;
    problems.warn("not-simulated", message, placeOfPart(joint), "leave the engine to Orrery, or name mujoco");
  }
}

/** Meshes that collide as something else than they are. */
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

/** Whether the files are there that visuals name. Many links of a robot show the same: each is looked for once. */
class VisualFiles {
  readonly #resources: Resources;
  readonly #problems: Problems;
  readonly #seen = new Set<string>();

  constructor(resources: Resources, problems: Problems) {
    this.#resources = resources;
    this.#problems = problems;
  }

  async check({ geometry, material }: VisualScene): Promise<void> {
    if (geometry.type === "mesh" || geometry.type === "heightmap") {
      await this.#look(`<${geometry.type}>`, geometry.uri, geometry.from, geometry, "the visual is not drawn");
    }
    const pbr = material?.pbr;
    if (pbr === undefined) return;
    for (const map of PBR_MAPS) {
      const element = map.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      await this.#look(`<${element}>`, pbr[map], pbr.from, material!, "the visual is drawn without");
    }
  }

  async checkActor({ skin, animations }: ActorScene): Promise<void> {
    if (skin.filename !== "__default__")
      await this.#look("<skin>", skin.filename, skin.from, skin, "the actor is not drawn");
    for (const animation of animations) {
      if (animation.filename === "__default__") continue;
      await this.#look(
        "<animation>",
        animation.filename,
        animation.from,
        animation,
        "the actor does not move its limbs",
      );
    }
  }

  async #look(what: string, uri: string, from: string, part: object, effect: string): Promise<void> {
    const key = `${from}\n${uri}`;
    if (uri === "" || isBuiltInMesh(uri) || this.#seen.has(key)) return;
    this.#seen.add(key);
    if ((await this.#resources.resolve(uri, from))?.kind === "file") return;
    const where = placeOfPart(part) ?? { file: from, line: 1, column: 1 };
    const written = uriAsWritten(part, uri);
    this.#problems.warn("missing-file", `${what} ${written}: there is no such file`, where, effectOn(written, effect));
  }
}

/** Of a package, also where packages are looked for. */
function effectOn(uri: string, effect: string): string {
  return uri.startsWith("package://") ? `${effect}; ${PACKAGE_HINT}` : effect;
}
