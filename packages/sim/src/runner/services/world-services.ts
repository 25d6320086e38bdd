import type { Node } from "../../transport/node.ts";
import { offerControl, type ControlParts } from "./control-services.ts";
import { offerPhysics, type PhysicsParts } from "./physics-service.ts";
import { offerSystems, type SystemParts } from "./system-services.ts";
import { offerQuestions, type QuestionParts } from "./world-questions.ts";

export type WorldServicesParts = ControlParts & PhysicsParts & SystemParts & QuestionParts;

/** The services of every world, with or without systems. */
export class WorldServices implements Disposable {
  readonly #node: Node;

  constructor(parts: WorldServicesParts) {
    this.#node = parts.simulation.node("runner");
    for (const offer of [offerControl, offerPhysics, offerSystems, offerQuestions]) offer(this.#node, parts);
  }

  [Symbol.dispose](): void {
    this.#node[Symbol.dispose]();
  }
}
