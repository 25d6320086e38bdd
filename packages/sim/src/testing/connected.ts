import { messages } from "@orrery/msgs";
import { Bus } from "../transport/bus.ts";
import { Node } from "../transport/node.ts";
import { memoryLinks } from "../transport/wire/memory-link.ts";
import { connectPeer } from "../transport/wire/peer.ts";
import type { Role } from "../transport/caller.ts";
import type { TestSim } from "./test-sim.ts";

/** Connects a client to a world over a link, as a server would, with the name by which the world knows the caller. */
export function connected({ runner }: TestSim, caller: string, role?: Role): Node {
  const bus = new Bus({ codec: messages, name: caller });
  const [mine, theirs] = memoryLinks();
  connectPeer(bus, mine);
  connectPeer(runner.bus, theirs, { caller, ...(role === undefined ? {} : { bearer: { name: caller, role } }) });
  return new Node(bus, { owner: caller });
}
