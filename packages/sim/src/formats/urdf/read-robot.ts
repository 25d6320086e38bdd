import type { Problems } from "../../scene/problem.ts";
import { didYouMean } from "../sdf/names.ts";
import { attributeOf, childrenOf, hasPrefix, placeOf, placeOfAttribute, type XmlElement } from "../xml.ts";
import { readUrdfJoint } from "./read-urdf-joint.ts";
import { readMaterial, readUrdfLink, type LinkBody, type Materials } from "./read-urdf-link.ts";
import type { Robot, UrdfJoint, UrdfLink } from "./robot.ts";
import { attempt, UrdfError } from "./urdf-values.ts";

/** Largest depth of the tree of links; reading each takes a few frames of the call stack. */
const MAX_DEPTH = 500;

/** Reads a URDF file's root as data. Reports all errors; returns `undefined` if there are any. */
export function readRobot(root: XmlElement, problems: Problems): Robot | undefined {
  const before = problems.errorCount;
  attempt(problems, undefined, () => checkRoot(root, problems));
  const materials = readMaterials(root, problems);
  const links = readLinks(root, materials, problems);
  const joints = readJoints(root, links, problems);
  checkChildren(joints, problems);
  // The links may form a tree once the other errors are fixed.
  if (problems.errorCount > before) return undefined;
  return attempt(problems, undefined, () => {
    const tree = treeOf(root, links, joints, problems);
    return { name: attributeOf(root, "name")!, root: tree, element: root };
  });
}

const KNOWN = ["link", "joint", "material", "gazebo", "transmission", "origin"];

function checkRoot(root: XmlElement, problems: Problems): void {
  const name = attributeOf(root, "name");
  if (name === undefined || name === "")
    throw new UrdfError("<robot> has no name", placeOf(root), 'write <robot name="…">');
  const version = attributeOf(root, "version");
  if (version !== undefined && version !== "1.0") {
    throw new UrdfError(`URDF ${version} is not known`, placeOfAttribute(root, "version"), 'write version="1.0"');
  }
  for (const child of root.children) {
    if (hasPrefix(child.name)) {
      const hint = child.name.startsWith("xacro:") ? "run xacro first, and load what it writes" : "it is ignored";
      problems.warn("unknown-element", `<robot> cannot contain <${child.name}>`, placeOf(child), hint);
    } else if (child.name === "transmission") {
      problems.warn("unsupported-element", "<transmission> is for ROS controllers", placeOf(child), "it is ignored");
    } else if (!KNOWN.includes(child.name)) {
      problems.warn(
        "unknown-element",
        `<robot> cannot contain <${child.name}>; it is ignored`,
        placeOf(child),
        didYouMean(child.name, KNOWN),
      );
    }
  }
}

function readMaterials(root: XmlElement, problems: Problems): Materials {
  const materials: Materials = new Map();
  for (const element of childrenOf(root, "material")) {
    const name = attributeOf(element, "name") ?? "";
    const color = readMaterial(element, problems);
    if (name === "" || color === undefined) {
      const message = name === "" ? "<material> has no name" : `material "${name}" has no colour`;
      problems.warn("bad-value", message, placeOf(element), "it is left out");
    } else if (materials.has(name)) {
      problems.error("bad-urdf", `material "${name}" is defined twice`, placeOf(element), "remove one of them");
    } else {
      materials.set(name, color);
    }
  }
  return materials;
}

interface NamedLink extends LinkBody {
  readonly name: string;
  readonly element: XmlElement;
}

function readLinks(root: XmlElement, materials: Materials, problems: Problems): Map<string, NamedLink> {
  const links = new Map<string, NamedLink>();
  for (const element of childrenOf(root, "link")) {
    const name = attributeOf(element, "name") ?? "";
    if (name === "") problems.error("bad-urdf", "<link> has no name", placeOf(element), 'write <link name="…">');
    else if (links.has(name))
      problems.error("bad-urdf", `link "${name}" is defined twice`, placeOf(element), "names must differ");
    links.set(name, { name, element, ...readUrdfLink(element, materials, problems) });
  }
  if (links.size === 0)
    problems.error("bad-urdf", "the robot has no link", placeOf(root), 'add <link name="base_link"/>');
  return links;
}

/**
 * Reads joints, sorted by name. URDF's own parser visits them in this order, which determines names and the order of
 * links.
 */
function readJoints(root: XmlElement, links: ReadonlyMap<string, NamedLink>, problems: Problems): UrdfJoint[] {
  const joints = new Map<string, UrdfJoint>();
  for (const element of childrenOf(root, "joint")) {
    const joint = readUrdfJoint(element, problems);
    const { name } = joint;
    if (name !== "" && joints.has(name))
      problems.error("bad-urdf", `joint "${name}" is defined twice`, placeOf(element), "names must differ");
    for (const end of ["parent", "child"] as const) {
      // A missing one was reported when the joint was read.
      if (joint[end] === "" || links.has(joint[end])) continue;
      const message = `the ${end} of joint "${name}" is "${joint[end]}", which is no link`;
      problems.error("bad-urdf", message, placeOf(element), didYouMean(joint[end], links.keys()));
    }
    joints.set(name, joint);
  }
  return [...joints.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function checkChildren(joints: readonly UrdfJoint[], problems: Problems): void {
  const jointOf = new Map<string, UrdfJoint>();
  for (const joint of joints) {
    const other = jointOf.get(joint.child);
    if (other !== undefined && joint.child !== "") {
      const message = `link "${joint.child}" is the child of two joints, "${other.name}" and "${joint.name}"`;
      const hint = "a robot is a tree: close loops with a joint in <gazebo>";
      problems.error("bad-urdf", message, placeOf(joint.element), hint);
    }
    jointOf.set(joint.child, joint);
  }
}

function treeOf(
  root: XmlElement,
  links: ReadonlyMap<string, NamedLink>,
  joints: readonly UrdfJoint[],
  problems: Problems,
): UrdfLink {
  const jointOf = new Map<string, UrdfJoint>();
  const below = new Map<string, UrdfJoint[]>();
  for (const joint of joints) {
    jointOf.set(joint.child, joint);
    const siblings = below.get(joint.parent);
    if (siblings === undefined) below.set(joint.parent, [joint]);
    else siblings.push(joint);
  }
  const roots = [...links.values()].filter(({ name }) => !jointOf.has(name));
  const [first, second] = roots;
  if (first === undefined) throw new UrdfError("the links form a circle: there is no root link", placeOf(root));
  if (second !== undefined) {
    const message = `there are two root links, "${first.name}" and "${second.name}"`;
    throw new UrdfError(message, placeOf(second.element), "add a joint between them");
  }
  const build = (link: NamedLink, depth: number): UrdfLink => {
    if (depth > MAX_DEPTH) throw new UrdfError(`links more than ${MAX_DEPTH} deep`, placeOf(link.element));
    const children = (below.get(link.name) ?? []).map((joint) => build(links.get(joint.child)!, depth + 1));
    return { ...link, joint: jointOf.get(link.name), children };
  };
  const tree = build(first, 0);
  const lost = links.size - sizeOf(tree);
  if (lost > 0)
    problems.warn("bad-urdf", `${lost} links form circles apart from the rest`, placeOf(root), "they are left out");
  return tree;
}

function sizeOf(link: UrdfLink): number {
  return link.children.reduce((sum, child) => sum + sizeOf(child), 1);
}
