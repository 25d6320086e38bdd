import type { Log } from "../../base/log.ts";
import { flagParam, numberParam, textParam } from "../../runner/systems/params.ts";
import { asTopicName } from "../../transport/names.ts";
import type { Node } from "../../transport/node.ts";
import { refusals } from "./refusals.ts";
import { boundProblem } from "../../base/value-bounds.ts";

/** The parameters that determine where a joint's commands come from. */
export const commandParams = {
  topic: textParam("topic", "", "where commands come from, instead of the default"),
  subTopic: textParam("sub_topic", "", "the same, as a name below /model/NAME"),
  useActuators: flagParam("use_actuator_msg", false, "listens to gz.msgs.Actuators, by default on /actuators"),
  actuator: numberParam("actuator_number", 0, "index in that message"),
};

export interface CommandSource {
  readonly node: Node;
  readonly log: Log;
  readonly topic: string;
  readonly params: {
    readonly topic: string;
    readonly subTopic: string;
    readonly useActuators: boolean;
    readonly actuator: number;
  };
  /** Which value of an actuator to use. */
  readonly quantity: "position" | "velocity";
}

/**
 * Returns the topic of the commands: `<topic>`, or `<sub_topic>` below `model` (which is `/model/NAME`), or the default
 * for either kind of message.
 */
export function commandTopic(params: CommandSource["params"], model: string, defaultTopic: string): string {
  const fallback = params.useActuators ? "/actuators" : `${model}/${defaultTopic}`;
  return asTopicName(params.topic || (params.subTopic === "" ? fallback : `${model}/${params.subTopic}`));
}

/** Calls `take` with each command. Refuses values that are not finite numbers, with one line in the log. */
export function onJointCommand(source: CommandSource, take: (command: number) => void): void {
  const { node, topic, params, quantity } = source;
  const refuse = refusals(source.log);
  const check = (command: number | undefined): void => {
    if (command === undefined) refuse(`a message without a ${quantity} for actuator ${params.actuator}`);
    else {
      const problem = boundProblem(`a target ${quantity}`, "motorTarget", command);
      if (problem !== undefined) refuse(problem);
      else take(command);
    }
  };
  if (params.useActuators) {
    const type = "gz.msgs.Actuators";
    node.subscribe(topic, type, ({ value }) => check(value[quantity]?.[params.actuator]));
  } else {
    node.subscribe(topic, "gz.msgs.Double", ({ value }) => check(value.data ?? 0));
  }
}
