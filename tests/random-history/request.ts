import type { gz, orrery, UnknownMessage } from "@orrery/msgs";
import type { Input } from "@orrery/sim/host";
import type { TestSim } from "@orrery/sim/testing";
import type { Answer } from "../../packages/sim/src/transport/wire/neighbour.ts";
import type { Site } from "../random-edits/edit.ts";

/** A request to a world; the service is without the world's own prefix. */
export interface Request {
  readonly service: string;
  readonly type: string;
  readonly value: UnknownMessage;
}

/** Makes a request of one kind, if the world has what it needs; the dice choose the target and the values. */
export type Kind = (site: Site, id: string) => Request | undefined;

/** Adds an input of the next pass; `onRefusal` is called with the reason if it was not done, `onDone` if it was. */
export function send(
  { runner }: TestSim,
  { service, type, value }: Request,
  onRefusal: (why: string) => void,
  onDone: () => void = () => {},
): void {
  const { bus, messages, topicPrefix } = runner;
  const reply = (answer: Answer): void => {
    if (!answer.ok) return onRefusal(answer.error.message);
    const { data, header } = answer.payload.value as gz.Boolean;
    if (data === true) onDone();
    else onRefusal(header?.data?.[0]?.value?.[0] ?? "no reason");
  };
  const bytes = messages.encode(type, value);
  const input: Input = { kind: "request", id: 0, service: `${topicPrefix}/${service}`, type, bytes };
  bus.inbox.push(input, { origin: undefined, reply });
}

/** Returns a command in the form in which pages send it. */
export function command(id: string, ...edits: readonly orrery.Edit[]): Request {
  return { service: "command", type: "orrery.msgs.Command", value: { id, edits } satisfies orrery.Command };
}

/** Returns a header with a command's id, for services that have no other place for it. */
export function called(id: string): gz.Header {
  return { data: [{ key: "command_id", value: [id] }] };
}
