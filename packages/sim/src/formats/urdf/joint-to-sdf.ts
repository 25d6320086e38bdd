import { assertNever } from "../../base/assert-never.ts";
import { makeElement, withChild, withChildren } from "../xml-build.ts";
import { childOf, type XmlElement } from "../xml.ts";
import { isYes, type Extension, type Extensions } from "./extensions.ts";
import type { Body, HangingBody } from "./lump.ts";
import type { UrdfJoint } from "./robot.ts";
import { poseElement, valueElement } from "./sdf-elements.ts";

/**
 * Returns the joint that a body is attached by; `undefined` for a joint that leaves it free, for which SDF has no type.
 */
export function jointElement(
  { body, origin }: HangingBody,
  above: Body,
  extensions: readonly Extension[],
  { revolute }: Extensions,
): XmlElement | undefined {
  const joint = body.link.joint!;
  const { element } = joint;
  const isLocked = joint.type === "fixed" && revolute.has(joint.name);
  const type = sdfType(joint, isLocked);
  if (type === undefined) return undefined;
  const parent = above.link.name;
  const made = makeElement("joint", element, {
    attributes: { name: joint.name, type },
    children: [
      poseElement(origin, element, parent === "world" ? "__model__" : parent),
      valueElement("parent", parent, element),
      valueElement("child", body.link.name, element),
      ...(type === "fixed" ? [] : [isLocked ? lockedAxis(element) : axisElement(joint)]),
    ],
  });
  return extensions.reduce(withExtension, made);
}

function sdfType({ type }: UrdfJoint, isLocked: boolean): string | undefined {
  switch (type) {
    case "revolute":
    case "continuous":
      return "revolute";
    case "prismatic":
      return "prismatic";
    case "fixed":
      return isLocked ? "revolute" : "fixed";
    case "floating":
    case "planar":
      return undefined;
    default:
      return assertNever(type);
  }
}

/** Makes an axis about z, limited to 0. */
function lockedAxis(at: XmlElement): XmlElement {
  const limit = makeElement("limit", at, { children: [valueElement("lower", 0, at), valueElement("upper", 0, at)] });
  return makeElement("axis", at, { children: [limit] });
}

function axisElement({ type, axis, limits, dynamics, mimic, element }: UrdfJoint): XmlElement {
  const children = [valueElement("xyz", [axis.x, axis.y, axis.z], element)];
  if (limits !== undefined) {
    const { lower, upper, effort, velocity } = limits;
    const stops = [
      valueElement("lower", Math.min(lower, upper), element),
      valueElement("upper", Math.max(lower, upper), element),
    ];
    const strength = [valueElement("effort", effort, element), valueElement("velocity", velocity, element)];
    children.push(
      makeElement("limit", element, { children: type === "continuous" ? strength : [...stops, ...strength] }),
    );
  }
  if (dynamics !== undefined) {
    const { damping, friction } = dynamics;
    const losses = [valueElement("damping", damping, element), valueElement("friction", friction, element)];
    children.push(makeElement("dynamics", element, { children: losses }));
  }
  if (mimic !== undefined) {
    const law = [valueElement("multiplier", mimic.multiplier, element), valueElement("offset", mimic.offset, element)];
    children.push(makeElement("mimic", element, { attributes: { joint: mimic.joint }, children: law }));
  }
  return makeElement("axis", element, { children });
}

function withExtension(joint: XmlElement, { settings, blobs, element }: Extension): XmlElement {
  let made = joint;
  const add = (path: readonly string[], name: string, value: string | undefined): void => {
    if (value !== undefined) made = withValue(made, path, valueElement(name, value, element));
  };
  const yes = (name: string): string | undefined => {
    const value = settings.get(name);
    return value === undefined ? undefined : String(isYes(value));
  };
  const damper = yes("implicitSpringDamper") ?? yes("cfmDamping");
  if (childOf(joint, "axis") !== undefined) {
    add(["axis", "dynamics"], "spring_reference", settings.get("springReference"));
    add(["axis", "dynamics"], "spring_stiffness", settings.get("springStiffness"));
  }
  add(["physics"], "provide_feedback", yes("provideFeedback"));
  add(["physics", "ode"], "implicit_spring_damper", damper);
  add(["physics", "ode"], "cfm_damping", damper);
  add(["physics", "ode"], "fudge_factor", settings.get("fudgeFactor"));
  add(["physics", "ode", "limit"], "cfm", settings.get("stopCfm"));
  add(["physics", "ode", "limit"], "erp", settings.get("stopErp"));
  return blobs.length === 0 ? made : withChildren(made, [...made.children, ...blobs]);
}

/** Sets a value in a nested child, creating missing elements on the way. */
export function withValue(element: XmlElement, path: readonly string[], value: XmlElement): XmlElement {
  const [next, ...rest] = path;
  if (next === undefined) return withChild(element, value);
  const inner = childOf(element, next) ?? makeElement(next, value);
  return withChild(element, withValue(inner, rest, value));
}
