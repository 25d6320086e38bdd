import { identityPose } from "../../base/pose.ts";
import type { Vec3 } from "../../base/vec3.ts";
import type { Problems } from "../../scene/problem.ts";
import { attributeOf, childOf, placeOf, placeOfAttribute, type XmlElement } from "../xml.ts";
import { URDF_JOINT_TYPES, type UrdfJoint, type UrdfLimits, type UrdfMimic } from "./robot.ts";
import { attempt, numberAttribute, originOf, UrdfError, vectorAttribute } from "./urdf-values.ts";

const alongX: Vec3 = { x: 1, y: 0, z: 0 };

/**
 * Reads a joint. Every problem is an error, because without one of its joints a robot is not a tree. Missing names are
 * empty.
 */
export function readUrdfJoint(element: XmlElement, problems: Problems): UrdfJoint {
  const part = <T>(fallback: T, read: () => T): T => attempt(problems, fallback, read);
  const type = part("fixed", () => typeOf(element));
  const hasAxis = type !== "fixed" && type !== "floating";
  const axis = hasAxis ? childOf(element, "axis") : undefined;
  const safety = childOf(element, "safety_controller");
  if (safety !== undefined) part(0, () => numberAttribute(safety, "k_velocity"));
  return {
    name: part("", () => nameOf(element)),
    type,
    parent: part("", () => linkOf(element, "parent")),
    child: part("", () => linkOf(element, "child")),
    origin: part(identityPose, () => originOf(element)),
    axis: part(alongX, () => (axis === undefined ? alongX : vectorAttribute(axis, "xyz", { x: 0, y: 0, z: 0 }))),
    limits: part(undefined, () => limitsOf(element, type, problems)),
    dynamics: part(undefined, () => dynamicsOf(element)),
    mimic: part(undefined, () => mimicOf(element)),
    element,
  };
}

function nameOf(element: XmlElement): string {
  const name = attributeOf(element, "name");
  if (name === undefined) throw new UrdfError("<joint> has no name", placeOf(element), 'write <joint name="…">');
  return name;
}

function typeOf(element: XmlElement): UrdfJoint["type"] {
  const written = attributeOf(element, "type");
  const type = URDF_JOINT_TYPES.find((one) => one === written);
  if (type !== undefined) return type;
  const hint = `one of ${URDF_JOINT_TYPES.join(", ")}`;
  if (written === undefined) throw new UrdfError("<joint> has no type", placeOf(element), hint);
  throw new UrdfError(`unknown joint type "${written}"`, placeOfAttribute(element, "type"), hint);
}

function linkOf(element: XmlElement, end: "parent" | "child"): string {
  const name = attributeOf(childOf(element, end) ?? element, "link") ?? "";
  if (name !== "") return name;
  const message = `joint "${attributeOf(element, "name")}" has no ${end} link`;
  throw new UrdfError(message, placeOf(childOf(element, end) ?? element), `add <${end} link="…"/>`);
}

function limitsOf(element: XmlElement, type: UrdfJoint["type"], problems: Problems): UrdfLimits | undefined {
  const limit = childOf(element, "limit");
  if (limit !== undefined) {
    const isUnsaid = attributeOf(limit, "lower") === undefined && attributeOf(limit, "upper") === undefined;
    if (isUnsaid && (type === "revolute" || type === "prismatic")) {
      const message = `${type} joint "${attributeOf(element, "name")}" has a <limit> without lower and upper, so it cannot move`;
      problems.warn("bad-limits", message, placeOf(limit), 'write lower="…" upper="…"');
    }
    return {
      lower: numberAttribute(limit, "lower", 0),
      upper: numberAttribute(limit, "upper", 0),
      effort: numberAttribute(limit, "effort"),
      velocity: numberAttribute(limit, "velocity"),
    };
  }
  if (type !== "revolute" && type !== "prismatic") return undefined;
  const message = `${type} joint "${attributeOf(element, "name")}" has no <limit>`;
  throw new UrdfError(message, placeOf(element), 'add <limit lower="" upper="" effort="" velocity=""/>');
}

function dynamicsOf(element: XmlElement): UrdfJoint["dynamics"] {
  const dynamics = childOf(element, "dynamics");
  if (dynamics === undefined) return undefined;
  if (attributeOf(dynamics, "damping") === undefined && attributeOf(dynamics, "friction") === undefined) {
    throw new UrdfError("<dynamics> has neither damping nor friction", placeOf(dynamics), "remove it");
  }
  return { damping: numberAttribute(dynamics, "damping", 0), friction: numberAttribute(dynamics, "friction", 0) };
}

function mimicOf(element: XmlElement): UrdfMimic | undefined {
  const mimic = childOf(element, "mimic");
  if (mimic === undefined) return undefined;
  const joint = attributeOf(mimic, "joint");
  if (joint === undefined) throw new UrdfError("<mimic> names no joint", placeOf(mimic), 'write <mimic joint="…">');
  return { joint, multiplier: numberAttribute(mimic, "multiplier", 1), offset: numberAttribute(mimic, "offset", 0) };
}
