import type { Problems } from "../../scene/problem.ts";
import { makeElement } from "../xml-build.ts";
import { didYouMean } from "../sdf/names.ts";
import { attributeOf, childOf, childrenOf, placeOf, placeOfAttribute, type XmlElement } from "../xml.ts";
import { isYes, readExtensions, type Extension, type Extensions } from "./extensions.ts";
import { jointElement } from "./joint-to-sdf.ts";
import { linkElement } from "./link-to-sdf.ts";
import { hasMass, lump, type Body, type HangingBody } from "./lump.ts";
import { readRobot } from "./read-robot.ts";
import type { UrdfJoint } from "./robot.ts";
import { poseElement, valueElement } from "./sdf-elements.ts";
import { urdfPose } from "./urdf-rotation.ts";
import { attempt, originOf } from "./urdf-values.ts";

/**
 * Converts a URDF file to an equivalent SDF file for the SDF reader. Its elements have the places of the URDF elements
 * that they come from. Returns `undefined` after an error.
 */
export function urdfToSdf(root: XmlElement, problems: Problems): XmlElement | undefined {
  const robot = readRobot(root, problems);
  if (robot === undefined) return undefined;
  const tags = readExtensions(root, problems);
  reportUnused(root, tags, problems);
  const lumped = lump(robot, tags);
  const extensionsOf = (name: string): readonly Extension[] => lumped.extensions.get(name) ?? [];
  const parts: XmlElement[] = [];
  const weightless: Body[] = [];

  const write = (body: Body, above?: Body, hanging?: HangingBody): void => {
    const { name, joint } = body.link;
    if (name === "world" && above === undefined) return writeBelow(body);
    if (!hasMass(body)) return void weightless.push(body);
    const made = hanging && jointElement(hanging, above!, extensionsOf(joint!.name), tags);
    if (made !== undefined) parts.push(made);
    else if (hanging !== undefined) reportFree(joint!, name, problems);
    parts.push(linkElement(body, placeOfBody(body, made, above, hanging), extensionsOf(name)));
    writeBelow(body);
  };
  const writeBelow = (body: Body): void => {
    for (const next of body.below) write(next.body, body, next);
  };
  write(lumped.root);

  const children = [...parts, ...modelParts(extensionsOf("")), ...robotPose(root, problems)];
  const isAll = !children.some(({ name }) => ["link", "model", "include"].includes(name));
  for (const body of weightless) reportWeightless(body, isAll, problems);
  // Otherwise the error about missing links would refer to the generated SDF, which the user never sees.
  if (isAll && weightless.length > 0) return undefined;
  const model = makeElement("model", root, { attributes: { name: robot.name }, children });
  return makeElement("sdf", root, { attributes: { version: "1.7" }, children: [model] });
}

/** Reports `<gazebo>` tags for links and joints that do not exist. */
function reportUnused(root: XmlElement, { byReference }: Extensions, problems: Problems): void {
  const names = [...childrenOf(root, "link"), ...childrenOf(root, "joint")].map((part) => attributeOf(part, "name")!);
  for (const [reference, [first]] of byReference) {
    if (reference === "" || names.includes(reference)) continue;
    const message = `<gazebo> is for "${reference}", which is no link or joint; it is ignored`;
    problems.warn("unknown-link", message, placeOfAttribute(first!.element, "reference"), didYouMean(reference, names));
  }
}

function reportFree({ type, name, element }: UrdfJoint, link: string, problems: Problems): void {
  const message = `joint "${name}" is ${type}, for which SDF has no joint: link "${link}" moves freely`;
  problems.warn("free-joint", message, placeOfAttribute(element, "type"));
}

/** Returns the `<pose>` of a link, at the place of its real or omitted joint. */
function placeOfBody({ link }: Body, joint: XmlElement | undefined, above?: Body, hanging?: HangingBody): XmlElement[] {
  if (hanging === undefined) return [];
  const { element } = link;
  if (joint !== undefined) {
    return [makeElement("pose", element, { attributes: { relative_to: link.joint!.name }, text: "0 0 0 0 0 0" })];
  }
  return [poseElement(hanging.origin, element, above!.link.name === "world" ? "" : above!.link.name)];
}

function modelParts(extensions: readonly Extension[]): XmlElement[] {
  return extensions.flatMap(({ settings, blobs, element }) => {
    const isStatic = settings.get("static");
    return isStatic === undefined ? blobs : [valueElement("static", String(isYes(isStatic)), element), ...blobs];
  });
}

function robotPose(root: XmlElement, problems: Problems): XmlElement[] {
  const origin = childOf(root, "origin");
  if (origin === undefined) return [];
  return attempt(problems, [], () => [poseElement(urdfPose(originOf(root)), origin)]);
}

/** Reports links without mass, which are left out, as in Gazebo. */
function reportWeightless({ link, below, inertial }: Body, isAll: boolean, problems: Problems): void {
  const why = inertial === undefined ? "has no <inertial>" : "has a mass of 0";
  const lost = below.length === 0 ? "" : " with everything attached to it";
  const message = `link "${link.name}" ${why}, so it is left out${lost}`;
  const where = placeOf(link.element);
  const hint = 'add <inertial> with <mass value="…"/> above 0';
  if (isAll) problems.error("weightless-link", `${message}, and nothing is left of the robot`, where, hint);
  else problems.warn("weightless-link", message, where, `${hint}, or attach it to another link by a fixed joint`);
}
