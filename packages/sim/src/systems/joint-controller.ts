import { JointVelocity, JointVelocityCmd } from "../components/joint.ts";
import { numeric, type ValueOf } from "../ecs/component.ts";
import type { Entity } from "../ecs/entities.ts";
import { flagParam, numberParam, jointListParam, type ParamValues } from "../runner/systems/params.ts";
import { defineSystem, type Step } from "../runner/systems/system.ts";
import { asNamePart } from "../transport/names.ts";
import { commandParams, commandTopic, onJointCommand } from "./control/joint-command.ts";
import { addJointForce, modelTopic, setJointSpeed } from "./control/model-joint.ts";
import { namedJoints } from "./control/named-joints.ts";
import { pidParams, stepPid } from "./control/pid.ts";
import { gazeboNames } from "./gazebo-names.ts";

/**
 * On the first joint of a controller: the commanded speed (rad/s or m/s), the PID's memory, and 1 once it has skipped
 * its first step.
 */
export const SpeedControl = numeric("orrery.SpeedControl", { target: 0, lastError: 0, integral: 0, started: 0 });

/** The parameters of its element in a file. */
export const speedParams = {
  joints: jointListParam("joint_name", "the joint; several move together, by the speed of the first"),
  useForce: flagParam("use_force_commands", false, "a PID on the joint's force instead of its motor"),
  ...pidParams({ p: 1, i: 0, d: 0 }),
  freewheels: flagParam(
    "disable_braking",
    false,
    "with <use_force_commands>: no force while it is faster than the target",
  ),
  initial: numberParam("initial_velocity", 0, "target until the first command, rad/s or m/s"),
  ...commandParams,
};

/** Returns the topic of its targets. */
export function speedTopic(model: string, params: ParamValues<typeof speedParams>): string {
  return commandTopic(params, model, `joint/${asNamePart(params.joints[0] ?? "")}/cmd_vel`);
}

/** Holds joints at a speed: by their motors, up to their effort, or by a PID on their force. */
export default defineSystem({
  name: "joint-controller",
  aliases: gazeboNames("JointController", "joint-controller"),
  summary: "Keeps a joint at a commanded speed",
  params: speedParams,

  create({ entity, world, node, params, log }) {
    if (params.joints.length === 0) throw new Error("it needs a <joint_name>");
    const joints = namedJoints({ world, entity, log }, params.joints, { axes: 1 });
    const read = (first: Entity): ValueOf<typeof SpeedControl> =>
      world.get(first, SpeedControl) ?? { ...SpeedControl.initial(), target: params.initial };

    const topic = speedTopic(modelTopic(world, entity), params);
    onJointCommand({ node, log, topic, params, quantity: "velocity" }, (target) => {
      const [first] = joints();
      if (first !== undefined) world.set(first, SpeedControl, { ...read(first), target });
    });

    return {
      preUpdate({ dt, paused }: Step): void {
        const [first] = joints();
        const velocity = paused || first === undefined ? undefined : world.get(first, JointVelocity);
        if (first === undefined || velocity === undefined) return;
        const state = read(first);
        // In its first step, Gazebo's controller does not know the speed and does nothing.
        if (state.started === 0) return world.set(first, SpeedControl, { ...state, started: 1 });
        if (!params.useForce) {
          for (const joint of joints()) setJointSpeed(world, joint, "axis1", state.target);
          return;
        }
        const error = velocity.axis1 - state.target;
        // The joint is only accelerated, never braked; at a target of zero it rolls to a stop by itself.
        if (params.freewheels && (state.target === 0 || Math.sign(state.target) * error > 0)) return;
        const { output, lastError, integral } = stepPid(params, state, error, dt);
        world.set(first, SpeedControl, { ...state, lastError, integral });
        for (const joint of joints()) addJointForce(world, joint, "axis1", output);
      },

      onRemove() {
        for (const joint of joints()) {
          world.unset(joint, SpeedControl);
          if (!params.useForce) world.unset(joint, JointVelocityCmd);
        }
      },
    };
  },
});
