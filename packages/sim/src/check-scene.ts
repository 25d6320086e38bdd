import type { Resources } from "./formats/resources.ts";
import { placeOfPart } from "./formats/sdf/places.ts";
import { checkModelPlugins, checkWorldPlugins } from "./runner/check-plugins.ts";
import type { SystemLibrary } from "./runner/system-library.ts";
import { PBR_MAPS } from "./scene/geometry.ts";
import type { JointScene } from "./scene/joint.ts";
import { Problems, type Problem } from "./scene/problem.ts";
import type { ModelScene, Scene, VisualScene } from "./scene/scene.ts";
import { needsMujoco } from "./systems/physics/joints.ts";

/**
 * What a run would say of a scene beyond what reading it has told: systems that are not there, their parameters, joints that the
 * engine it asks for does not simulate; and what whoever draws it would miss: meshes and pictures. Nothing is started, and no module imported.
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
    for (const model of world.models) await checkModel(model, isRapier, files, problems);
  }
  await checkModelPlugins(scene.models, library, problems);
  for (const model of scene.models) await checkModel(model, false, files, problems);
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

  async #look(what: string, uri: string, from: string, part: object, effect: string): Promise<void> {
    const key = `${from}\n${uri}`;
    if (uri === "" || this.#seen.has(key)) return;
    this.#seen.add(key);
    if ((await this.#resources.resolve(uri, from))?.kind === "file") return;
    const where = placeOfPart(part) ?? { file: from, line: 1, column: 1 };
    this.#problems.warn("missing-file", `${what} ${uri}: there is no such file`, where, effect);
  }
}
