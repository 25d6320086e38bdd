import { IsJoint } from "../../../components/identity.ts";
import { JointAxes, JointChildFrame, JointLinks, JointParentFrame, JointType } from "../../../components/joint.ts";
import { JointSettings } from "../../../components/saving.ts";
import type { Entity } from "../../../ecs/entities.ts";
import { scopedName } from "../../../entities/find.ts";
import { jointOf, jointsOf } from "../describe-joint.ts";
import { syncMimics } from "../mimics.ts";
import type { Carrier } from "./carrier.ts";
import type { Edits } from "./edits.ts";

const components = [IsJoint, JointType, JointAxes, JointChildFrame, JointParentFrame, JointLinks, JointSettings];

/** Recreates joints that were edited, and those that were removed along with a recreated body. */
export const joints: Carrier = {
  components,
  carry(edits) {
    const { world, engine, added, guard } = edits;
    const lost = added.size === 0 ? [] : jointsOf(world).filter((joint) => !engine.hasJoint(joint));
    for (const joint of new Set([...edits.touched(components), ...lost].sort((a, b) => a - b))) {
      guard(joint, () => renewJoint(joint, edits));
    }
    syncMimics(world, engine, edits.hasAddedJoints ? 0 : edits.seen, guard);
  },
};

function renewJoint(joint: Entity, edits: Edits): void {
  const { world, engine, guard } = edits;
  if (engine.hasJoint(joint)) engine.removeJoint(joint);
  const desc = world.has(joint, IsJoint) ? jointOf(world, joint) : undefined;
  if (desc === undefined) return;
  const shortcoming = engine.jointShortcoming?.(desc);
  if (shortcoming !== undefined) {
    const why = `${shortcoming}; it is left out (<physics type="mujoco"> has it)`;
    guard.logOnce("warn", `joint ${scopedName(world, joint)}: ${why}`);
    return;
  }
  engine.addJoint(desc);
  edits.hasAddedJoints = true;
}
