import type { MessageRegistry } from "@orrery/msgs";
import { hexOf } from "../../base/hash.ts";
import { hashComponents } from "../../ecs/state-hash.ts";
import type { Node } from "../../transport/node.ts";
import type { Simulation } from "../simulation.ts";
import { posesAnswer } from "./pose-info.ts";
import { SchemasAnswer } from "./schemas-answer.ts";
import { sdfAnswer } from "./sdf-answer.ts";

export interface QuestionParts {
  readonly simulation: Simulation;
  readonly messages: MessageRegistry;
  /** The world's own file, as the host reads it; empty for a world from a text. */
  readonly file: string;
}

/** Offers answers about a whole world: poses, hash, SDF, and the message types that its systems have added. */
export function offerQuestions(node: Node, { simulation, messages, file }: QuestionParts): void {
  const { topicPrefix, answers, world } = simulation;
  const schemas = new SchemasAnswer();
  const asked = { request: "gz.msgs.Empty", needs: "viewer", isInput: false } as const;
  node.service(`${topicPrefix}/schemas`, { ...asked, response: "orrery.msgs.Schemas" }, () => schemas.of(messages));
  node.service(`${topicPrefix}/pose/info`, { ...asked, response: "gz.msgs.Pose_V" }, () =>
    answers.give("poses", posesAnswer),
  );
  // For operators only: computing it saves and reads the whole world, and a large world makes no steps in the meantime.
  const hashed = { ...asked, needs: "operator", response: "gz.msgs.StringMsg" } as const;
  node.service(`${topicPrefix}/hash`, hashed, () => ({
    data: simulation.hash(),
    // A client with a complete copy of a paused world can compute this hash itself.
    header: { data: [{ key: "components", value: [hexOf(hashComponents(world))] }] },
  }));
  const described = { ...asked, request: "gz.msgs.SdfGeneratorConfig", response: "gz.msgs.StringMsg" } as const;
  // Only admins may learn where the file is on the machine.
  node.service(`${topicPrefix}/generate_world_sdf`, described, (_, { role }) =>
    role === "admin" && file !== ""
      ? answers.give("sdf-with-file", sdfAnswer(file))
      : answers.give("sdf", sdfAnswer("")),
  );
}
