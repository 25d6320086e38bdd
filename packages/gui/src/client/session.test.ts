import { messages } from "@orrery/msgs";
import { Bus, connectPeer, memoryLinks, type Link } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { Session } from "./session.ts";

test("[GU9] a server that runs no world is lost with that reason, and with the time to the next try", async () => {
  const [near, far] = memoryLinks();
  connectPeer(new Bus({ codec: messages }), far);
  const links: Link[] = [near];
  const open = (): Promise<Link> => new Promise((resolve) => links.splice(0).forEach(resolve));
  using session = new Session({ kind: "server", place: "here", open, retries: true, assetUrl: (_, uri) => uri });
  await session.connect();
  await expect
    .poll(() => session.state.current)
    .toMatchObject({
      kind: "lost",
      reason: expect.stringContaining("/orrery/worlds"),
      retryAtMs: expect.any(Number),
    });
});
