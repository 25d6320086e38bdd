import { identityPose } from "../../../base/pose.ts";
import { MIN_MASS } from "../../../solids/least-mass.ts";
import type { Problems } from "../../../scene/problem.ts";
import type { CollisionScene, InertialScene, SourcePlace } from "../../../scene/scene.ts";
import { childOf, childOrEmpty, placeOf, type XmlElement } from "../../xml.ts";
import type { SdfContext } from "../context.ts";
import { isPositiveDefinite, isPossibleInertia, massOfShapes } from "../inertia.ts";
import { readPose } from "../poses.ts";
import { readBoolAttribute, readNumber } from "../values.ts";

/** SDF's default: a link without `<inertial>` weighs 1 kg. */
const defaultInertial: InertialScene = {
  mass: 1,
  pose: identityPose,
  ixx: 1,
  iyy: 1,
  izz: 1,
  ixy: 0,
  ixz: 0,
  iyz: 0,
  auto: false,
};

/** In kg/m³, if neither the collision nor the link gives a density: that of water. */
export const DEFAULT_DENSITY = 1000;

export function readInertial(
  link: XmlElement,
  collisions: readonly CollisionScene[],
  context: SdfContext,
): InertialScene {
  const element = childOf(link, "inertial");
  if (element === undefined) return defaultInertial;
  if (readBoolAttribute(element, "auto", false)) return autoInertial(element, collisions, context);
  return writtenInertial(element, context);
}

function writtenInertial(element: XmlElement, context: SdfContext): InertialScene {
  const { problems } = context;
  const moments = childOrEmpty(element, "inertia");
  const one = { fallback: 1 };
  const zero = { fallback: 0 };
  const inertial: InertialScene = {
    mass: readNumber(element, "mass", { fallback: 1, infinite: true }, problems),
    pose: readPose(element, context).pose,
    ixx: readNumber(moments, "ixx", one, problems),
    iyy: readNumber(moments, "iyy", one, problems),
    izz: readNumber(moments, "izz", one, problems),
    ixy: readNumber(moments, "ixy", zero, problems),
    ixz: readNumber(moments, "ixz", zero, problems),
    iyz: readNumber(moments, "iyz", zero, problems),
    auto: false,
  };
  if (!Number.isFinite(inertial.mass) || inertial.mass < 0) {
    const message = `<mass> of <inertial>: ${inertial.mass} is no mass`;
    problems.error("bad-inertia", message, placeOf(childOf(element, "mass") ?? element), "kilograms, as in 5");
  } else if (!isPossibleInertia(inertial)) {
    const hint = "no principal moment may be below zero or above the sum of the other two";
    problems.error("bad-inertia", "<inertia> belongs to no real body", placeOf(moments), hint);
  } else if (inertial.mass === 0 || !isPositiveDefinite(inertial)) {
    const what = inertial.mass === 0 ? "<mass>" : "<inertia> about an axis";
    problems.warn("bad-inertia", `${what} is zero`, placeOf(element), "engines refuse to move such a body");
  } else {
    warnOfTiny(inertial, placeOf(element), problems);
  }
  return inertial;
}

function autoInertial(element: XmlElement, collisions: readonly CollisionScene[], context: SdfContext): InertialScene {
  const { problems } = context;
  const hasMass = childOf(element, "mass") !== undefined;
  const mass = hasMass ? readNumber(element, "mass", { fallback: 1, above: 0 }, problems) : undefined;
  const waits = collisions.some(({ geometry }) => geometry.type === "mesh" || geometry.type === "polyline");
  if (waits) return { ...defaultInertial, auto: true, awaiting: { mass, where: placeOf(element) } };
  return inertialOf(collisions, mass, placeOf(element), problems);
}

/** Computes the inertial of a body made of these shapes, scaled to the mass in the file if there is one. */
export function inertialOf(
  collisions: readonly CollisionScene[],
  written: number | undefined,
  where: SourcePlace,
  problems: Problems,
): InertialScene {
  const solid = massOfShapes(collisions);
  // A heightmap has no underside.
  const hasGround = collisions.some(({ geometry }) => geometry.type === "heightmap");
  const ground = "auto inertia: a <heightmap> has no volume";
  if (solid === undefined) {
    const hint = "add a collision with a volume, or write <mass> and <inertia>";
    const why = hasGround ? ground : "auto inertia needs collisions";
    problems.warn("auto-inertia", `${why}; 1 kg is assumed`, where, hint);
    return defaultInertial;
  }
  if (hasGround) problems.warn("auto-inertia", `${ground}; only the other collisions count`, where);
  const mass = written ?? solid.mass;
  const factor = mass / solid.mass;
  const { ixx, iyy, izz, ixy, ixz, iyz } = solid.inertia;
  const inertial: InertialScene = {
    mass,
    pose: { ...identityPose, ...solid.center },
    ixx: ixx * factor,
    iyy: iyy * factor,
    izz: izz * factor,
    ixy: ixy * factor,
    ixz: ixz * factor,
    iyz: iyz * factor,
    auto: true,
  };
  warnOfTiny(inertial, where, problems);
  return inertial;
}

function warnOfTiny({ mass, ixx, iyy, izz }: InertialScene, where: SourcePlace, problems: Problems): void {
  const [what, value] = mass < MIN_MASS ? ["<mass>", mass] : ["<inertia> about an axis", Math.min(ixx, iyy, izz)];
  if (value >= MIN_MASS) return;
  problems.warn("bad-inertia", `${what} is ${value}; engines go by ${MIN_MASS}, their least`, where);
}
