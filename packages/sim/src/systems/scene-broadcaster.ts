import type { gz } from "@orrery/msgs";
import { Name } from "../components/identity.ts";
import { Pose } from "../components/pose.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { isEmpty, type Delta } from "../ecs/delta.ts";
import { numberParam, type ParamValues } from "../runner/systems/params.ts";
import { defineSystem, type Step, type System, type SystemContext } from "../runner/systems/system.ts";
import { readClock, stepSizeNs } from "../runner/sim-clock.ts";
import { mayAsk } from "../transport/caller.ts";
import type { Message } from "../transport/message.ts";
import { textOf } from "../base/error-text.ts";
import { worldPrefix } from "../transport/names.ts";
import type { Node } from "../transport/node.ts";
import type { Publisher } from "../transport/publisher.ts";
import { broadcastAnswers } from "./broadcast/broadcast-answers.ts";
import { posesMessage } from "./broadcast/pose-lists.ts";
import { sceneMessage } from "./broadcast/scene-message.ts";
import { stateMessage } from "./broadcast/state-message.ts";
import { isDue } from "../runner/systems/publish-rate.ts";
import { gazeboNames } from "./gazebo-names.ts";

const params = {
  poseRate: numberParam("dynamic_pose_hertz", 60, "Hz of simulated time, of pose/info and dynamic_pose/info"),
  stateRate: numberParam("state_hertz", 60, "Hz of simulated time, of state"),
};

/**
 * Shows the world to others, as long as anybody listens: what it looks like, where everything is, what is added and
 * removed. While this system runs, hosts also offer the state stream, from which pages draw.
 */
export default defineSystem({
  name: "scene-broadcaster",
  aliases: gazeboNames("SceneBroadcaster", "scene-broadcaster"),
  summary: "Shows the world to viewers: its scene, poses and state",
  single: true,
  after: ["physics"],
  params,
  create: (context) => new SceneBroadcaster(context),
});

type Context = SystemContext<ParamValues<typeof params>>;

class SceneBroadcaster implements System {
  readonly #root: Entity;
  readonly #world: World;
  readonly #params: Context["params"];
  readonly #runInfo: Context["runInfo"];
  readonly #scene: Publisher<gz.Scene>;
  readonly #deletions: Publisher<gz.UInt32_V>;
  readonly #poses: Publisher<gz.Pose_V>;
  readonly #dynamicPoses: Publisher<gz.Pose_V>;
  readonly #state: Publisher<gz.SerializedStepMap>;
  /** World versions up to which listeners have been informed. Nothing in the world depends on them. */
  readonly #published = { scene: 0, deletions: 0, state: 0, poses: 0, dynamicPoses: 0 };

  constructor(context: Context) {
    const { entity, world, node, params, runInfo } = context;
    this.#root = entity;
    this.#world = world;
    this.#params = params;
    this.#runInfo = runInfo;
    const prefix = worldPrefix(world.get(entity, Name) ?? "");
    this.#scene = node.advertise(`${prefix}/scene/info`, "gz.msgs.Scene");
    this.#deletions = node.advertise(`${prefix}/scene/deletion`, "gz.msgs.UInt32_V");
    this.#poses = node.advertise(`${prefix}/pose/info`, "gz.msgs.Pose_V");
    this.#dynamicPoses = node.advertise(`${prefix}/dynamic_pose/info`, "gz.msgs.Pose_V");
    this.#state = node.advertise(`${prefix}/state`, STATE);
    offerAnswers(context, prefix);
    this.#offerStateTo(node, prefix, context.log);
  }

  postUpdate(step: Step): void {
    this.#publishScene(step);
    this.#publishDeletions();
    this.#publishState(step);
    this.#publishPoses(step, "poses", this.#poses);
    this.#publishPoses(step, "dynamicPoses", this.#dynamicPoses);
  }

