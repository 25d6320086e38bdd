import { compose, pose, rotationOf, type Pose } from "../../base/pose.ts";
import { fromRollPitchYaw } from "../../base/rotation.ts";
import { parseNumbers } from "../sdf/values.ts";
import { makeElement, withChild, withChildren } from "../xml-build.ts";
import { attributeOf, childOf, type XmlElement } from "../xml.ts";
import { valueOf, type Extension } from "./extensions.ts";
import { urdfAngles } from "./urdf-rotation.ts";

/**
 * Returns the extension of a link after it was lumped into the one above, where it is at `origin`: elements with a pose
 * move along.
 */
export function movedExtension(extension: Extension, origin: Pose): Extension {
  return {
    ...extension,
    blobs: extension.blobs.map((blob) => (MOVED.includes(blob.name) ? movedBlob(blob, origin) : blob)),
  };
}

const MOVED = ["sensor", "projector", "light"];

export interface Renaming {
  readonly from: string;
  readonly to: string;
  /** Pose of the lumped link in the link above. */
  readonly origin: Pose;
}

/** Returns an extension in which references to a lumped link have the name of the link above. */
export function renamedExtension(extension: Extension, renaming: Renaming): Extension {
  if (!namesLinks(extension)) return extension;
  return {
    ...extension,
    blobs: extension.blobs.map((blob) => {
      if (blob.name === "joint") return renamedChildren(blob, ["parent", "child"], renaming);
      return blob.name === "plugin" ? renamedPlugin(blob, renaming) : blob;
    }),
  };
}

/** Returns whether an extension contains anything that may refer to links by name. */
export function namesLinks({ blobs }: Extension): boolean {
  return blobs.some(({ name }) => name === "plugin" || name === "joint");
}

function movedBlob(blob: XmlElement, origin: Pose): XmlElement {
  const written = childOf(blob, "pose");
  // The pose is in a named frame, so lumping does not change it.
  if (written !== undefined && attributeOf(written, "relative_to") !== undefined) return blob;
  const [x = 0, y = 0, z = 0, roll = 0, pitch = 0, yaw = 0] = parseNumbers(written?.text ?? "") ?? [];
  const placed = compose(origin, pose({ x, y, z }, fromRollPitchYaw(roll, pitch, yaw)));
  return withChild(blob, makeElement("pose", written ?? blob, { text: `${xyzText(placed)} ${rpyText(placed)}` }));
}

/** Renames links in a plugin. If it has an offset from a body, that is now relative to a different body. */
function renamedPlugin(plugin: XmlElement, renaming: Renaming): XmlElement {
  const renamed = renamedChildren(plugin, ["bodyName", "frameName"], renaming);
  if (renamed === plugin) return plugin;
  const [x = 0, y = 0, z = 0] = parseNumbers(childOf(plugin, "xyzOffset")?.text ?? "") ?? [];
  const [roll = 0, pitch = 0, yaw = 0] = parseNumbers(childOf(plugin, "rpyOffset")?.text ?? "") ?? [];
  const offset = compose(renaming.origin, pose({ x, y, z }, fromRollPitchYaw(roll, pitch, yaw)));
  return withChild(
    withChild(renamed, makeElement("xyzOffset", plugin, { text: xyzText(offset) })),
    makeElement("rpyOffset", plugin, { text: rpyText(offset) }),
  );
}

function renamedChildren(element: XmlElement, names: readonly string[], { from, to }: Renaming): XmlElement {
  const children = element.children.map((child) =>
    names.includes(child.name) && valueOf(child) === from ? makeElement(child.name, child, { text: to }) : child,
  );
  return children.every((child, i) => child === element.children[i]) ? element : withChildren(element, children);
}

/** Formats with six digits, like the reference: with more digits, sensors would be elsewhere than in Gazebo. */
function xyzText({ x, y, z }: Pose): string {
  return [x, y, z].map(sixDigits).join(" ");
}

function rpyText(placed: Pose): string {
  const { roll, pitch, yaw } = urdfAngles(rotationOf(placed));
  return [roll, pitch, yaw].map(sixDigits).join(" ");
}

function sixDigits(value: number): string {
  return String(Number(value.toPrecision(6)));
}
