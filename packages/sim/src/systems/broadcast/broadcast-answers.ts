import { posesAnswer } from "../../runner/services/pose-info.ts";
import { sdfAnswer } from "../../runner/services/sdf-answer.ts";
import { readClock, stepSizeNs } from "../../runner/sim-clock.ts";
import type { AnswerMaker, WorldAnswer } from "../../runner/services/world-answers.ts";
import { sceneGraph } from "./scene-graph.ts";
import { sceneMessage } from "./scene-message.ts";
import { stateMessage } from "./state-message.ts";

/** The requests that the scene broadcaster answers. */
export const broadcastAnswers: Record<"scene" | "graph" | "state", AnswerMaker> = {
  scene: {
    type: "gz.msgs.Scene",
    make: (world, root) => sceneMessage(world, root, readClock(world, root).timeNs),
  },
  graph: { type: "gz.msgs.StringMsg", make: (world, root) => ({ data: sceneGraph(world, root) }) },
  state: {
    type: "gz.msgs.SerializedStepMap",
    make: (world, root, info) => {
      const everything = { ...world.changesSince(0).delta, removed: [], unset: [] };
      return stateMessage(everything, readClock(world, root), { ...info, stepNs: stepSizeNs(world, root) });
    },
  },
};

/** Returns the makers of all answers about a world, for a thread that has a copy of it. `file` is the world's own. */
export function answerMakers(file: string): Record<WorldAnswer, AnswerMaker> {
  return { ...broadcastAnswers, sdf: sdfAnswer(""), "sdf-with-file": sdfAnswer(file), poses: posesAnswer };
}
