import { messages, type orrery } from "@orrery/msgs";
import { Bus, Node } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { HistoryFollower } from "./history-follower.ts";
import type { WorldClient } from "./world-client.ts";

test("[HI9] commands that were forgotten while the whole history was on its way are told of, too", async () => {
  const node = new Node(new Bus({ codec: messages }), { owner: "test" });
  const asked = Promise.withResolvers<orrery.History>();
  node.service(
    "/world/w/history/info",
    { request: "gz.msgs.Empty", response: "orrery.msgs.History" },
    () => asked.promise,
  );
  const changes = node.advertise("/world/w/history/changes", "orrery.msgs.HistoryChange");
  const shown = Promise.withResolvers<orrery.History>();
  const world = { node, prefix: "/world/w" } as unknown as WorldClient;
  const follower = new HistoryFollower(world, shown.resolve);
  onTestFinished(() => follower[Symbol.dispose]());
  changes.publish({ revision: 5, now: { revision: 5, forgotten: [{ id: "a:1" }] } });
  asked.resolve({ revision: 5, enabled: true });
  expect((await shown.promise).forgotten).toEqual([{ id: "a:1" }]);
});
