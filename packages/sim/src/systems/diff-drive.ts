import { asLength, numberParam, neededJointsParam, textParam } from "../runner/systems/params.ts";
import { defineSystem } from "../runner/systems/system.ts";
import { asTopicName } from "../transport/names.ts";
import { modelTopic } from "./control/model-joint.ts";
import { checkAboveZero } from "./drive/check-above-zero.ts";
import { DriveCommands } from "./drive/drive-commands.ts";
import { DriveOdometry, odometryParams } from "./drive/drive-odometry.ts";
import { angularLimits, limitParams, linearLimits, ownLimitParams } from "./drive/speed-limits.ts";
import { WheelJoints } from "./drive/wheel-joints.ts";
import type { Motion } from "./drive/wheel-odometry.ts";
import { gazeboNames } from "./gazebo-names.ts";

/** Drives a vehicle with wheels on two sides, steering by the difference of their speeds. */
export default defineSystem({
  name: "diff-drive",
  aliases: gazeboNames("DiffDrive", "diff-drive"),
  summary: "Drives a vehicle that steers by the speeds of its left and right wheels",
  params: {
    leftJoints: neededJointsParam("left_joint", "a joint of the left wheels; may be given several times"),
    rightJoints: neededJointsParam("right_joint", "of the right wheels, likewise"),
    wheelSeparation: asLength(numberParam("wheel_separation", 1, "m between left and right wheels")),
    wheelRadius: asLength(numberParam("wheel_radius", 0.2, "m")),
    topic: textParam("topic", "", "default /model/NAME/cmd_vel"),
    ...limitParams,
    ...ownLimitParams,
    ...odometryParams,
  },

  create(context) {
    const { entity, world, params, log } = context;
    const { wheelSeparation, wheelRadius } = params;
    checkAboveZero({ wheel_separation: wheelSeparation, wheel_radius: wheelRadius });
    const prefix = modelTopic(world, entity);
    const commands = new DriveCommands(context, {
      name: "diff-drive",
      topic: asTopicName(params.topic) || `${prefix}/cmd_vel`,
      enableTopic: `${prefix}/enable`,
      linear: linearLimits(params),
      angular: angularLimits(params),
    });
    const left = new WheelJoints(world, entity, params.leftJoints, log);
    const right = new WheelJoints(world, entity, params.rightJoints, log);
    const odometry = new DriveOdometry(context, {
      name: "diff-drive",
      window: 10,
      motion: ([l = 0, r = 0]) => wheelMotion(l, r, wheelSeparation, wheelRadius),
    });

    return {
      preUpdate({ dt, paused }) {
        if (paused || !world.exists(entity)) return;
        const { linear, angular } = commands.advance(dt);
        const speeds = wheelSpeeds(linear, angular, wheelSeparation, wheelRadius);
        left.turn(speeds.left);
        right.turn(speeds.right);
      },

      postUpdate(step) {
        if (step.paused || !world.exists(entity) || !left.isThere || !right.isThere) return;
        odometry.update(step, [left.position, right.position]);
      },

      onRemove() {
        for (const side of [left, right]) side.release();
        commands.forget();
        odometry.forget();
      },
    };
  },
});

/** Returns the wheel speeds, rad/s, that give the vehicle this velocity (m/s, rad/s). */
function wheelSpeeds(linear: number, angular: number, separation: number, radius: number) {
  const turn = (angular * separation) / 2;
  return { left: (linear - turn) / radius, right: (linear + turn) / radius };
}

/** Returns the vehicle's motion when its wheels turn by these angles, rad. */
function wheelMotion(left: number, right: number, separation: number, radius: number): Motion {
  return { linear: ((right + left) * radius) / 2, lateral: 0, angular: ((right - left) * radius) / separation };
}
