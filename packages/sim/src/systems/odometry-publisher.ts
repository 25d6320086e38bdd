import type { gz } from "@orrery/msgs";
import { compose, pose, rotationOf, type Pose } from "../base/pose.ts";
import { conjugate, rotate } from "../base/quat.ts";
import { fromRollPitchYaw, toRollPitchYaw } from "../base/rotation.ts";
import { add, cross, subtract, zero } from "../base/vec3.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../components/motion.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { asLength, numberParam, textParam, vec3Param } from "../runner/systems/params.ts";
import { defineSystem } from "../runner/systems/system.ts";
import { worldPose } from "../entities/find.ts";
import { asTopicName } from "../transport/names.ts";
import { canonicalLinkOf } from "../entities/canonical-link.ts";
import { modelName, modelTopic } from "./control/model-joint.ts";
import { isDue } from "../runner/systems/publish-rate.ts";
import { odometryMessage, transformMessage } from "./drive/odometry-message.ts";
import { gazeboNames } from "./gazebo-names.ts";

/** Publishes the true pose of a model, as the odometry of wheels that never slip would. */
export default defineSystem({
  name: "odometry-publisher",
  aliases: gazeboNames("OdometryPublisher", "odometry-publisher"),
  summary: "Publishes a model's pose and velocity as odometry",
  params: {
    odomFrame: textParam("odom_frame", "", "default NAME/odom"),
    baseFrame: textParam("robot_base_frame", "", "default NAME/base_footprint"),
    frequency: numberParam("odom_publish_frequency", 50, "Hz; 0 is every step"),
    odomTopic: textParam("odom_topic", "", "default /model/NAME/odometry"),
    covarianceTopic: textParam("odom_covariance_topic", "", "default /model/NAME/odometry_with_covariance"),
    tfTopic: textParam("tf_topic", "", "default /model/NAME/pose"),
    dimensions: numberParam("dimensions", 2, "2: on a plane; 3: in space"),
    xyzOffset: asLength(vec3Param("xyz_offset", zero, "m: what is followed, seen from the model")),
    rpyOffset: vec3Param("rpy_offset", zero, "rad, likewise"),
    noise: numberParam("gaussian_noise", 0, "standard deviation of the velocities, m/s and rad/s"),
  },

  create({ entity, world, node, params, random }) {
    const { dimensions, noise, rpyOffset } = params;
    if (dimensions !== 2 && dimensions !== 3) throw new Error(`<dimensions> must be 2 or 3, not ${dimensions}`);
    const offset = pose(params.xyzOffset, fromRollPitchYaw(rpyOffset.x, rpyOffset.y, rpyOffset.z));
    const prefix = modelTopic(world, entity);
    const advertise = <Type extends string>(topic: string, ending: string, type: Type) =>
      node.advertise(asTopicName(topic) || `${prefix}/${ending}`, type);
    const odometry = advertise(params.odomTopic, "odometry", "gz.msgs.Odometry");
    const withCovariance = advertise(
      params.covarianceTopic,
      "odometry_with_covariance",
      "gz.msgs.OdometryWithCovariance",
    );
    const transforms = advertise(params.tfTopic, "pose", "gz.msgs.Pose_V");
    const noisy = (value: number): number => value + (noise > 0 ? noise * random.gaussian() : 0);

    return {
      postUpdate(step) {
        if (step.paused || !world.exists(entity) || !isDue(params.frequency, step)) return;
        // Random numbers are drawn whether or not anybody listens, because their streams are part of the world.
        const now = motionOf(world, entity, offset, dimensions === 2);
        const linear = { x: noisy(now.linear.x), y: noisy(now.linear.y), z: noisy(now.linear.z) };
        const angular = { x: noisy(now.angular.x), y: noisy(now.angular.y), z: noisy(now.angular.z) };
        if (![odometry, withCovariance, transforms].some((topic) => topic.hasSubscribers)) return;
        const name = modelName(world, entity);
        const message = odometryMessage(
          { frame: params.odomFrame || `${name}/odom`, child: params.baseFrame || `${name}/base_footprint` },
          step.timeNs,
          now.pose,
          linear,
          angular,
        );
        odometry.publish(message);
        withCovariance.publish(addCovariance(message, noise * noise));
        transforms.publish(transformMessage(message));
      },
    };
  },
});

/**
 * Returns the pose in the world, and the velocities in the model's own axes. The velocities come from the engine: poses
 * in single precision, 100 m from the origin, would give only noise when differentiated over a step.
 */
function motionOf(world: World, model: Entity, offset: Pose, isFlat: boolean) {
  const now = compose(worldPose(world, model), offset);
  const link = canonicalLinkOf(world, model);
  const turning = (link === undefined ? undefined : world.get(link, WorldAngularVelocity)) ?? zero;
  const moving = (link === undefined ? undefined : world.get(link, WorldLinearVelocity)) ?? zero;
  const arm = link === undefined ? zero : subtract(now, worldPose(world, link));
  const linear = add(moving, cross(turning, arm));
  if (!isFlat) {
    const back = conjugate(rotationOf(now));
    return { pose: now, linear: rotate(back, linear), angular: rotate(back, turning) };
  }
  const back = fromRollPitchYaw(0, 0, -toRollPitchYaw(rotationOf(now)).yaw);
  return {
    pose: { ...now, z: 0 },
    linear: { ...rotate(back, linear), z: 0 },
    angular: { x: 0, y: 0, z: turning.z },
  };
}

function addCovariance({ header, pose: at, twist }: gz.Odometry, variance: number): gz.OdometryWithCovariance {
  const covariance = { data: Array.from({ length: 36 }, (_, i) => (i % 7 === 0 ? variance : 0)) };
  return {
    header: header!,
    pose_with_covariance: { pose: at!, covariance },
    twist_with_covariance: { twist: twist!, covariance },
  };
}
