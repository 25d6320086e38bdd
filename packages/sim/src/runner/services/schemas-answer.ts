import type { MessageRegistry, orrery } from "@orrery/msgs";
import { SharedAnswer } from "../../transport/shared-answer.ts";

/** The message types that systems have added, as a descriptor set, rebuilt only when there are more. */
export class SchemasAnswer {
  #answer: SharedAnswer | undefined;
  #types = 0;

  of(messages: MessageRegistry): SharedAnswer {
    // Types are only added, never changed or removed.
    if (this.#answer !== undefined && messages.size === this.#types) return this.#answer;
    const schemas: orrery.Schemas = { descriptor_set: messages.addedDescriptorSet() };
    this.#types = messages.size;
    return (this.#answer = SharedAnswer.ofValue(schemas));
  }
}
