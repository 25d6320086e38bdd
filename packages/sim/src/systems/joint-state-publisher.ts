import type { gz } from "@orrery/msgs";
import { toSecNsec } from "../base/time.ts";
import { IsJoint, Name } from "../components/identity.ts";
import {
  JointAxes,
  JointChildFrame,
  JointLinks,
  JointPosition,
  JointType,
  JointVelocity,
} from "../components/joint.ts";
import { Pose } from "../components/pose.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { jointListParam, numberParam, textParam } from "../runner/systems/params.ts";
import { isDue } from "../runner/systems/publish-rate.ts";
import { toPoseMessage } from "../messages/pose-message.ts";
import { defineSystem, type Step } from "../runner/systems/system.ts";
import { scopedName } from "../entities/find.ts";
import type { JointAxis } from "../scene/joint.ts";
import { asTopicName } from "../transport/names.ts";
import { axisFields, modelName, type AxisField } from "./control/model-joint.ts";
import { namedJoints } from "./control/named-joints.ts";
import { scopedTopic } from "./control/scoped-topic.ts";
import { derived } from "./derived.ts";
import { gazeboNames } from "./gazebo-names.ts";

/** Publishes the positions and velocities of a model's joints after every step. */
export default defineSystem({
  name: "joint-state-publisher",
  aliases: gazeboNames("JointStatePublisher", "joint-state-publisher"),
  summary: "Publishes positions and velocities of joints",
  params: {
    joints: jointListParam("joint_name", "the joints; default: all of the model"),
    topic: textParam("topic", "", "default /world/WORLD/model/NAME/joint_state"),
    rate: numberParam("update_rate", 0, "Hz of simulated time; not above zero: every step"),
  },

  create({ entity, world, node, params, log }) {
    const name = modelName(world, entity);
    const named = namedJoints({ world, entity, log }, params.joints);
    const joints = derived(world, [Name, IsJoint, JointAxes], () =>
      params.joints.length === 0
        ? world.childrenOf(entity).filter((child) => world.has(child, IsJoint))
        : named().toSorted((a, b) => a - b),
    );
    const topic = asTopicName(params.topic || `${scopedTopic(world, entity)}/joint_state`);
    const states = node.advertise(topic, "gz.msgs.Model");
    return {
      postUpdate(step: Step): void {
        const { timeNs } = step;
        if (!isDue(params.rate, step) || !world.exists(entity) || !states.hasSubscribers) return;
        states.publish({
          header: { stamp: toSecNsec(timeNs) },
          name,
          id: entity,
          pose: toPoseMessage(world.get(entity, Pose) ?? Pose.initial()),
          joint: joints().map((joint) => jointMessage(world, entity, joint)),
        });
      },
    };
  },
});

function jointMessage(world: World, model: Entity, joint: Entity): gz.Joint {
  const links = world.get(joint, JointLinks) ?? JointLinks.initial();
  const axes = world.get(joint, JointAxes) ?? [];
  const count = world.get(joint, JointType) === "ball" ? 2 : axes.length;
  const message: { -readonly [K in keyof gz.Joint]: gz.Joint[K] } = {
    name: world.get(joint, Name) ?? "",
    id: joint,
    parent: linkName(world, model, links.parent as Entity),
    child: linkName(world, model, links.child as Entity),
    pose: toPoseMessage(world.get(joint, JointChildFrame) ?? JointChildFrame.initial()),
  };
  axisFields.slice(0, count).forEach((field, i) => (message[field] = axisMessage(world, joint, field, axes[i])));
  return message;
}

function axisMessage(world: World, joint: Entity, field: AxisField, axis: JointAxis | undefined): gz.Axis {
  const state = {
    position: world.get(joint, JointPosition)?.[field] ?? 0,
    velocity: world.get(joint, JointVelocity)?.[field] ?? 0,
  };
  if (axis === undefined) return state;
  const { xyz, lower, upper, damping } = axis;
  return { xyz, limit_lower: finite(lower), limit_upper: finite(upper), damping, ...state };
}

/** Limits a value to ±1e16, which is how SDF writes that there is no limit. */
function finite(limit: number): number {
  return Math.max(-1e16, Math.min(1e16, limit));
}

function linkName(world: World, model: Entity, link: Entity): string {
  if (link === noEntity) return "world";
  if (!world.exists(link)) return "";
  const [name, prefix] = [scopedName(world, link), `${scopedName(world, model)}::`];
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}