  /** Offers to send the whole state to a service of the caller's choice. */
  #offerStateTo(node: Node, prefix: string, log: Context["log"]): void {
    const give = ({ data = "" }: gz.StringMsg, { role }: Message): gz.Empty => {
      const wanted = node.services().find(({ name }) => name === data);
      // A state must not reach a service that would read it as something else, such as a command.
      if (wanted?.request !== STATE) throw new Error(`there is no service "${data}" that takes a ${STATE}`);
      // The world itself makes the request, so the caller's permission must be checked here.
      if (!mayAsk(role, wanted.needs)) throw new Error(`"${data}" needs the role ${wanted.needs}; yours is ${role}`);
      const whole = { ...this.#world.changesSince(0).delta, removed: [], unset: [] };
      const state = this.#stateOf(whole, readClock(this.#world, this.#root));
      node.request(data, state).catch((error: unknown) => log.warn(`${data}: ${textOf(error)}`));
      return {};
    };
    node.service(
      `${prefix}/state_async`,
      { request: "gz.msgs.StringMsg", response: "gz.msgs.Empty", needs: "viewer", isInput: false },
      give,
    );
  }

  #stateOf(delta: Delta, step: Step): gz.SerializedStepMap {
    return stateMessage(delta, step, { ...this.#runInfo(), stepNs: stepSizeNs(this.#world, this.#root) });
  }

  /** Publishes the whole scene to the first listener, and again whenever there is something new in it. */
  #publishScene(step: Step): void {
    const published = this.#published;
    if (!this.#scene.hasSubscribers) published.scene = 0;
    else if (this.#world.lastPlaced > published.scene) {
      published.scene = this.#world.mark();
      this.#scene.publish(sceneMessage(this.#world, this.#root, step.timeNs));
    }
  }

  #publishDeletions(): void {
    const [world, published] = [this.#world, this.#published];
    if (!this.#deletions.hasSubscribers) {
      published.deletions = 0;
      return;
    }
    const gone = published.deletions === 0 ? [] : (world.removalsSince(published.deletions) ?? []);
    published.deletions = world.mark();
    const data = new Set(gone.flatMap(({ entity }) => (world.exists(entity) ? [] : [entity])));
    if (data.size > 0) this.#deletions.publish({ data: [...data] });
  }

  /** Publishes the whole state to the first listener, then changes. */
  #publishState(step: Step): void {
    const [published, state] = [this.#published, this.#state];
    if (!state.hasSubscribers) published.state = 0;
    else if (published.state === 0 || step.paused || isDue(this.#params.stateRate, step)) {
      const { delta, whole, version } = this.#world.changesSince(published.state);
      const isFirst = published.state === 0 || whole;
      published.state = version;
      if (isFirst) state.publish(this.#stateOf({ ...delta, removed: [], unset: [] }, step));
      else if (!isEmpty(delta)) state.publish(this.#stateOf(delta, step));
    }
  }

  /**
   * Publishes at once to the first listener, then at the requested rate; while the world is paused, after something was
   * moved.
   */
  #publishPoses(step: Step, which: "poses" | "dynamicPoses", to: Publisher<gz.Pose_V>): void {
    const [world, published] = [this.#world, this.#published];
    if (!to.hasSubscribers) {
      published[which] = 0;
      return;
    }
    const lastChange = Math.max(world.store(Pose).lastWrite, world.lastPlaced);
    const isFirstOrChanged = published[which] === 0 || (step.paused && lastChange > published[which]);
    if (!isFirstOrChanged && !isDue(this.#params.poseRate, step)) return;
    published[which] = world.mark();
    to.publish(posesMessage(world, which === "poses" ? "all" : "dynamic", step.timeNs));
  }
}

const STATE = "gz.msgs.SerializedStepMap";

function offerAnswers({ node, answers }: Context, prefix: string): void {
  const { scene, graph, state } = broadcastAnswers;
  const asked = { request: "gz.msgs.Empty", needs: "viewer", isInput: false } as const;
  node.service(`${prefix}/scene/info`, { ...asked, response: scene.type }, () => answers.give("scene", scene));
  node.service(`${prefix}/scene/graph`, { ...asked, response: graph.type }, () => answers.give("graph", graph));
  node.service(`${prefix}/state`, { ...asked, response: state.type }, () => answers.give("state", state));
}
