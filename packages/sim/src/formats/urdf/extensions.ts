import type { Problems } from "../../scene/problem.ts";
import { parseNumber } from "../sdf/values.ts";
import { attributeOf, childrenOf, placeOf, type XmlElement } from "../xml.ts";

/** The contents of one `<gazebo>` tag, Gazebo's extension of URDF. */
export interface Extension {
  /**
   * The link or joint it was written for; empty for the robot. Lumping moves the tag to a different link, but keeps
   * this.
   */
  readonly origin: string;
  /** SDF that is inserted unchanged into the link, joint or model. */
  readonly blobs: readonly XmlElement[];
  /** SDF that is inserted into every collision, and every visual, of the link. */
  readonly collisionBlobs: readonly XmlElement[];
  readonly visualBlobs: readonly XmlElement[];
  /** Settings with a special spelling, as text by name: `mu1`, `kp`, `material`, … */
  readonly settings: ReadonlyMap<string, string>;
  readonly element: XmlElement;
}

export interface Extensions {
  /** By link or joint; "" for the robot itself. */
  readonly byReference: ReadonlyMap<string, readonly Extension[]>;
  /** Fixed joints that stay joints. */
  readonly preserved: ReadonlySet<string>;
  /** Fixed joints that become revolute ones that cannot turn: an older way to prevent lumping. */
  readonly revolute: ReadonlySet<string>;
}

const NUMBERS =
  `dampingFactor maxVel minDepth mu1 mu2 kp kd maxContacts laserRetro springReference springStiffness stopCfm
  stopErp fudgeFactor`.split(/\s+/);
const SWITCHES = ["static", "turnGravityOff", "selfCollide", "provideFeedback", "cfmDamping", "implicitSpringDamper"];
const TEXTS = ["material", "fdir1", "canonicalBody"];

export function readExtensions(robot: XmlElement, problems: Problems): Extensions {
  const byReference = new Map<string, Extension[]>();
  const preserved = new Set<string>();
  const revolute = new Set<string>();
  for (const element of childrenOf(robot, "gazebo")) {
    const reference = attributeOf(element, "reference") ?? "";
    const known = byReference.get(reference);
    const extension = readExtension(element, reference, problems);
    if (known === undefined) byReference.set(reference, [extension]);
    else known.push(extension);
    for (const child of element.children) {
      if (child.name === "preserveFixedJoint" && isYes(valueOf(child))) preserved.add(reference);
      if (child.name === "disableFixedJointLumping" && isYes(valueOf(child))) revolute.add(reference);
    }
  }
  // A file with the newer tag has the older one only for older readers.
  for (const joint of preserved) revolute.delete(joint);
  return { byReference, preserved, revolute };
}

/** Returns whether the text is `true`, `yes` or `1`. */
export function isYes(text: string): boolean {
  return ["true", "yes", "1"].includes(text.toLowerCase());
}

/** Returns whether the text is `false`, `no` or `0`. */
export function isNo(text: string): boolean {
  return ["false", "no", "0"].includes(text.toLowerCase());
}

/** Reads `<key value="v"/>` or `<key>v</key>`. */
export function valueOf(element: XmlElement): string {
  return (attributeOf(element, "value") ?? element.text).trim();
}

function readExtension(element: XmlElement, origin: string, problems: Problems): Extension {
  const settings = new Map<string, string>();
  const blobs: XmlElement[] = [];
  const collisionBlobs: XmlElement[] = [];
  const visualBlobs: XmlElement[] = [];
  for (const child of element.children) {
    const { name } = child;
    const value = valueOf(child);
    if (NUMBERS.includes(name)) {
      if (parseNumber(value) !== undefined) settings.set(name, value);
      else problems.error("bad-value", `<${name}> of <gazebo> is not a number: "${value}"`, placeOf(child));
    } else if (SWITCHES.includes(name) || TEXTS.includes(name)) settings.set(name, value);
    else if (name === "collision") collisionBlobs.push(...child.children);
    else if (name === "visual") visualBlobs.push(...child.children);
    else if (name !== "preserveFixedJoint" && name !== "disableFixedJointLumping") blobs.push(child);
  }
  return { origin, blobs, collisionBlobs, visualBlobs, settings, element };
}
