import { JointPosition, JointVelocityCmd } from "../components/joint.ts";
import { numeric, type ValueOf } from "../ecs/component.ts";
import type { Entity } from "../ecs/entities.ts";
import {
  flagParam,
  numberParam,
  optionalNumberParam,
  jointListParam,
  type ParamValues,
} from "../runner/systems/params.ts";
import { defineSystem, type Step } from "../runner/systems/system.ts";
import { asNamePart } from "../transport/names.ts";
import { commandParams, commandTopic, onJointCommand } from "./control/joint-command.ts";
import { addJointForce, axisFields, modelTopic, setJointSpeed } from "./control/model-joint.ts";
import { namedJoints } from "./control/named-joints.ts";
import { pidParams, stepPid } from "./control/pid.ts";
import { gazeboNames } from "./gazebo-names.ts";

const control = { target: 0, lastError: 0, integral: 0, started: 0 };

/**
 * On the first joint of a controller, one component per axis: the commanded position (rad or m), the PID's memory, and
 * 1 once it has skipped its first step.
 */
export const PositionControl = {
  axis1: numeric("orrery.PositionControl", control),
  axis2: numeric("orrery.PositionControl2", control),
};

/** The parameters of its element in a file. */
export const positionParams = {
  joints: jointListParam("joint_name", "the joint; several move together, by the position of the first"),
  index: numberParam("joint_index", 0, "axis of the joint, from 0"),
  ...pidParams({ p: 1, i: 0.1, d: 0.01 }),
  cmdMax: optionalNumberParam("cmd_max", "upper limit of the output (1000), or of the speed (none)"),
  useVelocity: flagParam(
    "use_velocity_commands",
    false,
    "moves to the target within a step, or at the speed <cmd_max>",
  ),
  initial: numberParam("initial_position", 0, "target until the first command, rad or m"),
  ...commandParams,
};

/** Returns the topic of its targets. */
export function positionTopic(model: string, params: ParamValues<typeof positionParams>): string {
  return commandTopic(params, model, `joint/${asNamePart(params.joints[0] ?? "")}/${params.index}/cmd_pos`);
}

/** Drives joints to a position by a PID on their force, or by their speed. */
export default defineSystem({
  name: "joint-position-controller",
  aliases: gazeboNames("JointPositionController", "joint-position-controller"),
  summary: "Drives a joint to a commanded position",
  params: positionParams,

  create({ entity, world, node, params, log }) {
    if (params.joints.length === 0) throw new Error("it needs a <joint_name>");
    const axis = axisFields[params.index];
    if (axis === undefined) throw new Error(`<joint_index> is ${params.index}; joints have two axes at most`);
    const joints = namedJoints({ world, entity, log }, params.joints, { axes: params.index + 1 });
    const Control = PositionControl[axis];
    const gains = { ...params, cmdMax: params.cmdMax ?? 1000 };
    const read = (first: Entity): ValueOf<typeof Control> =>
      world.get(first, Control) ?? { ...Control.initial(), target: params.initial };

    const topic = positionTopic(modelTopic(world, entity), params);
    onJointCommand({ node, log, topic, params, quantity: "position" }, (target) => {
      const [first] = joints();
      if (first !== undefined) world.set(first, Control, { ...read(first), target });
    });

    return {
      preUpdate({ dt, paused }: Step): void {
        const [first] = joints();
        const position = paused || first === undefined ? undefined : world.get(first, JointPosition);
        if (first === undefined || position === undefined) return;
        const state = read(first);
        // In its first step, Gazebo's controller does not know the position and does nothing.
        if (state.started === 0) return world.set(first, Control, { ...state, started: 1 });
        const error = position[axis] - state.target;
        if (params.useVelocity) {
          const speed = limited(-error / dt, params.cmdMax);
          for (const joint of joints()) setJointSpeed(world, joint, axis, speed);
          return;
        }
        const { output, lastError, integral } = stepPid(gains, state, error, dt);
        world.set(first, Control, { ...state, lastError, integral });
        for (const joint of joints()) addJointForce(world, joint, axis, output);
      },

      onRemove() {
        for (const joint of joints()) {
          world.unset(joint, Control);
          if (params.useVelocity) world.unset(joint, JointVelocityCmd);
        }
      },
    };
  },
});

function limited(speed: number, most: number | undefined): number {
  return most === undefined ? speed : Math.max(-most, Math.min(most, speed));
}
