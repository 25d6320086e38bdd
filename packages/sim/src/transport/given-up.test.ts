import { expect, test } from "vitest";
import { allowances } from "./allowance.ts";
import { connectPeer } from "./wire/peer.ts";
import { STRING, Wire } from "./wire/wire.fixture.ts";

test("[TR47] requests that were given up count for a while, as they may wait at their provider; with their link they go", async () => {
  using wire = new Wire();
  const clock = { ms: 0 };
  const main = wire.bus("main", { nowMs: () => clock.ms });
  wire.node(main).service("/slow", { request: STRING, response: STRING }, () => new Promise(() => undefined));
  const own = allowances({ requests: 2 });
  const [atMain, atClient] = wire.links();
  const peer = connectPeer(main, atMain, { caller: "ada", allowances: own });
  const client = wire.bus("ada");
  connectPeer(client, atClient);
  wire.pump();

  const refusals: string[] = [];
  const askAndLeave = (): void => {
    const node = wire.node(client);
    node.call("/slow", {}, (result) => {
      if (!result.ok && result.error.code === "refused") refusals.push(result.error.message);
    });
    wire.pump();
    node[Symbol.dispose]();
    wire.pump();
  };
  for (let i = 0; i < 3; i++) askAndLeave();
  expect([refusals, own.requests.used]).toEqual([["more than 2 requests wait"], 2]);
  clock.ms = 30_000;
  askAndLeave();
  expect([refusals.length, own.requests.used]).toEqual([1, 1]);
  peer.close("done");
  expect(own.requests.used).toBe(0);
});
