import type { gz } from "@orrery/msgs";
import { tan } from "../base/math/math.ts";
import { numeric } from "../ecs/component.ts";
import {
  asLength,
  flagParam,
  numberParam,
  jointListParam,
  textParam,
  type ParamValues,
} from "../runner/systems/params.ts";
import { defineSystem, type System, type SystemContext } from "../runner/systems/system.ts";
import { commandParams, commandTopic } from "./control/joint-command.ts";
import { modelTopic } from "./control/model-joint.ts";
import { refusals } from "./control/refusals.ts";
import { ackermannCommand, steeringAngles, turningRadius, type AckermannGeometry } from "./drive/ackermann.ts";
import { checkAboveZero } from "./drive/check-above-zero.ts";
import { DriveCommands } from "./drive/drive-commands.ts";
import { DriveOdometry, odometryParams } from "./drive/drive-odometry.ts";
import { limitParams } from "./drive/speed-limits.ts";
import { WheelJoints } from "./drive/wheel-joints.ts";
import { gazeboNames } from "./gazebo-names.ts";
import { boundProblem } from "../base/value-bounds.ts";

const params = {
  leftJoints: jointListParam("left_joint", "a joint of the left wheels; may be given several times"),
  rightJoints: jointListParam("right_joint", "of the right wheels, likewise"),
  leftSteering: jointListParam("left_steering_joint", "what the left front wheel is steered about"),
  rightSteering: jointListParam("right_steering_joint", "what the right front wheel is steered about"),
  wheelSeparation: asLength(numberParam("wheel_separation", 1, "m between left and right wheels")),
  kingpinWidth: asLength(numberParam("kingpin_width", 0.8, "m between the steering joints")),
  wheelBase: asLength(numberParam("wheel_base", 1, "m between front and rear wheels")),
  steeringLimit: numberParam("steering_limit", 0.5, "rad"),
  wheelRadius: asLength(numberParam("wheel_radius", 0.2, "m")),
  steerGain: numberParam("steer_p_gain", 1, "steering speed per error, 1/s"),
  steeringOnly: flagParam("steering_only", false, "subscribes to an angle, and leaves the wheels' speeds to others"),
  ...commandParams,
  topic: textParam("topic", "", "default /model/NAME/cmd_vel, or /model/NAME/steer_angle"),
  useActuators: flagParam(
    "use_actuator_msg",
    false,
    "with <steering_only>: takes the angle from the positions of gz.msgs.Actuators",
  ),
  ...limitParams,
  ...odometryParams,
};

type Context = SystemContext<ParamValues<typeof params>>;

/** The last commanded steering angle, and that of the next step, in rad; used only with `steering_only`. */
const SteerAngle = numeric("ackermann-steering.Angle", { target: 0, next: 0 });

/** Drives a vehicle with steered front wheels, like a car. */
export default defineSystem({
  name: "ackermann-steering",
  aliases: gazeboNames("AckermannSteering", "ackermann-steering"),
  summary: "Drives a vehicle with steered front wheels",
  params,

  create(context: Context) {
    const { world, entity, log, params: given } = context;
    const { wheelSeparation, kingpinWidth, wheelBase, wheelRadius, steeringLimit } = given;
    checkAboveZero({ wheel_base: wheelBase, wheel_radius: wheelRadius, steering_limit: steeringLimit });
    const geometry = { wheelSeparation, kingpinWidth, wheelBase, wheelRadius, steeringLimit };
    const left = new WheelJoints(world, entity, given.leftSteering, log);
    const right = new WheelJoints(world, entity, given.rightSteering, log);
    const pivots: Pivots = {
      steer({ leftAngle, rightAngle }) {
        left.turn(steeringSpeed(leftAngle - left.position, given.steerGain));
        right.turn(steeringSpeed(rightAngle - right.position, given.steerGain));
      },
      meanAngle: () => (left.position + right.position) / 2,
      release() {
        for (const side of [left, right]) side.release();
      },
    };
    return given.steeringOnly ? steering(context, geometry, pivots) : driving(context, geometry, pivots);
  },
});

/** The joints that steer the front wheels. */
interface Pivots {
  steer(angles: { readonly leftAngle: number; readonly rightAngle: number }): void;
  meanAngle(): number;
  release(): void;
}

function driving(context: Context, geometry: AckermannGeometry, pivots: Pivots): System {
  const { world, entity, log, params: given } = context;
  const left = new WheelJoints(world, entity, given.leftJoints, log);
  const right = new WheelJoints(world, entity, given.rightJoints, log);
  const commands = new DriveCommands(context, {
    name: "ackermann-steering",
    topic: commandTopic({ ...given, useActuators: false }, modelTopic(world, entity), "cmd_vel"),
    enableTopic: "",
    linear: given,
    angular: given,
  });
  const odometry = new DriveOdometry(context, {
    name: "ackermann-steering",
    window: 1,
    // The motion of the middle of the rear axle.
    motion: ([l = 0, r = 0]) => {
      const linear = ((l + r) * geometry.wheelRadius) / 2;
      return { linear, lateral: 0, angular: (linear * tan(pivots.meanAngle())) / geometry.wheelBase };
    },
  });

  return {
    preUpdate({ dt, paused }) {
      if (paused || !world.exists(entity)) return;
      const { linear, angular } = commands.advance(dt);
      const command = ackermannCommand(linear, angular, geometry);
      left.turn(command.leftSpeed);
      right.turn(command.rightSpeed);
      pivots.steer(command);
    },

    postUpdate(step) {
      if (step.paused || !world.exists(entity) || !left.isThere || !right.isThere) return;
      odometry.update(step, [left.position, right.position]);
    },

    onRemove() {
      for (const side of [left, right, pivots]) side.release();
      commands.forget();
      odometry.forget();
    },
  };
}

function steering(
  { world, entity, node, log, params: given }: Context,
  geometry: AckermannGeometry,
  pivots: Pivots,
): System {
  const topic = commandTopic(given, modelTopic(world, entity), "steer_angle");
  const refuse = refusals(log);
  const read = () => world.get(entity, SteerAngle) ?? SteerAngle.initial();
  const setTarget = (target: number): void => {
    const problem = boundProblem("the angle", "motorTarget", target);
    if (problem !== undefined) refuse(`a message on ${topic}: ${problem}`);
    else if (world.exists(entity)) world.set(entity, SteerAngle, { ...read(), target });
  };
  if (given.useActuators) {
    const angleIn = ({ position }: gz.Actuators): number => position?.[given.actuator] ?? Number.NaN;
    node.subscribe(topic, "gz.msgs.Actuators", ({ value }) => setTarget(angleIn(value)));
  } else {
    node.subscribe(topic, "gz.msgs.Double", ({ value }) => setTarget(value.data ?? 0));
  }

  return {
    preUpdate({ paused }) {
      if (paused || !world.exists(entity)) return;
      const { target, next } = read();
      pivots.steer(steeringAngles(turningRadius(next, geometry), geometry));
      if (next !== target) world.set(entity, SteerAngle, { target, next: target });
    },

    onRemove() {
      pivots.release();
      world.unset(entity, SteerAngle);
    },
  };
}

/**
 * Returns the steering speed in rad/s. Errors below a millionth of a radian count as none; otherwise the vehicle would
 * never come to rest.
 */
function steeringSpeed(error: number, gain: number): number {
  return Math.abs(error) < 1e-6 ? 0 : error * gain;
}
