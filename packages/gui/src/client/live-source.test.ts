import { messages } from "@orrery/msgs";
import { Bus, connectPeer, memoryLinks, type Link } from "@orrery/sim";
import { expect, test } from "vitest";
import { LiveSource } from "./live-source.ts";

test("[GU9] a server that runs no world is lost with that reason, and with the time to the next try", async () => {
  const [near, far] = memoryLinks();
  connectPeer(new Bus({ codec: messages }), far);
  const links: Link[] = [near];
  const open = (): Promise<Link> => new Promise((resolve) => links.splice(0).forEach(resolve));
  const source = new LiveSource({ kind: "server", place: "here", open, retries: true, assetUrl: (uri) => uri });
  await source.connect();
  await expect
    .poll(() => source.state.current)
    .toMatchObject({
      kind: "lost",
      reason: expect.stringContaining("/gazebo/worlds"),
      retryAtMs: expect.any(Number),
    });
});
