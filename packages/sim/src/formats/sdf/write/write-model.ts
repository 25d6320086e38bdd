import type { FrameScene, ModelScene } from "../../../scene/scene.ts";
import type { XmlElement } from "../../xml.ts";
import { withExtra } from "../extra.ts";
import type { UriWriter } from "./write-geometry.ts";
import { jointElement } from "./write-joint.ts";
import { linkElement, pluginElement } from "./write-link.ts";
import { element, movedElements, poseElements, unless, value } from "./write-values.ts";

export function modelElement(model: ModelScene, uriOf: UriWriter): XmlElement {
  if (model.missing !== undefined) return includeElement(model, model.missing);
  const isUsual = model.canonicalLink === usualCanonicalLink(model);
  const made = element("model", {
    attributes: { name: model.name, ...(isUsual ? {} : { canonical_link: model.canonicalLink }) },
    children: [
      ...poseElements(model.pose),
      ...movedElements(model.moved),
      ...unless(false, "static", model.static),
      ...unless(false, "self_collide", model.selfCollide),
      ...unless(true, "allow_auto_disable", model.allowAutoDisable),
      ...unless(false, "enable_wind", model.enableWind),
      ...model.frames.map((frame) => frameElement(frame, "__model__")),
      ...model.links.map((link) => linkElement(link, uriOf)),
      ...model.models.map((nested) => modelElement(nested, uriOf)),
      ...model.joints.map(jointElement),
      ...model.plugins.map(pluginElement),
    ],
  });
  return withExtra(made, "model", model.extra);
}

/** Writes a placeholder as the include that it replaced. */
function includeElement({ name, pose }: ModelScene, uri: string): XmlElement {
  return element("include", { children: [value("uri", uri), value("name", name), ...poseElements(pose)] });
}

/** Writes a frame with its pose in the scope, whatever it is attached to. */
export function frameElement({ name, pose, attachedTo, extra }: FrameScene, root: "__model__" | "world"): XmlElement {
  const made = element("frame", {
    attributes: { name, ...(attachedTo === "" ? {} : { attached_to: attachedTo }) },
    children: poseElements(pose, attachedTo === "" ? "" : root),
  });
  return withExtra(made, "frame", extra);
}

/** Returns the link that a model's frame follows if the file names none. */
function usualCanonicalLink({ links, models }: ModelScene): string {
  const [link] = links;
  if (link !== undefined) return link.name;
  const [model] = models;
  return model === undefined || model.canonicalLink === "" ? "" : `${model.name}::${model.canonicalLink}`;
}
