import { textOf } from "../base/error-text.ts";
import type { gz } from "@orrery/msgs";
import { fromSecNsec, type Nanoseconds } from "../base/time.ts";
import { IsJoint, Name } from "../components/identity.ts";
import { JointAxes, JointPosition, JointType, JointVelocity } from "../components/joint.ts";
import { component, numeric } from "../ecs/component.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { flagParam, numberListParam, jointListParam, textParam, type ParamValues } from "../runner/systems/params.ts";
import { defineSystem, type Step, type SystemContext } from "../runner/systems/system.ts";
import { scopedName } from "../entities/find.ts";
import { asTopicName } from "../transport/names.ts";
import { gainParams, gainsOf } from "./control/gain-lists.ts";
import { addJointForce, modelName, modelTopic } from "./control/model-joint.ts";
import { namedJoints } from "./control/named-joints.ts";
import { stepPid, type PidGains } from "./control/pid.ts";
import { refusals } from "./control/refusals.ts";
import { followed, isOver, trajectoryOf, type Trajectory } from "./control/trajectory.ts";
import { derived } from "./derived.ts";
import { gazeboNames } from "./gazebo-names.ts";

/** On the first joint of a controller: the trajectory being followed. */
export const FollowedTrajectory = component<Trajectory | undefined>("orrery.FollowedTrajectory", () => undefined);

/** On each joint: its target (rad or m, their rates, N·m or N), the PIDs' memories, and 1 after the first step. */
export const TrajectoryControl = numeric("orrery.TrajectoryControl", {
  position: 0,
  velocity: 0,
  effort: 0,
  positionError: 0,
  positionIntegral: 0,
  velocityError: 0,
  velocityIntegral: 0,
  started: 0,
});

interface Actuated {
  readonly entity: Entity;
  readonly name: string;
  readonly initial: number;
  readonly position: PidGains;
  readonly velocity: PidGains;
}

/** The parameters of its element in a file. */
export const trajectoryParams = {
  joints: jointListParam("joint_name", "the joints; default: all of the model with one axis"),
  initial: numberListParam("initial_position", "targets before the first trajectory, one per joint, rad or m"),
  ...gainParams("position"),
  ...gainParams("velocity"),
  topic: textParam(
    "topic",
    "",
    "default /model/NAME/joint_trajectory; progress is published on this name with _progress appended",
  ),
  useHeaderTime: flagParam("use_header_start_time", false, "a trajectory starts at its stamp, not when it arrives"),
};

/** Returns the topic of its trajectories. */
export function trajectoryTopic(model: string, params: ParamValues<typeof trajectoryParams>): string {
  return asTopicName(params.topic || `${model}/joint_trajectory`);
}

/**
 * Moves joints from set-point to set-point at given times, by PIDs on their positions and velocities. Does not
 * interpolate.
 */
export default defineSystem({
  name: "joint-trajectory-controller",
  aliases: gazeboNames("JointTrajectoryController", "joint-trajectory-controller"),
  summary: "Moves joints through the points of a trajectory",
  params: trajectoryParams,

  create(context) {
    const { entity, world, node, params, log } = context;
    const found = params.joints.length > 0 ? namedJoints(context, params.joints) : jointsWithOneAxis(context);
    const joints = derived(world, [Name, IsJoint, JointAxes], () =>
      found().map((joint): Actuated => {
        const name = world.get(joint, Name) ?? "";
        // Gains belong to the position of the name in the list, whether or not the joints before it exist.
        const place = params.joints.length > 0 ? placeOf(world, entity, joint, params.joints) : found().indexOf(joint);
        return {
          entity: joint,
          name,
          initial: params.initial[place] ?? 0,
          position: gainsOf(params, "position", place),
          velocity: gainsOf(params, "velocity", place),
        };
      }),
    );

    const topic = trajectoryTopic(modelTopic(world, entity), params);
    const progress = node.advertise(`${topic}_progress`, "gz.msgs.Float");
    const refuse = refusals(log);
    const take = (message: gz.JointTrajectory): void => {
      for (const name of message.joint_names ?? [])
        if (!joints().some((joint) => joint.name === name))
          refuse(`a trajectory of a joint "${name}", which is not controlled`);
      try {
        const start = params.useHeaderTime ? stampOf(message) : undefined;
        const [first] = joints();
        if (first !== undefined) world.set(first.entity, FollowedTrajectory, trajectoryOf(message, start));
      } catch (error) {
        refuse(textOf(error));
      }
    };
    const type = "gz.msgs.JointTrajectory";
    node.subscribe(topic, type, ({ value }) => take(value));

    /** Advances to the next point when its time has come. */
    function follow(nowNs: Nanoseconds): void {
      const [first] = joints();
      const before = first && world.get(first.entity, FollowedTrajectory);
      if (first === undefined || before === undefined || isOver(before)) return;
      const now = followed(before, nowNs);
      if (now === before) return;
      world.set(first.entity, FollowedTrajectory, now);
      aim(world, joints(), now);
      progress.publish({ data: (now.index + 1) / now.points.length });
    }

    return {
      preUpdate({ dt, timeNs, paused }: Step): void {
        if (paused) return;
        follow(timeNs);
        for (const joint of joints()) drive(world, joint, dt);
      },

      onRemove() {
        for (const joint of joints()) {
          world.unset(joint.entity, FollowedTrajectory);
          world.unset(joint.entity, TrajectoryControl);
        }
      },
    };
  },
});

