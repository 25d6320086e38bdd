import type { gz } from "@orrery/msgs";
import { toSecNsec } from "../base/time.ts";
import {
  IsCanonical,
  IsCollision,
  IsJoint,
  IsLink,
  IsModel,
  IsSensor,
  IsVisual,
  IsWorld,
  Name,
} from "../components/identity.ts";
import { JointLinks, JointType } from "../components/joint.ts";
import { Pose } from "../components/pose.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { flagParam, optionalFlagParam, optionalNumberParam, numberParam, textParam } from "../runner/systems/params.ts";
import { toPoseMessage } from "../messages/pose-message.ts";
import { defineSystem, type Step } from "../runner/systems/system.ts";
import { scopedName } from "../entities/find.ts";
import { asTopicName } from "../transport/names.ts";
import type { Publisher } from "../transport/publisher.ts";
import { modelName } from "./control/model-joint.ts";
import { isDue } from "../runner/systems/publish-rate.ts";
import { topicInWorld } from "./control/scoped-topic.ts";
import { derived } from "./derived.ts";
import { gazeboNames } from "./gazebo-names.ts";

/** An entity whose pose is published, with the frame that the pose is relative to. */
interface PublishedEntity {
  readonly entity: Entity;
  readonly frame: string;
  readonly childFrame: string;
}

/** Publishes the poses of a model and its parts, each relative to its parent. */
export default defineSystem({
  name: "pose-publisher",
  aliases: gazeboNames("PosePublisher", "pose-publisher"),
  summary: "Tells the poses of a model and its parts",
  params: {
    links: flagParam("publish_link_pose", true, "links"),
    visuals: flagParam("publish_visual_pose", false, "visuals"),
    collisions: flagParam("publish_collision_pose", false, "collisions"),
    sensors: flagParam("publish_sensor_pose", false, "sensors"),
    nested: flagParam("publish_nested_model_pose", false, "models in the model"),
    model: optionalFlagParam(
      "publish_model_pose",
      "the model itself, unless it is in another one; default: as <publish_nested_model_pose>",
    ),
    vector: flagParam("use_pose_vector_msg", false, "one gz.msgs.Pose_V instead of many gz.msgs.Pose"),
    rate: numberParam("update_frequency", -1, "Hz; not above zero: every step"),
    separate: flagParam("static_publisher", false, "what no joint moves goes to a topic of its own, …/pose_static"),
    staticRate: optionalNumberParam("static_update_frequency", "Hz of that topic; default: as <update_frequency>"),
    topic: textParam("topic", "", "default /model/NAME/pose, with the models around it: /model/OUTER/model/NAME/pose"),
  },

  create({ entity, world, node, params }) {
    modelName(world, entity);
    const isTold = (part: Entity): boolean =>
      (params.links && world.has(part, IsLink)) ||
      (params.visuals && world.has(part, IsVisual)) ||
      (params.collisions && world.has(part, IsCollision)) ||
      (params.sensors && world.has(part, IsSensor)) ||
      (world.has(part, IsModel) && (isNested(world, part) ? params.nested : (params.model ?? params.nested)));
    const lists = derived(world, [Name, JointLinks, JointType], () => {
      // In Gazebo's order: parts before their owners, the last one first.
      const parts = subtree(world, entity).filter(isTold).reverse();
      const moved = params.separate ? movedByJoints(world, entity) : undefined;
      const posesOf = (isWanted: (part: Entity) => boolean) =>
        parts.filter(isWanted).map((part) => publishedEntity(world, part));
      return {
        moved: posesOf((part) => moved?.has(part) ?? true),
        fixed: posesOf((part) => moved?.has(part) === false),
      };
    });
    const type = params.vector ? "gz.msgs.Pose_V" : "gz.msgs.Pose";
    const topic = asTopicName(params.topic) || `${topicInWorld(world, entity)}/pose`;

    const publisherOf = (name: string, list: "moved" | "fixed", rate: number): ((step: Step) => void) => {
      const publisher = node.advertise(name, type);
      return (step) => {
        if (!publisher.hasSubscribers || !isDue(rate, step) || !world.exists(entity)) return;
        publish(world, lists()[list], publisher, step, params.vector);
      };
    };
    const publishers = [publisherOf(topic, "moved", params.rate)];
    if (params.separate) publishers.push(publisherOf(`${topic}_static`, "fixed", params.staticRate ?? params.rate));
    return { postUpdate: (step) => publishers.forEach((each) => each(step)) };
  },
});

function isNested(world: World, model: Entity): boolean {
  return world.has(world.parentOf(model), IsModel);
}

/** Returns the entity and all its descendants, parents first, siblings by id. */
function subtree(world: World, entity: Entity): Entity[] {
  return [entity, ...world.childrenOf(entity).flatMap((child) => subtree(world, child))];
}

/** Returns the links that a joint can move relative to the model. */
function movedByJoints(world: World, model: Entity): ReadonlySet<Entity> {
  const joints = subtree(world, model).filter(
    (part) => world.has(part, IsJoint) && world.get(part, JointType) !== "fixed",
  );
  const links = joints.flatMap((joint) => Object.values(world.get(joint, JointLinks) ?? {}) as Entity[]);
  return new Set(links.filter((link) => link !== 0 && !world.has(link, IsCanonical)));
}

function publishedEntity(world: World, entity: Entity): PublishedEntity {
  const parent = world.parentOf(entity);
  const frame = world.has(parent, IsWorld) ? (world.get(parent, Name) ?? "") : scopedName(world, parent);
  return { entity, frame, childFrame: scopedName(world, entity) };
}

function publish(
  world: World,
  published: readonly PublishedEntity[],
  to: Publisher,
  { timeNs }: Step,
  asVector: boolean,
): void {
  const stamp = toSecNsec(timeNs);
  const poses = published.flatMap(({ entity, frame, childFrame }): gz.Pose[] => {
    const pose = world.exists(entity) ? world.get(entity, Pose) : undefined;
    if (pose === undefined) return [];
    const data = [
      { key: "frame_id", value: [frame] },
      { key: "child_frame_id", value: [childFrame] },
    ];
    return [{ header: { stamp, data }, name: childFrame, ...toPoseMessage(pose) }];
  });
  if (asVector) to.publish({ pose: poses });
  else for (const pose of poses) to.publish(pose);
}
