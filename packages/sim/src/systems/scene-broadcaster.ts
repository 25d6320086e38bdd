import type { gz } from "@orrery/msgs";
import { Name } from "../components/identity.ts";
import { Pose } from "../components/pose.ts";
import { isEmpty, type Delta } from "../ecs/delta.ts";
import { numberParam } from "../runner/systems/params.ts";
import { defineSystem, type Step } from "../runner/systems/system.ts";
import { readClock, stepSizeNs } from "../runner/sim-clock.ts";
import { textOf } from "../transport/transport-error.ts";
import { worldPrefix } from "../transport/names.ts";
import type { Publisher } from "../transport/publisher.ts";
import { broadcastAnswers } from "./broadcast/broadcast-answers.ts";
import { posesMessage } from "./broadcast/pose-lists.ts";
import { sceneMessage } from "./broadcast/scene-message.ts";
import { stateMessage } from "./broadcast/state-message.ts";
import { isDue } from "../runner/services/publish-rate.ts";
import { gazeboNames } from "./gazebo-names.ts";

/**
 * Shows the world to others: what it looks like, where everything is, what comes and goes. Only for those who listen. The hosts
 * offer the state stream, which pages draw from, while this system runs.
 */
export default defineSystem({
  name: "scene-broadcaster",
  aliases: gazeboNames("SceneBroadcaster", "scene-broadcaster"),
  summary: "Shows the world to viewers: its scene, poses and state",
  single: true,
  after: ["physics"],
  params: {
    poseRate: numberParam("dynamic_pose_hertz", 60, "Hz of simulated time, of pose/info and dynamic_pose/info"),
    stateRate: numberParam("state_hertz", 60, "Hz of simulated time, of state"),
  },

  create({ entity: root, world, node, params, log, runInfo, answers }) {
    const prefix = worldPrefix(world.get(root, Name) ?? "");
    const scene = node.advertise<gz.Scene>(`${prefix}/scene/info`, "gz.msgs.Scene");
    const deletions = node.advertise<gz.UInt32_V>(`${prefix}/scene/deletion`, "gz.msgs.UInt32_V");
    const poses = node.advertise<gz.Pose_V>(`${prefix}/pose/info`, "gz.msgs.Pose_V");
    const dynamicPoses = node.advertise<gz.Pose_V>(`${prefix}/dynamic_pose/info`, "gz.msgs.Pose_V");
    const state = node.advertise<gz.SerializedStepMap>(`${prefix}/state`, "gz.msgs.SerializedStepMap");
    // What listeners have been told. Nothing of the world depends on it.
    const told = { scene: 0, deletions: 0, state: 0, poses: 0, dynamicPoses: 0 };

    const stateOf = (delta: Delta, step: Step): gz.SerializedStepMap =>
      stateMessage(delta, step, { ...runInfo(), stepNs: stepSizeNs(world, root) });
    const { scene: sceneAnswer, graph, state: stateAnswer } = broadcastAnswers;
    node.service<gz.Empty, gz.Scene>(`${prefix}/scene/info`, "gz.msgs.Empty", sceneAnswer.type, () =>
      answers.give("scene", sceneAnswer),
    );
    node.service<gz.Empty, gz.StringMsg>(`${prefix}/scene/graph`, "gz.msgs.Empty", graph.type, () =>
      answers.give("graph", graph),
    );
    node.service<gz.Empty, gz.SerializedStepMap>(`${prefix}/state`, "gz.msgs.Empty", stateAnswer.type, () =>
      answers.give("state", stateAnswer),
    );

    node.service<gz.StringMsg, gz.Empty>(
      `${prefix}/state_async`,
      "gz.msgs.StringMsg",
      "gz.msgs.Empty",
      ({ data = "" }) => {
        const wanted = node.services().find(({ name }) => name === data);
        // Bytes of a state must not reach a service that would take them for something else, such as a command.
        if (wanted?.requestType !== STATE) throw new Error(`there is no service "${data}" that takes a ${STATE}`);
        const state = stateOf({ ...world.changesSince(0).delta, removed: [], unset: [] }, readClock(world, root));
        node.request(data, state).catch((error: unknown) => log.warn(`${data}: ${textOf(error)}`));
        return {};
      },
    );

    /** Everything to the first who listens, and again whenever something is new in it. */
    const tellScene = (step: Step): void => {
      if (!scene.hasSubscribers) told.scene = 0;
      else if (world.lastPlaced > told.scene) {
        told.scene = world.mark();
        scene.publish(sceneMessage(world, root, step.timeNs));
      }
    };

    const tellDeletions = (): void => {
      if (!deletions.hasSubscribers) {
        told.deletions = 0;
        return;
      }
      const gone = told.deletions === 0 ? [] : (world.removalsSince(told.deletions) ?? []);
      told.deletions = world.mark();
      const data = new Set(gone.flatMap(({ entity }) => (world.exists(entity) ? [] : [entity])));
      if (data.size > 0) deletions.publish({ data: [...data] });
    };

    /** Everything to the first who listens, then changes. */
    const tellState = (step: Step): void => {
      if (!state.hasSubscribers) told.state = 0;
      else if (told.state === 0 || step.paused || isDue(params.stateRate, step)) {
        const { delta, whole, version } = world.changesSince(told.state);
        const isFirst = told.state === 0 || whole;
        told.state = version;
        if (isFirst) state.publish(stateOf({ ...delta, removed: [], unset: [] }, step));
        else if (!isEmpty(delta)) state.publish(stateOf(delta, step));
      }
    };

    /** At once to the first who listens, then at the rate asked for; while the world is paused, when something was moved. */
    const tellPoses = (step: Step, which: "poses" | "dynamicPoses", to: Publisher<gz.Pose_V>): void => {
      if (!to.hasSubscribers) {
        told[which] = 0;
        return;
      }
      const lastChange = Math.max(world.store(Pose).lastWrite, world.lastPlaced);
      const isNews = told[which] === 0 || (step.paused && lastChange > told[which]);
      if (!isNews && !isDue(params.poseRate, step)) return;
      told[which] = world.mark();
      to.publish(posesMessage(world, which === "poses" ? "all" : "dynamic", step.timeNs));
    };

    return {
      postUpdate(step) {
        tellScene(step);
        tellDeletions();
        tellState(step);
        tellPoses(step, "poses", poses);
        tellPoses(step, "dynamicPoses", dynamicPoses);
      },
    };
  },
});

const STATE = "gz.msgs.SerializedStepMap";
