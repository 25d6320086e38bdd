import type { gz, orrery } from "@orrery/msgs";
import { nextTurn } from "../runner/schedule/next-turn.ts";
import type { TestSim } from "./test-sim.ts";

/** Sends a command to the world `test`, which must have the system user-commands. */
export async function command(sim: TestSim, ...edits: orrery.Edit[]): Promise<gz.Boolean> {
  return askFor(sim, "command", { edits });
}

/** Calls a service of the world `test`, and lets passes and promises proceed until the answer arrives. */
export async function askFor(sim: TestSim, service: string, request: object): Promise<gz.Boolean> {
  let answer: gz.Boolean | undefined;
  const asked = sim.node
    .request(`/world/test/${service}`, request, { response: "gz.msgs.Boolean" })
    .then((value) => (answer = value));
  for (let passes = 0; answer === undefined; passes++) {
    sim.run({ steps: 1 });
    // Large requests are read in several turns of the thread.
    await (passes < 100 ? Promise.resolve() : nextTurn());
  }
  return asked;
}

/** Returns why a request was refused; empty if it was not. */
export function reasonOf({ data = false, header }: gz.Boolean): string {
  return data ? "" : (header?.data?.find(({ key }) => key === "error")?.value?.[0] ?? "no reason");
}
