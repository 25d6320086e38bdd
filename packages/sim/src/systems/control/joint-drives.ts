import type { gz } from "@orrery/msgs";
import { IsModel, Name } from "../../components/identity.ts";
import { Plugins } from "../../components/simulation.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { readParams, type ParamSpecs, type ParamValues } from "../../runner/systems/params.ts";
import { isPluginOf } from "../../runner/systems/system-library.ts";
import { Problems } from "../../scene/problem.ts";
import type { Plugin } from "../../scene/scene.ts";
import jointController, { SpeedControl, speedParams, speedTopic } from "../joint-controller.ts";
import jointPositionController, {
  PositionControl,
  positionParams,
  positionTopic,
} from "../joint-position-controller.ts";
import jointTrajectoryController, {
  FollowedTrajectory,
  jointsWithOneAxis,
  TrajectoryControl,
  trajectoryParams,
  trajectoryTopic,
} from "../joint-trajectory-controller.ts";
import { axisFields, modelTopic } from "./model-joint.ts";
import { jointsByName } from "./named-joints.ts";

/** An axis of a joint that a controller moves to the targets it receives on a topic. */
export interface JointDrive {
  readonly joint: Entity;
  /** Counted from 0. */
  readonly axis: number;
  /** Targets are in rad or m, or in rad/s or m/s. */
  readonly quantity: "position" | "velocity";
  readonly topic: string;
  readonly via: "number" | "actuators" | "trajectory";
  /** Index among the actuators. */
  readonly place: number;
  /** The joint that has the controller's state: the first of the joints that move together. */
  readonly leader: Entity;
  /** The target until the first command. */
  readonly initial: number;
}

/**
 * Returns the axes driven by the controllers of a model and of the models in it. Reads only components, so it works on
 * a copy of a world too.
 */
export function jointDrivesOf(world: World, model: Entity): JointDrive[] {
  const own = (world.get(model, Plugins) ?? []).flatMap((plugin) => drivesOf(world, model, plugin));
  const nested = world.childrenOf(model).filter((child) => world.has(child, IsModel));
  return [...own, ...nested.flatMap((child) => jointDrivesOf(world, child))];
}

/** Returns the present target of a drive, rad or m, or per second. */
export function driveTarget(world: World, drive: JointDrive): number {
  const { leader, axis, joint, initial } = drive;
  if (drive.via === "trajectory") return trajectoryTarget(world, drive);
  if (drive.quantity === "velocity") return world.get(leader, SpeedControl)?.target ?? initial;
  const field = axisFields[axis] ?? "axis1";
  return world.exists(joint) ? (world.get(leader, PositionControl[field])?.target ?? initial) : initial;
}

/**
 * Returns the type and value of the message that gives a drive a target. Other drives in `all` that the same message
 * sets keep their targets.
 */
export function driveMessage(
  world: World,
  all: readonly JointDrive[],
  drive: JointDrive,
  target: number,
): { readonly type: string; readonly value: gz.Double | gz.Actuators | gz.JointTrajectory } {
  if (drive.via === "number") return { type: "gz.msgs.Double", value: { data: target } };
  const together = all.filter(({ topic, via }) => topic === drive.topic && via === drive.via);
  const isMeant = ({ joint, place }: JointDrive): boolean =>
    drive.via === "trajectory" ? joint === drive.joint : place === drive.place;
  const wanted = (one: JointDrive): number => (isMeant(one) ? target : driveTarget(world, one));
  if (drive.via === "trajectory") {
    const positions = together.map(wanted);
    return {
      type: "gz.msgs.JointTrajectory",
      value: {
        joint_names: together.map(({ joint }) => world.get(joint, Name) ?? ""),
        points: [{ positions, velocities: positions.map(() => 0) }],
      },
    };
  }
  const { quantity } = drive;
  const alike = together.filter((one) => one.quantity === quantity);
  const values = Array.from({ length: 1 + Math.max(...alike.map(({ place }) => place)) }, () => 0);
  for (const one of alike) values[one.place] = wanted(one);
  return { type: "gz.msgs.Actuators", value: quantity === "position" ? { position: values } : { velocity: values } };
}

function drivesOf(world: World, model: Entity, plugin: Plugin): JointDrive[] {
  const topicOf = modelTopic(world, model);
  if (isPluginOf(jointPositionController, plugin)) {
    const params = paramsOf(positionParams, plugin);
    return alike(world, model, params, {
      axis: params.index,
      quantity: "position",
      topic: positionTopic(topicOf, params),
    });
  }
  if (isPluginOf(jointController, plugin)) {
    const params = paramsOf(speedParams, plugin);
    return alike(world, model, params, { axis: 0, quantity: "velocity", topic: speedTopic(topicOf, params) });
  }
  if (!isPluginOf(jointTrajectoryController, plugin)) return [];
  const params = paramsOf(trajectoryParams, plugin);
  const topic = trajectoryTopic(topicOf, params);
  const joints =
    params.joints.length > 0 ? named(world, model, params.joints) : jointsWithOneAxis({ world, entity: model })();
  const [leader] = joints;
  return joints.map((joint, i) => ({
    ...{ joint, axis: 0, quantity: "position", topic, via: "trajectory", place: i },
    ...{ leader: leader!, initial: params.initial[i] ?? 0 },
  }));
}

/** Describes the joints of a controller that gives all of them the same command. */
function alike(
  world: World,
  model: Entity,
  params: {
    readonly joints: readonly string[];
    readonly useActuators: boolean;
    readonly actuator: number;
    readonly initial: number;
  },
  drive: Pick<JointDrive, "axis" | "quantity" | "topic">,
): JointDrive[] {
  const joints = named(world, model, params.joints);
  const [leader] = joints;
  const via = params.useActuators ? "actuators" : "number";
  const { initial, actuator: place } = params;
  return joints.map((joint) => ({ ...drive, joint, via, place, leader: leader!, initial }));
}

function named(world: World, model: Entity, names: readonly string[]): Entity[] {
  const byName = jointsByName(world, model);
  return [...new Set(names.flatMap((name) => byName.get(name) ?? []))];
}

/** Reads parameters without reporting problems; they are reported when the system starts. */
function paramsOf<S extends ParamSpecs>(specs: S, plugin: Plugin): ParamValues<S> {
  return readParams(specs, plugin, undefined, new Problems());
}

/** Returns the target of a trajectory. A trajectory that has not begun counts too: in a paused world it comes next. */
function trajectoryTarget(world: World, { joint, leader, initial }: JointDrive): number {
  const followed = world.get(leader, FollowedTrajectory);
  const place = followed?.index === -1 ? followed.joints.indexOf(world.get(joint, Name) ?? "") : -1;
  const next = followed?.points.at(-1)?.positions[place];
  return next ?? world.get(joint, TrajectoryControl)?.position ?? initial;
}
