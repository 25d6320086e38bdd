import { messages } from "@orrery/msgs";
import { expect, test } from "vitest";
import { connectNode } from "./client.ts";
import { connectPeer } from "./peer.ts";
import { STRING, Wire } from "./wire.fixture.ts";

test("[TR34] a client knows the topics and services from the start", async () => {
  using wire = new Wire();
  const bus = wire.bus("server");
  const server = wire.node(bus);
  server.advertise("/a", STRING);
  server.service("/s", { request: STRING, response: STRING }, (request) => request);
  const [a, b] = wire.links();
  connectPeer(bus, a);
  const connecting = connectNode(b, messages, { name: "viewer" });
  wire.pump();
  const node = await connecting;
  expect(node.topics()).toMatchObject([{ name: "/a", type: STRING }]);
  expect(node.services()).toMatchObject([{ name: "/s", provider: "server" }]);
  expect([...bus.neighbours].map(({ name }) => name)).toEqual(["viewer"]);
  node[Symbol.dispose]();
  wire.pump();
  expect(bus.neighbours.size).toBe(0);
});

test("[TR34] a client whose server answers before it listens is connected all the same", async () => {
  using wire = new Wire();
  const [a, b] = wire.links();
  connectPeer(wire.bus("server"), a);
  wire.pump();
  const connecting = connectNode(b, messages);
  wire.pump();
  await expect(connecting).resolves.toBeDefined();
});

test("[TR34] a client that gets no greeting, or whose link ends first, is told why", async () => {
  using wire = new Wire();
  const [, b] = wire.links();
  await expect(connectNode(b, messages, { timeoutMs: 1 })).rejects.toThrow("no connection: no greeting within 1 ms");
  const [c] = wire.links();
  c.ended("cable pulled");
  const reasons: string[] = [];
  await expect(connectNode(c, messages, { onClose: (reason) => reasons.push(reason) })).rejects.toThrow("cable pulled");
  expect(reasons).toEqual(["cable pulled"]);
});