/** Returns all joints that the model has at present and that have one axis. */
export function jointsWithOneAxis({ world, entity }: Pick<SystemContext<unknown>, "world" | "entity">): () => Entity[] {
  modelName(world, entity);
  const single = ["revolute", "continuous", "prismatic"];
  const isSingle = (part: Entity): boolean =>
    world.has(part, IsJoint) && single.includes(world.get(part, JointType) ?? "");
  return () => (world.exists(entity) ? world.childrenOf(entity).filter(isSingle) : []);
}

function placeOf(world: World, model: Entity, joint: Entity, names: readonly string[]): number {
  return names.indexOf(scopedName(world, joint).slice(scopedName(world, model).length + 2));
}

function stampOf({ header }: gz.JointTrajectory): Nanoseconds | undefined {
  const stamp = header?.stamp;
  return stamp && fromSecNsec({ sec: stamp.sec ?? 0, nsec: stamp.nsec ?? 0 });
}

function aim(world: World, joints: readonly Actuated[], { points, joints: names, index }: Trajectory): void {
  const { positions, velocities, efforts } = points[index]!;
  names.forEach((name, i) => {
    const joint = joints.find((one) => one.name === name);
    if (joint === undefined || !world.exists(joint.entity)) return;
    const control = controlOf(world, joint);
    world.set(joint.entity, TrajectoryControl, {
      ...control,
      position: positions[i] ?? control.position,
      velocity: velocities[i] ?? control.velocity,
      effort: efforts[i] ?? control.effort,
    });
  });
}

function drive(world: World, joint: Actuated, dt: number): void {
  const position = world.get(joint.entity, JointPosition);
  const velocity = world.get(joint.entity, JointVelocity);
  if (position === undefined || velocity === undefined) return;
  const control = controlOf(world, joint);
  // In its first step, Gazebo's controller knows neither position nor velocity.
  if (control.started === 0) return world.set(joint.entity, TrajectoryControl, { ...control, started: 1 });
  const byPosition = stepPid(
    joint.position,
    { lastError: control.positionError, integral: control.positionIntegral },
    position.axis1 - control.position,
    dt,
  );
  const byVelocity = stepPid(
    joint.velocity,
    { lastError: control.velocityError, integral: control.velocityIntegral },
    velocity.axis1 - control.velocity,
    dt,
  );
  world.set(joint.entity, TrajectoryControl, {
    ...control,
    positionError: byPosition.lastError,
    positionIntegral: byPosition.integral,
    velocityError: byVelocity.lastError,
    velocityIntegral: byVelocity.integral,
  });
  addJointForce(world, joint.entity, "axis1", byPosition.output + byVelocity.output + control.effort);
}

function controlOf(world: World, { entity, initial }: Actuated): ReturnType<typeof TrajectoryControl.initial> {
  return world.get(entity, TrajectoryControl) ?? { ...TrajectoryControl.initial(), position: initial };
}
