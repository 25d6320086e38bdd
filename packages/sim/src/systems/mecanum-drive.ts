import { asLength, numberParam, neededJointsParam, textParam } from "../runner/systems/params.ts";
import { defineSystem } from "../runner/systems/system.ts";
import { asTopicName } from "../transport/names.ts";
import { modelTopic } from "./control/model-joint.ts";
import { checkAboveZero } from "./drive/check-above-zero.ts";
import { DriveCommands, type BodyVelocity } from "./drive/drive-commands.ts";
import { DriveOdometry, odometryParams } from "./drive/drive-odometry.ts";
import { angularLimits, limitParams, linearLimits, ownLimitParams } from "./drive/speed-limits.ts";
import { WheelJoints } from "./drive/wheel-joints.ts";
import type { Motion } from "./drive/wheel-odometry.ts";
import { gazeboNames } from "./gazebo-names.ts";

/**
 * Drives a vehicle on four mecanum wheels in any direction. Directed friction stands for the rollers, as in Gazebo:
 * `<mu>` 1, `<mu2>` 0 and an `<fdir1 gz:expressed_in="CHASSIS">` at 45°.
 */
export default defineSystem({
  name: "mecanum-drive",
  aliases: gazeboNames("MecanumDrive", "mecanum-drive"),
  summary: "Drives a vehicle on mecanum wheels, also sideways",
  params: {
    frontLeft: neededJointsParam("front_left_joint", "a joint of the front left wheel; may be given several times"),
    frontRight: neededJointsParam("front_right_joint", "of the front right one, likewise"),
    backLeft: neededJointsParam("back_left_joint", "of the back left one, likewise"),
    backRight: neededJointsParam("back_right_joint", "of the back right one, likewise"),
    wheelSeparation: asLength(numberParam("wheel_separation", 1, "m between left and right wheels")),
    wheelbase: asLength(numberParam("wheelbase", 1, "m between front and back wheels")),
    wheelRadius: asLength(numberParam("wheel_radius", 0.2, "m")),
    topic: textParam("topic", "", "default /model/NAME/cmd_vel"),
    ...limitParams,
    ...ownLimitParams,
    ...odometryParams,
  },

  create(context) {
    const { entity, world, params, log } = context;
    const { wheelSeparation, wheelbase, wheelRadius } = params;
    checkAboveZero({ wheel_separation: wheelSeparation, wheelbase, wheel_radius: wheelRadius });
    const reach = (wheelSeparation + wheelbase) / 2;
    const wheels = [params.frontLeft, params.frontRight, params.backLeft, params.backRight].map(
      (names) => new WheelJoints(world, entity, names, log),
    );
    const commands = new DriveCommands(context, {
      name: "mecanum-drive",
      topic: asTopicName(params.topic) || `${modelTopic(world, entity)}/cmd_vel`,
      enableTopic: "",
      linear: linearLimits(params),
      angular: angularLimits(params),
    });
    const odometry = new DriveOdometry(context, {
      name: "mecanum-drive",
      window: 10,
      motion: (turned) => mecanumMotion(turned, reach, wheelRadius),
    });

    return {
      preUpdate({ dt, paused }) {
        if (paused || !world.exists(entity)) return;
        const speeds = mecanumSpeeds(commands.advance(dt), reach, wheelRadius);
        wheels.forEach((wheel, i) => wheel.turn(speeds[i]!));
      },

      postUpdate(step) {
        if (step.paused || !world.exists(entity) || !wheels.every(({ isThere }) => isThere)) return;
        odometry.update(
          step,
          wheels.map(({ position }) => position),
        );
      },

      onRemove() {
        for (const wheel of wheels) wheel.release();
        commands.forget();
        odometry.forget();
      },
    };
  },
});

/**
 * Returns the speeds of the wheels (front left, front right, back left, back right), rad/s; `reach` is half their
 * separation plus half their base.
 */
export function mecanumSpeeds({ linear, lateral, angular }: BodyVelocity, reach: number, radius: number): number[] {
  return [
    (linear - lateral - angular * reach) / radius,
    (linear + lateral + angular * reach) / radius,
    (linear + lateral - angular * reach) / radius,
    (linear - lateral + angular * reach) / radius,
  ];
}

/** Returns the vehicle's motion when its wheels turn by these angles, rad: the inverse of `mecanumSpeeds`. */
export function mecanumMotion(
  [fl = 0, fr = 0, bl = 0, br = 0]: readonly number[],
  reach: number,
  radius: number,
): Motion {
  return {
    linear: ((fl + fr + bl + br) * radius) / 4,
    lateral: ((-fl + fr + bl - br) * radius) / 4,
    angular: ((-fl + fr - bl + br) * radius) / (4 * reach),
  };
}
