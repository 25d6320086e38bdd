import type { gz, orrery, UnknownMessage } from "@orrery/msgs";
import type { TestSim } from "@orrery/sim/testing";
import type { Site } from "../random-edits/edit.ts";

/** Something that is asked of a world; the service without the world's own prefix. */
export interface Request {
  readonly service: string;
  readonly type: string;
  readonly value: UnknownMessage;
}

/** Makes a request of one kind, if the world has what it takes; the dice choose whom it concerns, and the values. */
export type Kind = (site: Site, id: string) => Request | undefined;

/** An input of the next pass. */
export function send(sim: TestSim, { service, type, value }: Request): void {
  sim.request(`${sim.runner.topicPrefix}/${service}`, type, value);
}

/** As pages ask for it. */
export function command(id: string, ...edits: readonly orrery.Edit[]): Request {
  return { service: "command", type: "orrery.msgs.Command", value: { id, edits } satisfies orrery.Command };
}

/** How a command is called, for services that have no other place for it. */
export function called(id: string): gz.Header {
  return { data: [{ key: "command_id", value: [id] }] };
}
