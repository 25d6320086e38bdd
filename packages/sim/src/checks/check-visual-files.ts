import { isBuiltInMesh } from "../formats/mesh/built-in-meshes.ts";
import { PACKAGE_HINT } from "../formats/mesh/load-solids.ts";
import type { Resources } from "../formats/resources.ts";
import { placeOfPart, uriAsWritten } from "../formats/sdf/places.ts";
import type { ActorScene } from "../scene/actor.ts";
import { PBR_MAPS } from "../scene/geometry.ts";
import type { Problems } from "../scene/problem.ts";
import type { ModelScene, Scene, VisualScene } from "../scene/scene.ts";

/** Warns of missing meshes and pictures, and says what is drawn instead. */
export async function checkVisualFiles(scene: Scene, resources: Resources, problems: Problems): Promise<void> {
  const files = new VisualFiles(resources, problems);
  for (const { models, actors } of [...scene.worlds, scene]) {
    for (const model of models) await files.checkModel(model);
    for (const actor of actors) await files.checkActor(actor);
  }
}

/** Looks up each file only once, because many links of a robot show the same mesh. */
class VisualFiles {
  readonly #resources: Resources;
  readonly #problems: Problems;
  readonly #seen = new Set<string>();

  constructor(resources: Resources, problems: Problems) {
    this.#resources = resources;
    this.#problems = problems;
  }

  async checkModel({ links, models }: ModelScene): Promise<void> {
    for (const { visuals } of links) for (const visual of visuals) await this.#checkVisual(visual);
    for (const inner of models) await this.checkModel(inner);
  }

  async checkActor({ skin, animations }: ActorScene): Promise<void> {
    if (skin.filename !== "__default__")
      await this.#checkFile("<skin>", skin.filename, skin.from, skin, "the actor is not drawn");
    for (const animation of animations) {
      if (animation.filename === "__default__") continue;
      await this.#checkFile(
        "<animation>",
        animation.filename,
        animation.from,
        animation,
        "the actor does not move its limbs",
      );
    }
  }

  async #checkVisual({ geometry, material }: VisualScene): Promise<void> {
    if (geometry.type === "mesh" || geometry.type === "heightmap") {
      await this.#checkFile(`<${geometry.type}>`, geometry.uri, geometry.from, geometry, "a box is drawn in its place");
    }
    const pbr = material?.pbr;
    if (pbr === undefined) return;
    for (const map of PBR_MAPS) {
      const element = map.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      await this.#checkFile(`<${element}>`, pbr[map], pbr.from, material!, "the visual is drawn without it");
    }
  }

  async #checkFile(what: string, uri: string, from: string, part: object, effect: string): Promise<void> {
    const key = `${from}\n${uri}`;
    if (uri === "" || isBuiltInMesh(uri) || this.#seen.has(key)) return;
    this.#seen.add(key);
    if ((await this.#resources.resolve(uri, from))?.kind === "file") return;
    const where = placeOfPart(part) ?? { file: from, line: 1, column: 1 };
    const written = uriAsWritten(part, uri);
    this.#problems.warn("missing-file", `${what} ${written}: there is no such file`, where, effectOn(written, effect));
  }
}

/** Adds where packages are searched, if the file belongs to one. */
function effectOn(uri: string, effect: string): string {
  return uri.startsWith("package://") ? `${effect}; ${PACKAGE_HINT}` : effect;
}
