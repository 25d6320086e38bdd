import { Problems, type Problem } from "../../scene/problem.ts";
import type { ActorScene } from "../../scene/actor.ts";
import type { LightScene } from "../../scene/light.ts";
import type { ModelScene, Scene, WorldScene } from "../../scene/scene.ts";
import type { OnLoadProgress } from "../load-progress.ts";
import { loadSolids } from "../mesh/load-solids.ts";
import type { Resources } from "../resources.ts";
import { parseXml } from "../xml-reader.ts";
import { placeOf, type XmlElement } from "../xml.ts";
import type { SdfContext } from "./context.ts";
import { loadIncludes, readXmlFile } from "./includes.ts";
import { openInclude, type Overrides } from "./included.ts";
import { MissingIncludes } from "./missing-includes.ts";
import { readName, SiblingNames } from "./names.ts";
import { placeOfPart } from "./places.ts";
import { readPose } from "./poses.ts";
import { readActor } from "./read/read-actor.ts";
import { readLight } from "./read/read-light.ts";
import { readModel } from "./read/read-model.ts";
import { readWorld } from "./read/read-world.ts";

export interface LoadedScene {
  /** Empty if there is an error: worlds are never half loaded. */
  readonly scene: Scene;
  /** In the order in which they were found. */
  readonly problems: readonly Problem[];
}

export interface LoadOptions {
  /**
   * Whether a missing include in a world or model is only a warning, and is replaced by an empty static model of its
   * name.
   */
  readonly placeholders?: boolean;
  readonly onProgress?: OnLoadProgress | undefined;
}

/** Largest total number of elements that includes may add. */
const INCLUDED_ELEMENTS = 1_000_000;

/** The elements that a file may contain instead of worlds, only one of them. */
const ENTITIES = ["model", "light", "actor", "include"];

const nothing: Scene = { worlds: [], models: [], lights: [], actors: [] };

/**
 * Reads a world, model or light from an SDF file, with everything that it includes. Reports bad input as problems and
 * never throws.
 */
export async function loadSdf(path: string, resources: Resources, options: LoadOptions = {}): Promise<LoadedScene> {
  const problems = new Problems();
  options.onProgress?.({ stage: "files", done: 0, total: 0 });
  // Without a place, because the reason names the file, and no line of it is at fault.
  const onUnreadable = (reason: string): void => problems.error("unreadable-file", reason);
  const root = await readXmlFile(path, resources, problems, onUnreadable);
  return readRoot(root, resources, problems, options);
}

/** Like `loadSdf`, but reads from a text; `file` is the name for messages and the base of relative URIs. */
export async function parseSdf(
  text: string,
  file: string,
  resources: Resources,
  options: LoadOptions = {},
): Promise<LoadedScene> {
  const problems = new Problems();
  return readRoot(parseXml(text, file, problems), resources, problems, options);
}

async function readRoot(
  file: XmlElement | undefined,
  resources: Resources,
  problems: Problems,
  { placeholders = false, onProgress }: LoadOptions,
): Promise<LoadedScene> {
  if (file === undefined) return { scene: nothing, problems: problems.list };
  const missing = placeholders ? new MissingIncludes() : undefined;
  const { root, includes, versions } = await loadIncludes(file, resources, problems, missing);
  if (root === undefined) return { scene: nothing, problems: problems.list };
  const context: SdfContext = { problems, includes, versions, budget: { elements: INCLUDED_ELEMENTS } };
  const scene = readScene(root, context);
  if (problems.hasErrors) return { scene: nothing, problems: problems.list };
  return {
    scene: await loadSolids(scene, { resources, problems, placeOf: placeOfPart, onProgress }),
    problems: problems.list,
  };
}

function readScene(root: XmlElement, context: SdfContext): Scene {
  const { problems } = context;
  const [, second] = root.children.filter((child) => ENTITIES.includes(child.name));
  if (second !== undefined) {
    const message = `a second <${second.name}> at the root: a file holds worlds, or one model, light or actor`;
    problems.error("several-roots", message, placeOf(second), "put it into a <world> or a file of its own");
  }
  const names = new SiblingNames(context);
  const worlds: WorldScene[] = [];
  const models: ModelScene[] = [];
  const lights: LightScene[] = [];
  const actors: ActorScene[] = [];
  const addEntity = (element: XmlElement, overrides: Overrides | undefined): void => {
    if (element.name === "model") {
      const { model, pose } = readModel(element, overrides, 0, context);
      if (pose.relativeTo !== "") {
        const message = `the pose of model "${model.name}" is relative to "${pose.relativeTo}", but there is no world around it`;
        problems.error("unknown-frame", message, pose.where, "remove relative_to");
      }
      names.claim(model.name, "model", element);
      models.push({ ...model, pose: pose.pose });
    } else if (element.name === "light") {
      const name = names.claim(overrides?.name ?? readName(element, context), "light", element);
      lights.push(readLight(element, name, (overrides?.pose ?? readPose(element, context)).pose, context));
    } else if (element.name === "actor") {
      const name = names.claim(overrides?.name ?? readName(element, context), "actor", element);
      actors.push(readActor(element, name, (overrides?.pose ?? readPose(element, context)).pose, context));
    }
  };
  for (const element of root.children) {
    if (element.name === "world") {
      worlds.push(readWorld(element, context));
      names.claim(worlds.at(-1)!.name, "world", element);
    } else if (element.name === "include") {
      const included = openInclude(element, context);
      if (included !== undefined) addEntity(included.element, included.overrides);
    } else {
      addEntity(element, undefined);
    }
  }
  return { worlds, models, lights, actors };
}
