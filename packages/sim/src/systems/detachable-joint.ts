import type { gz } from "@orrery/msgs";
import { ANY_TYPE } from "../transport/message.ts";
import type { Log } from "../base/log.ts";
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
import { numeric, type NumericComponent } from "../ecs/component.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { flagParam, textParam, type ParamValues } from "../runner/systems/params.ts";
import { defineSystem, type Step, type System, type SystemContext } from "../runner/systems/system.ts";
import type { Publisher } from "../transport/publisher.ts";
import { find, scopedName, worldPose } from "../entities/find.ts";
import { asNamePart, asTopicName } from "../transport/names.ts";
import { modelTopic } from "./control/model-joint.ts";
import { gazeboNames } from "./gazebo-names.ts";

/** What to do in the next step: the values of `request`. */
const NOTHING = 0;
const ATTACH = 1;
const DETACH = 2;

const params = {
  parentLink: textParam("parent_link", "", "link of this model"),
  childModel: textParam("child_model", "", "the other model, scoped from the world, or __model__ for this one"),
  childLink: textParam("child_link", "", "link of the other model"),
  topic: textParam("topic", "", "older name of <detach_topic>"),
  detachTopic: textParam("detach_topic", "", "default /model/NAME/detachable_joint/detach"),
  attachTopic: textParam("attach_topic", "", "default /model/NAME/detachable_joint/attach"),
  outputTopic: textParam("output_topic", "", "default /model/CHILD_MODEL/detachable_joint/state"),
  initialAttach: flagParam("initial_attach", true, "whether it is attached from the start"),
  quiet: flagParam("suppress_child_warning", false, "logs nothing while the other model does not exist"),
};

type Params = ParamValues<typeof params>;

/** Holds a link of another model as if glued, and releases it on command. */
export default defineSystem({
  name: "detachable-joint",
  aliases: gazeboNames("DetachableJoint", "detachable-joint"),
  summary: "Holds a link of another model, and releases it on command",
  params,
  create: (context) => new DetachableJoint(context),
});

/** The present joint, or 0, and what to do next. */
interface Holding {
  readonly joint: number;
  readonly request: number;
}

class DetachableJoint implements System {
  readonly #world: World;
  readonly #model: Entity;
  readonly #parent: Entity;
  readonly #params: Params;
  readonly #log: Log;
  /** On the model, one for each system of this kind. */
  readonly #holding: NumericComponent<Holding>;
  readonly #state: Publisher<gz.StringMsg>;
  #hasWarned = false;

  constructor({ entity, ordinal, world, node, params: given, log }: SystemContext<Params>) {
    this.#world = world;
    this.#model = entity;
    this.#parent = parentOf(world, entity, given);
    this.#params = given;
    this.#log = log;
    this.#holding = numeric(`detachable-joint${ordinal === 1 ? "" : `#${ordinal}`}.State`, { joint: 0, request: 0 });
    const topics = topicsOf(world, entity, given);
    this.#state = node.advertise(topics.state, "gz.msgs.StringMsg");
    node.subscribe(topics.detach, ANY_TYPE, () => this.#request(DETACH));
    node.subscribe(topics.attach, ANY_TYPE, () => this.#request(ATTACH));
  }

  preUpdate({ paused }: Step): void {
    const world = this.#world;
    if (paused || !world.exists(this.#model)) return;
    const { joint, request } = this.#now();
    if (joint === noEntity && request === NOTHING) return;
    const isHolding = this.#isAttached();
    if (isHolding && (request === DETACH || !holds(world, joint as Entity))) this.#detach();
    else if (!isHolding && request === ATTACH && world.exists(this.#parent)) this.#attach();
  }

  /** Removes the joint: without the system nobody could release it. */
  onRemove(): void {
    if (this.#isAttached()) this.#world.remove(this.#now().joint as Entity);
    this.#world.unset(this.#model, this.#holding);
  }

  #now(): Holding {
    const request = this.#params.initialAttach ? ATTACH : NOTHING;
    return this.#world.get(this.#model, this.#holding) ?? { joint: noEntity, request };
  }

  #isAttached(): boolean {
    return this.#world.has(this.#now().joint as Entity, IsJoint);
  }

  /** Notes what to do in the next step, unless it is done already. */
  #request(request: typeof ATTACH | typeof DETACH): void {
    if (!this.#world.exists(this.#model) || this.#isAttached() === (request === ATTACH)) return;
    this.#world.set(this.#model, this.#holding, { ...this.#now(), request });
  }

  #attach(): void {
    const { childModel, childLink, quiet } = this.#params;
    const child = findChild(this.#world, this.#model, childModel, childLink);
    if (child === undefined) {
      const missing = `there is no link "${childLink}" of a model "${childModel}" yet`;
      if (!quiet && !this.#hasWarned) this.#log.warn(`${missing}; it will be attached as soon as it exists`);
      this.#hasWarned = true;
      return;
    }
    const joint = glue(this.#world, this.#model, this.#parent, child);
    this.#world.set(this.#model, this.#holding, { joint, request: NOTHING });
    this.#state.publish({ data: "attached" });
  }

  #detach(): void {
    this.#world.remove(this.#now().joint as Entity);
    this.#world.set(this.#model, this.#holding, { joint: noEntity, request: NOTHING });
    this.#state.publish({ data: "detached" });
  }
}

/** Returns the link that holds. Throws when the parameters do not say what holds what. */
function parentOf(world: World, model: Entity, { parentLink, childModel, childLink }: Params): Entity {
  const parent = find(world, model, parentLink);
  if (parent === undefined || !world.has(parent, IsLink))
    throw new Error(`<parent_link>: the model ${scopedName(world, model)} has no link "${parentLink}"`);
  if (childModel === "" || childLink === "") throw new Error("it needs a <child_model> and a <child_link>");
  return parent;
}

function topicsOf(world: World, model: Entity, params: Params): Record<"detach" | "attach" | "state", string> {
  const prefix = `${modelTopic(world, model)}/detachable_joint`;
  const other = params.childModel.split("::").map(asNamePart).join("::");
  return {
    detach: asTopicName(params.detachTopic) || asTopicName(params.topic) || `${prefix}/detach`,
    attach: asTopicName(params.attachTopic) || `${prefix}/attach`,
    state: asTopicName(params.outputTopic) || `/model/${other}/detachable_joint/state`,
  };
}

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
