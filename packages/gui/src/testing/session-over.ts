import { connectPeer, memoryLinks, type Bus, type Link } from "@orrery/sim/host";
import { Session } from "../client/session.ts";

/** Returns a page's session, not yet connected, for the services on a bus. For tests. */
export function sessionOver(bus: Bus, { caller = "" } = {}): Session {
  const open = (): Promise<Link> => {
    const [near, far] = memoryLinks();
    connectPeer(bus, far, { caller });
    return Promise.resolve(near);
  };
  return new Session({ kind: "server", place: "here", open, retries: false, assetUrl: (_, uri) => uri });
}
