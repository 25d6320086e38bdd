import type { gz } from "@orrery/msgs";
import { Name } from "../../components/identity.ts";
import { component, type ValueComponent } from "../../ecs/component.ts";
import { numberParam, textParam } from "../../runner/systems/params.ts";
import type { Step, SystemContext } from "../../runner/systems/system.ts";
import { asTopicName } from "../../transport/names.ts";
import type { Publisher } from "../../transport/publisher.ts";
import { canonicalLinkOf } from "../../entities/canonical-link.ts";
import { modelName, modelTopic } from "../control/model-joint.ts";
import { isDue } from "../../runner/systems/publish-rate.ts";
import { odometryMessage, transformMessage, type OdometryFrames } from "./odometry-message.ts";
import {
  advanceOdometry,
  isAtRest,
  poseOf,
  startOdometry,
  velocityOf,
  type Motion,
  type WheelOdometry,
} from "./wheel-odometry.ts";

export const odometryParams = {
  odomFrequency: numberParam("odom_publish_frequency", 50, "Hz; 0 is every step"),
  odomTopic: textParam("odom_topic", "", "default /model/NAME/odometry"),
  tfTopic: textParam("tf_topic", "", "default /model/NAME/tf"),
  frameId: textParam("frame_id", "", "default NAME/odom"),
  childFrameId: textParam("child_frame_id", "", "default NAME/LINK, its canonical link"),
};

type OdometryParams = {
  readonly odomFrequency: number;
  readonly odomTopic: string;
  readonly tfTopic: string;
  readonly frameId: string;
  readonly childFrameId: string;
};

export interface DriveOdometryOptions {
  /** Name of the system that has the odometry; its component is named after it. */
  readonly name: string;
  /** Steps over which speeds are smoothed. */
  readonly window: number;
  /** The vehicle's motion when its wheels turn by these angles, rad. */
  readonly motion: (turned: readonly number[]) => Motion;
}

/** Tracks and publishes the pose of a vehicle, computed from the rotation of its wheels. */
export class DriveOdometry {
  readonly #context: SystemContext<OdometryParams>;
  readonly #options: DriveOdometryOptions;
  readonly #component: ValueComponent<WheelOdometry>;
  readonly #odometry: Publisher<gz.Odometry>;
  readonly #transforms: Publisher<gz.Pose_V>;

  constructor(context: SystemContext<OdometryParams>, options: DriveOdometryOptions) {
    const { world, entity, node, params, ordinal } = context;
    this.#context = context;
    this.#options = options;
    const which = ordinal === 1 ? options.name : `${options.name}#${ordinal}`;
    this.#component = component(`${which}.Odometry`, () => startOdometry([]));
    const prefix = modelTopic(world, entity);
    this.#odometry = node.advertise(asTopicName(params.odomTopic) || `${prefix}/odometry`, "gz.msgs.Odometry");
    this.#transforms = node.advertise(asTopicName(params.tfTopic) || `${prefix}/tf`, "gz.msgs.Pose_V");
  }

  /** Updates the odometry with the wheels' positions, rad. Must be called after each step. */
  update(step: Step, wheels: readonly number[]): void {
    const { world, entity, params } = this.#context;
    const before = world.get(entity, this.#component);
    // When joints were added or removed, it restarts from zero instead of jumping.
    if (before?.wheels.length !== wheels.length) return world.set(entity, this.#component, startOdometry(wheels));
    let now = before;
    if (!isAtRest(before, wheels)) {
      const turned = wheels.map((position, i) => position - before.wheels[i]!);
      now = advanceOdometry(before, wheels, this.#options.motion(turned), step.dt, this.#options.window);
      world.set(entity, this.#component, now);
    }
    if (isDue(params.odomFrequency, step)) this.#publish(step, now);
  }

  /** Removes its component, so that the next odometry starts at zero. */
  forget(): void {
    this.#context.world.unset(this.#context.entity, this.#component);
  }

  #publish({ timeNs }: Step, odometry: WheelOdometry): void {
    if (!this.#odometry.hasSubscribers && !this.#transforms.hasSubscribers) return;
    const { linear, lateral, angular } = velocityOf(odometry);
    const message = odometryMessage(
      this.#frames(),
      timeNs,
      poseOf(odometry),
      { x: linear, y: lateral, z: 0 },
      { x: 0, y: 0, z: angular },
    );
    this.#odometry.publish(message);
    this.#transforms.publish(transformMessage(message));
  }

  #frames(): OdometryFrames {
    const { world, entity, params } = this.#context;
    const name = modelName(world, entity);
    const link = canonicalLinkOf(world, entity);
    const child = link === undefined ? "" : `${name}/${world.get(link, Name) ?? ""}`;
    return { frame: params.frameId || `${name}/odom`, child: params.childFrameId || child };
  }
}
