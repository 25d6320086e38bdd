import { messages } from "@orrery/msgs";
import { FieldError, ProtoTypes, resolveNumber, type FieldPath } from "@orrery/plots";
import type { Plottable } from "../../../ui/plot-drag.ts";
import { topicKey, topicName } from "./topic-key.ts";
import { thingOf } from "./topic-thing.ts";

const types = new ProtoTypes(messages);

/** Returns a number in the messages of a topic, to plot it; `undefined` if the path does not lead to a number. */
export function topicValue(topic: string, type: string, path: FieldPath): Plottable | undefined {
  try {
    resolveNumber(types, type, path);
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    return undefined;
  }
  const { column, ...thing } = thingOf(types, type, { topic, path });
  return { kind: "numbers", numbers: [{ key: topicKey(thing), column }], name: topicName({ topic, path }) };
}
