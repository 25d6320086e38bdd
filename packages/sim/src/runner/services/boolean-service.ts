import { textOf } from "../../base/error-text.ts";
import type { gz, MessageOf } from "@orrery/msgs";
import type { Message } from "../../transport/message.ts";
import type { Node } from "../../transport/node.ts";
import type { ServiceType } from "../../transport/service.ts";

/** The details of a positive answer: ids and names of what was created. */
export type Details = Readonly<Record<string, readonly string[]>>;

/**
 * Offers a service that answers true, or false with the reason in the header. It always answers, and never answers true
 * after a failure.
 */
export function offerBoolean<Request extends string>(
  node: Node,
  name: string,
  type: Omit<ServiceType<Request>, "response">,
  act: (request: MessageOf<Request>, message: Message<MessageOf<Request>>) => void | Details | Promise<void | Details>,
): void {
  node.service(name, { ...type, response: "gz.msgs.Boolean" }, (request, message) => {
    try {
      const acting = act(request, message);
      return acting instanceof Promise ? acting.then(done, refusal) : done(acting);
    } catch (error) {
      return refusal(error);
    }
  });
}

/**
 * Does the same as `offerBoolean`, also under `name/blocking`. In Gazebo that one answers once the command is done, as
 * Orrery's services always do.
 */
export function offerBlocking<Request extends string>(...offer: Parameters<typeof offerBoolean<Request>>): void {
  const [node, name, type, act] = offer;
  for (const each of [name, `${name}/blocking`]) offerBoolean(node, each, type, act);
}

function done(details: void | Details): gz.Boolean {
  const data = Object.entries(details ?? {}).map(([key, value]) => ({ key, value }));
  return data.length === 0 ? { data: true } : { data: true, header: { data } };
}

function refusal(error: unknown): gz.Boolean {
  return { data: false, header: { data: [{ key: "error", value: [textOf(error)] }] } };
}
