import { numeric } from "../ecs/component.ts";
import { jointParam } from "../runner/systems/params.ts";
import { defineSystem, type Step } from "../runner/systems/system.ts";
import { asNamePart } from "../transport/names.ts";
import { addJointForce, modelTopic } from "./control/model-joint.ts";
import { namedJoints } from "./control/named-joints.ts";
import { refusals } from "./control/refusals.ts";
import { gazeboNames } from "./gazebo-names.ts";
import { boundProblem } from "../base/value-bounds.ts";

/** On a joint: the force to apply in every step until the next command, N·m or N. */
const HeldJointForce = numeric("orrery.HeldJointForce", { force: 0 });

/** Applies a force or torque along a joint's axis, from one command to the next. */
export default defineSystem({
  name: "apply-joint-force",
  aliases: gazeboNames("ApplyJointForce", "apply-joint-force"),
  summary: "Applies a commanded force to a joint",
  params: { joint: jointParam("joint_name", "the joint") },

  create({ entity, world, node, params, log }) {
    if (params.joint === "") throw new Error("it needs a <joint_name>");
    const joints = namedJoints({ world, entity, log }, [params.joint], { axes: 1 });
    const refuse = refusals(log);
    const take = (force: number): void => {
      const problem = boundProblem("a force", "jointForce", force);
      if (problem !== undefined) refuse(problem);
      else for (const joint of joints()) world.set(joint, HeldJointForce, { force });
    };
    const topic = `${modelTopic(world, entity)}/joint/${asNamePart(params.joint)}/cmd_force`;
    node.subscribe(topic, "gz.msgs.Double", ({ value }) => take(value.data ?? 0));
    return {
      preUpdate({ paused }: Step): void {
        if (paused) return;
        for (const joint of joints()) {
          const { force } = world.get(joint, HeldJointForce) ?? HeldJointForce.initial();
          if (force !== 0) addJointForce(world, joint, "axis1", force);
        }
      },

      onRemove() {
        for (const joint of joints()) world.unset(joint, HeldJointForce);
      },
    };
  },
});
