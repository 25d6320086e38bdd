import type { ActorScene } from "../../../scene/actor.ts";
import type { Scene, WorldScene } from "../../../scene/scene.ts";
import { folderOfUri, isRelativeUri } from "../../../scene/relative-uri.ts";
import { writeXml } from "../../xml-writer.ts";
import { attributeOf, type XmlElement } from "../../xml.ts";
import { withExtra } from "../extra.ts";
import { NEWEST } from "../version.ts";
import type { UriWriter } from "./write-geometry.ts";
import { jointElement } from "./write-joint.ts";
import { lightElement, pluginElement } from "./write-link.ts";
import { frameElement, modelElement } from "./write-model.ts";
import { element, numberText, poseElements, unless, value } from "./write-values.ts";

export interface WriteSdfOptions {
  /** Where the text will be saved; relative URIs are written relative to that place. */
  readonly file?: string;
  /** Returns what to write for a URI of the file `from`; `usual` is the default. */
  readonly uriOf?: (uri: string, from: string, usual: string) => string;
}

/**
 * Writes a scene as an SDF file. Reading the file gives the same scene again, with the same numbers to the bit.
 * Includes are replaced by their contents.
 */
export function writeSdf({ worlds, models, lights, actors }: Scene, options: WriteSdfOptions = {}): string {
  const { file = "", uriOf: other = (_uri, _from, usual) => usual } = options;
  const uriOf: UriWriter = (uri, from) => other(uri, from, uriFrom(uri, from, file));
  const children = [
    ...worlds.map((world) => worldElement(world, uriOf)),
    ...models.map((model) => modelElement(model, uriOf)),
    ...lights.map(lightElement),
    ...actors.map((actor) => actorElement(actor, uriOf)),
  ];
  // Robots and old flat models have such names, which only old versions allow.
  const version = children.some(hasFlatNames) ? LAST_WITH_FLAT_NAMES : NEWEST;
  const root = element("sdf", { attributes: { version: `1.${version}` }, children });
  return `<?xml version="1.0" ?>\n${writeXml(root)}`;
}

const LAST_WITH_FLAT_NAMES = 7;

function hasFlatNames(part: XmlElement): boolean {
  if (part.name === "plugin") return false;
  return attributeOf(part, "name")?.includes("::") === true || part.children.some(hasFlatNames);
}

function worldElement(world: WorldScene, uriOf: UriWriter): XmlElement {
  const made = element("world", {
    attributes: { name: world.name },
    children: [
      value("gravity", world.gravity),
      value("magnetic_field", world.magneticField),
      physicsElement(world),
      sceneElement(world),
      ...policyElements(world),
      ...world.plugins.map(pluginElement),
      ...world.frames.map((frame) => frameElement(frame, "world")),
      ...world.lights.map(lightElement),
      ...world.models.map((model) => modelElement(model, uriOf)),
      ...world.joints.map(jointElement),
      ...world.actors.map((actor) => actorElement(actor, uriOf)),
    ],
  });
  return withExtra(made, "world", world.extra);
}

function policyElements({ onlyNamedSystems = false }: WorldScene): XmlElement[] {
  if (!onlyNamedSystems) return [];
  return [element("gz:policies", { children: [value("include_server_config_plugins", false)] })];
}

function physicsElement({ physics }: WorldScene): XmlElement {
  const { name, type, maxStepSize, realTimeFactor, realTimeUpdateRate } = physics;
  const times = [value("max_step_size", maxStepSize), value("real_time_factor", realTimeFactor)];
  const children = [...times, value("real_time_update_rate", realTimeUpdateRate)];
  return element("physics", { attributes: { name, type }, children });
}

function sceneElement({ appearance }: WorldScene): XmlElement {
  const { ambient, background, shadows, grid, sky } = appearance;
  const children = [value("ambient", ambient), value("background", background), value("shadows", shadows)];
  return element("scene", { children: [...children, value("grid", grid), ...(sky ? [element("sky")] : [])] });
}

function actorElement(actor: ActorScene, uriOf: UriWriter): XmlElement {
  const { skin, animations, script } = actor;
  const made = element("actor", {
    attributes: { name: actor.name },
    children: [
      ...poseElements(actor.pose),
      element("skin", { children: [value("filename", uriOf(skin.filename, skin.from)), value("scale", skin.scale)] }),
      ...animations.map(({ name, filename, from, scale, interpolateX }) =>
        element("animation", {
          attributes: { name },
          children: [
            value("filename", uriOf(filename, from)),
            value("scale", scale),
            ...unless(false, "interpolate_x", interpolateX),
          ],
        }),
      ),
      element("script", {
        children: [
          value("loop", script.loop),
          value("delay_start", script.delayStart),
          value("auto_start", script.autoStart),
          ...script.trajectories.map(({ id, type, tension, waypoints }) =>
            element("trajectory", {
              attributes: { id: numberText(id), type, tension: numberText(tension) },
              children: waypoints.map(({ time, pose }) =>
                element("waypoint", { children: [value("time", time), ...poseElements(pose)] }),
              ),
            }),
          ),
        ],
      }),
      ...actor.plugins.map(pluginElement),
    ],
  });
  return withExtra(made, "actor", actor.extra);
}

/**
 * Returns a URI as the new file has to write it. URIs with a scheme, absolute paths and URIs in the same folder stay;
 * any other relative path is resolved against its original folder.
 */
function uriFrom(uri: string, from: string, file: string): string {
  const folder = folderOfUri(from);
  const target = folderOfUri(file);
  if (!isRelativeUri(uri) || from === "" || folder === target) return uri;
  if (/^[a-z][a-z\d+.-]*:/i.test(folder) || folder.startsWith("/") !== target.startsWith("/"))
    return joined(folder, uri);
  const here = target.split("/").filter((part) => part !== "");
  const there = folder.split("/").filter((part) => part !== "");
  let shared = 0;
  while (shared < here.length && here[shared] === there[shared]) shared++;
  return joined([...here.slice(shared).map(() => ".."), ...there.slice(shared)].join("/"), uri);
}

function joined(folder: string, path: string): string {
  return folder === "" ? path : `${folder}/${path}`;
}
