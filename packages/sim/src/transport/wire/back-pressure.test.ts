import { expect, test } from "vitest";
import { STRING, textsOf, Wire } from "./wire.fixture.ts";

const window = { frames: 16, bytes: 1024 * 1024 };

test("[TR27] a reader that stands still gets the newest message in the end, and the count of those it lost", () => {
  using wire = new Wire();
  const [server, client] = [wire.bus("server"), wire.bus("client")];
  const { links, a: peer } = wire.join(server, client, { window });
  const node = wire.node(server);
  const { texts, subscription } = textsOf(wire.node(client), "/a", { queue: "latest" });
  const publisher = node.advertise("/a", STRING);
  wire.pump();
  wire.stop(links[1]);
  for (let count = 0; count < 1000; count++) publisher.publish({ data: String(count) });
  wire.pump();
  expect(peer.waiting).toBe(1);
  expect(node.topics()).toMatchObject([{ name: "/a", dropped: 1000 - 16 - 1 }]);
  wire.resume(links[1]);
  expect(texts).toEqual([...Array(16).keys(), 999].map(String));
  expect(subscription.dropped).toBe(1000 - 17);
  expect(wire.node(client).topics()).toMatchObject([{ name: "/a", dropped: 1000 - 17 }]);
  expect(peer.waiting).toBe(0);
});

test("[TR27] a subscription with a queue keeps as many messages as that, and drops the oldest", () => {
  using wire = new Wire();
  const [server, client] = [wire.bus("server"), wire.bus("client")];
  const { links } = wire.join(server, client, { window });
  const { texts, subscription } = textsOf(wire.node(client), "/a", { queue: 50 });
  const publisher = wire.node(server).advertise("/a", STRING);
  wire.pump();
  wire.stop(links[1]);
  for (let count = 0; count < 100; count++) publisher.publish({ data: String(count) });
  wire.resume(links[1]);
  const kept = [...Array(16).keys(), ...Array.from({ length: 50 }, (_, index) => 50 + index)];
  expect(texts).toEqual(kept.map(String));
  expect(subscription.dropped).toBe(100 - kept.length);
});

test("[TR27] losses count on the far side of a relay, for the slow client alone", () => {
  using wire = new Wire();
  const [sim, main] = [wire.bus("sim"), wire.bus("main")];
  const [slow, quick] = [wire.bus("slow"), wire.bus("quick")];
  const upstream = wire.join(sim, main, { window });
  const { links } = wire.join(main, slow, { window });
  wire.join(main, quick, { window });
  const [a, b] = [slow, quick].map((bus) => textsOf(wire.node(bus), "/a", { queue: "latest" }));
  const publisher = wire.node(sim).advertise("/a", STRING);
  wire.pump();
  wire.stop(links[1]);
  for (let count = 0; count < 100; count++) {
    publisher.publish({ data: String(count) });
    wire.pump();
  }
  wire.resume(links[1]);
  expect([b!.texts.length, b!.subscription.dropped]).toEqual([100, 0]);
  expect([a!.texts.length, a!.subscription.dropped]).toEqual([17, 83]);

  // Lost before the relay, so both clients must learn of it.
  wire.stop(upstream.links[1]);
  for (let count = 0; count < 100; count++) publisher.publish({ data: String(count) });
  wire.resume(upstream.links[1]);
  expect([b!.texts.length, b!.subscription.dropped]).toEqual([117, 83]);
  // The slow client may have lost more on its own link.
  expect(a!.texts.length + a!.subscription.dropped).toBe(200);
  expect(a!.subscription.dropped).toBeGreaterThanOrEqual(83 + 83);
});

test("[TR28] answers and announcements pass a full window", async () => {
  using wire = new Wire();
  const [server, client] = [wire.bus("server"), wire.bus("client", { deferred: true })];
  wire.join(server, client, { window });
  const node = wire.node(server);
  node.service("/s", { request: STRING, response: STRING }, () => ({ data: "answer" }));
  textsOf(wire.node(client), "/a", { queue: "latest" });
  const publisher = node.advertise("/a", STRING);
  wire.pump();
  // The client takes nothing from its inbox, so the window stays full.
  for (let count = 0; count < 1000; count++) publisher.publish({ data: String(count) });
  wire.pump();
  const got: unknown[] = [];
  wire.node(client).call("/s", {}, (result) => got.push(result));
  node.advertise("/new", STRING);
  wire.pump();
  expect(client.inbox.size).toBe(17);
  expect(
    wire
      .node(client)
      .topics()
      .map(({ name }) => name),
  ).toEqual(["/a", "/new"]);
  for (const input of client.inbox.takeInputs()) client.deliver(input);
  expect(got).toEqual([{ ok: true, value: { data: "answer" } }]);
});

