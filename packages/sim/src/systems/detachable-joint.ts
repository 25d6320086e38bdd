import { ANY_TYPE } from "../transport/message.ts";
import { identityPose, relativeTo } from "../base/pose.ts";
import { IsJoint, IsLink, IsModel, Name } from "../components/identity.ts";
import {
  JointAxes,
  JointChildFrame,
  JointLinks,
  JointParentFrame,
  JointPosition,
  JointType,
  JointVelocity,
} from "../components/joint.ts";
import { numeric } from "../ecs/component.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { flagParam, textParam } from "../runner/systems/params.ts";
import { defineSystem } from "../runner/systems/system.ts";
import { find, scopedName, worldPose } from "../entities/find.ts";
import { asNamePart, asTopicName } from "../transport/names.ts";
import { modelTopic } from "./control/model-joint.ts";
import { gazeboNames } from "./gazebo-names.ts";

/** The values of `next`: what to do in the next step. */
const NOTHING = 0;
const ATTACH = 1;
const DETACH = 2;

/** Holds a link of another model as if glued, and releases it on command. */
export default defineSystem({
  name: "detachable-joint",
  aliases: gazeboNames("DetachableJoint", "detachable-joint"),
  summary: "Holds a link of another model, and releases it on command",
  params: {
    parentLink: textParam("parent_link", "", "link of this model"),
    childModel: textParam("child_model", "", "the other model, scoped from the world, or __model__ for this one"),
    childLink: textParam("child_link", "", "link of the other model"),
    topic: textParam("topic", "", "older name of <detach_topic>"),
    detachTopic: textParam("detach_topic", "", "default /model/NAME/detachable_joint/detach"),
    attachTopic: textParam("attach_topic", "", "default /model/NAME/detachable_joint/attach"),
    outputTopic: textParam("output_topic", "", "default /model/CHILD_MODEL/detachable_joint/state"),
    initialAttach: flagParam("initial_attach", true, "whether it is attached from the start"),
    quiet: flagParam("suppress_child_warning", false, "logs nothing while the other model does not exist"),
  },

  create({ entity, ordinal, world, node, params, log }) {
    const { childModel, childLink } = params;
    const parent = find(world, entity, params.parentLink);
    if (parent === undefined || !world.has(parent, IsLink))
      throw new Error(`<parent_link>: the model ${scopedName(world, entity)} has no link "${params.parentLink}"`);
    if (childModel === "" || childLink === "") throw new Error("it needs a <child_model> and a <child_link>");
    /** The present joint, or 0, and one of the numbers above. */
    const State = numeric(`detachable-joint${ordinal === 1 ? "" : `#${ordinal}`}.State`, { joint: 0, request: 0 });
    const read = () => world.get(entity, State) ?? { joint: 0, request: params.initialAttach ? ATTACH : NOTHING };
    const isAttached = (): boolean => world.has(read().joint as Entity, IsJoint);
    let hasWarned = false;

    const prefix = `${modelTopic(world, entity)}/detachable_joint`;
    const detach = asTopicName(params.detachTopic) || asTopicName(params.topic) || `${prefix}/detach`;
    const attach = asTopicName(params.attachTopic) || `${prefix}/attach`;
    const other = childModel.split("::").map(asNamePart).join("::");
    const state = node.advertise(
      asTopicName(params.outputTopic) || `/model/${other}/detachable_joint/state`,
      "gz.msgs.StringMsg",
    );
    const listen = (topic: string, request: number, isDone: () => boolean): void => {
      node.subscribe(topic, ANY_TYPE, () => {
        if (world.exists(entity) && !isDone()) world.set(entity, State, { ...read(), request });
      });
    };
    listen(detach, DETACH, () => !isAttached());
    listen(attach, ATTACH, isAttached);

    function attachNow(): void {
      const child = findChild(world, entity, childModel, childLink);
      if (child === undefined) {
        if (!params.quiet && !hasWarned)
          log.warn(
            `there is no link "${childLink}" of a model "${childModel}" yet; it will be attached as soon as it exists`,
          );
        hasWarned = true;
        return;
      }
      const joint = glue(world, entity, parent!, child);
      world.set(entity, State, { joint, request: NOTHING });
      state.publish({ data: "attached" });
    }

    function letGo(): void {
      world.remove(read().joint as Entity);
      world.set(entity, State, { joint: noEntity, request: NOTHING });
      state.publish({ data: "detached" });
    }

    return {
      preUpdate({ paused }) {
        if (paused || !world.exists(entity)) return;
        const { joint, request } = read();
        if (joint === noEntity && request === NOTHING) return;
        const isHolding = isAttached();
        if (isHolding && (request === DETACH || !holds(world, joint as Entity))) letGo();
        else if (!isHolding && request === ATTACH && world.exists(parent)) attachNow();
      },

      // Without the system nobody could release the joint.
      onRemove() {
        if (isAttached()) world.remove(read().joint as Entity);
        world.unset(entity, State);
      },
    };
  },
});

/** Creates a joint that holds two links in their present relative pose. */
function glue(world: World, model: Entity, parent: Entity, child: Entity): Entity {
  const joint = world.create(model);
  world.set(joint, IsJoint, {});
  world.set(joint, Name, `detachable_joint_${joint}`);
  world.set(joint, JointType, "fixed");
  world.set(joint, JointAxes, []);
  world.set(joint, JointLinks, { parent, child });
  world.set(joint, JointChildFrame, identityPose);
  world.set(joint, JointParentFrame, relativeTo(worldPose(world, parent), worldPose(world, child)));
  world.set(joint, JointPosition, JointPosition.initial());
  world.set(joint, JointVelocity, JointVelocity.initial());
  return joint;
}

/** Returns whether the joint holds anything: not if its links have been removed. */
function holds(world: World, joint: Entity): boolean {
  const { parent, child } = world.get(joint, JointLinks) ?? JointLinks.initial();
  return world.has(parent as Entity, IsLink) && world.has(child as Entity, IsLink);
}

/** Finds the child link. If several models have the name, one below the holder has precedence. */
function findChild(world: World, holder: Entity, model: string, link: string): Entity | undefined {
  let root = holder;
  while (world.parentOf(root) !== noEntity) root = world.parentOf(root);
  const found = model === "__model__" ? holder : (find(world, holder, model) ?? find(world, root, model));
  if (found === undefined || !world.has(found, IsModel)) return undefined;
  const child = find(world, found, link);
  return child !== undefined && world.has(child, IsLink) ? child : undefined;
}
