import { identityPose, rotationOf, type Pose } from "../../base/pose.ts";
import { rotate } from "../../base/quat.ts";
import { dot, type Vec3 } from "../../base/vec3.ts";
import { JointAxes, JointChildFrame, JointLinks, JointParentFrame, JointType } from "../../components/joint.ts";
import { JointSettings } from "../../components/saving.ts";
import { noEntity, type Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { find } from "../../entities/find.ts";
import type { Laws, Miss } from "./mimics.ts";

/**
 * Adds the law of a gearbox: θ₂ = −ratio · θ₁, for the angle of its child about the second axis and that of its parent
 * about the first, both relative to the reference body. The gearbox itself holds nothing; hinges on the reference body
 * do. Returns whether the joint is a working gearbox; `miss` is called with the reason if it is a faulty one.
 */
export function gearUp(world: World, gearbox: Entity, joints: readonly Entity[], laws: Laws, miss: Miss): boolean {
  if (world.get(gearbox, JointType) !== "gearbox") return false;
  const fail = (why: string): false => {
    miss(gearbox, `${why}; this gearbox is left out`);
    return false;
  };
  const { gearboxRatio, gearboxReferenceBody: name } = world.get(gearbox, JointSettings) ?? JointSettings.initial();
  const body = name === "world" ? noEntity : find(world, world.parentOf(gearbox), name);
  if (name === "" || body === undefined) return fail(`its gearbox_reference_body "${name}" is no link`);
  if (gearboxRatio === 0) return fail("its gearbox_ratio is 0");
  const { parent, child } = world.get(gearbox, JointLinks) ?? JointLinks.initial();
  const axes = world.get(gearbox, JointAxes) ?? [];
  const sides = [
    { link: parent as Entity, frame: world.get(gearbox, JointParentFrame), axis: axes[0] },
    { link: child as Entity, frame: world.get(gearbox, JointChildFrame), axis: axes[1] },
  ].map(({ link, frame, axis }) => axis && hingeOf(world, joints, body, link, inLink(frame, axis.xyz)));
  const [first, second] = sides;
  if (first === undefined || second === undefined) {
    return fail(
      `"${name}" has no hinge to its ${first === undefined ? "parent about its axis" : "child about its axis2"}`,
    );
  }
  // The signs are ±1, so each is its own inverse.
  const multiplier = -gearboxRatio * first.sign * second.sign;
  if (!laws.get(second.hinge)?.[0]) {
    laws.set(second.hinge, [{ joint: first.hinge, axis: 0, multiplier, offset: 0 }]);
  } else if (!laws.get(first.hinge)?.[0] && multiplier !== 0) {
    laws.set(first.hinge, [{ joint: second.hinge, axis: 0, multiplier: 1 / multiplier, offset: 0 }]);
  } else return fail("both its sides follow other joints already");
  return true;
}

/**
 * Returns the hinge between the reference body and a link about an axis of the link, and whether its angle has the same
 * sign.
 */
function hingeOf(
  world: World,
  joints: readonly Entity[],
  body: Entity,
  link: Entity,
  axis: Vec3,
): { readonly hinge: Entity; readonly sign: 1 | -1 } | undefined {
  for (const hinge of joints) {
    const type = world.get(hinge, JointType);
    if (type !== "revolute" && type !== "continuous") continue;
    const { parent, child } = world.get(hinge, JointLinks) ?? JointLinks.initial();
    const isReversed = parent === link && child === body;
    if (!isReversed && !(parent === body && child === link)) continue;
    const frame = world.get(hinge, isReversed ? JointParentFrame : JointChildFrame);
    const along = dot(inLink(frame, world.get(hinge, JointAxes)![0]!.xyz), axis);
    if (Math.abs(along) > PARALLEL) return { hinge, sign: along < 0 === isReversed ? 1 : -1 };
  }
  return undefined;
}

/** Cosine of 0.08°. */
const PARALLEL = 0.999999;

function inLink(frame: Pose = identityPose, axis: Vec3): Vec3 {
  return rotate(rotationOf(frame), axis);
}