test("[TR28] topics that wait for the window take turns", () => {
  using wire = new Wire();
  const [server, client] = [wire.bus("server"), wire.bus("client")];
  const { links } = wire.join(server, client, { window: { frames: 4, bytes: 1024 } });
  const node = wire.node(server);
  const got: string[] = [];
  const publishers = ["/a", "/b"].map((topic) => {
    wire.node(client).subscribe(topic, STRING, (message) => got.push(message.topic));
    return node.advertise(topic, STRING);
  });
  wire.pump();
  wire.stop(links[1]);
  for (const publisher of publishers) for (let count = 0; count < 6; count++) publisher.publish({});
  wire.resume(links[1]);
  expect(got.join(" ")).toBe("/a /a /a /a /a /b /a /b /b /b /b /b");
});

test("[TR28] a message larger than the window goes alone", () => {
  using wire = new Wire();
  const [server, client] = [wire.bus("server"), wire.bus("client")];
  wire.join(server, client, { window: { frames: 16, bytes: 1000 } });
  const { texts } = textsOf(wire.node(client), "/a");
  const publisher = wire.node(server).advertise("/a", STRING);
  wire.pump();
  for (const length of [10, 100_000, 10, 200_000]) publisher.publish({ data: "x".repeat(length) });
  wire.pump();
  expect(texts.map((text) => text?.length)).toEqual([10, 100_000, 10, 200_000]);
});

test("[TR29] relayed bytes that wait are bounded, whatever queue a client asks for", () => {
  using wire = new Wire();
  const [sim, main, client] = [wire.bus("sim"), wire.bus("main"), wire.bus("client")];
  wire.join(sim, main);
  const { links } = wire.join(main, client, { window, maxWaitingBytes: 100_000 });
  const { texts, subscription } = textsOf(wire.node(client), "/a", { queue: 10_000 });
  const publisher = wire.node(sim).advertise("/a", STRING);
  wire.pump();
  wire.stop(links[1]);
  for (let count = 0; count < 100; count++) {
    publisher.publish({ data: String(count).padEnd(9_996) });
    wire.pump();
  }
  wire.resume(links[1]);
  // A message has four bytes besides its text: ten of them are 100,000 bytes.
  expect(texts.map((text) => Number(text))).toEqual([
    ...Array(16).keys(),
    ...Array.from({ length: 10 }, (_, i) => 90 + i),
  ]);
  expect(subscription.dropped).toBe(100 - 26);
});

test("[TR29] a message that is too large for the link is reported and counted, and the link lives on", () => {
  using wire = new Wire();
  const [server, client] = [wire.bus("server"), wire.bus("client")];
  wire.join(server, client, { maxFrameBytes: 1000 });
  const { texts, subscription } = textsOf(wire.node(client), "/a");
  const publisher = wire.node(server).advertise("/a", STRING);
  wire.pump();
  publisher.publish({ data: "x".repeat(1000) });
  publisher.publish({ data: "small" });
  wire.pump();
  expect(texts).toEqual(["small"]);
  expect(subscription.dropped).toBe(1);
  expect(wire.reports).toMatchObject([{ kind: "codec", name: "/a" }]);
});

test("[TR30] the rate of a remote subscription is limited at its sender; what is skipped is not lost", () => {
  using wire = new Wire();
  let nowMs = 0;
  const clock = { nowMs: () => nowMs };
  const [sim, main, client] = [wire.bus("sim", clock), wire.bus("main", clock), wire.bus("client", clock)];
  const { links } = wire.join(sim, main);
  wire.join(main, client);
  const slow = textsOf(wire.node(client), "/a", { maxRateHz: 50 });
  const publisher = wire.node(sim).advertise("/a", STRING);
  wire.pump();
  let sent = 0;
  const send = links[0].send.bind(links[0]);
  links[0].send = (packet) => {
    sent++;
    send(packet);
  };
  for (; nowMs < 1000; nowMs++) {
    publisher.publish({ data: String(nowMs) });
    wire.pump();
  }
  expect(slow.texts).toHaveLength(50);
  expect(sent).toBe(50);
  expect(slow.subscription.dropped).toBe(0);

  // A second subscriber without a limit lifts the limit of the link, but not that of the first subscriber.
  const quick = textsOf(wire.node(client), "/a");
  wire.pump();
  for (; nowMs < 2000; nowMs++) {
    publisher.publish({ data: String(nowMs) });
    wire.pump();
  }
  expect(quick.texts).toHaveLength(1000);
  expect(slow.texts.length - 50).toBeGreaterThanOrEqual(49);
  expect(slow.texts.length - 50).toBeLessThanOrEqual(51);
});
