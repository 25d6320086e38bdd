import { expect, test } from "vitest";
import type { Codec } from "./codec.ts";
import { INT, STRING, textsOf, Wire } from "./wire/wire.fixture.ts";

const untouched: Codec = {
  encode: () => expect.unreachable("encoded"),
  decode: () => expect.unreachable("decoded"),
  has: () => false,
  nameOf: (type) => type,
};

/** Returns sim ↔ main ↔ two clients, as in a server. */
function server(wire: Wire) {
  const [sim, main] = [wire.bus("sim"), wire.bus("main", { codec: untouched })];
  const [one, two] = [wire.bus("one"), wire.bus("two")];
  const toSim = wire.join(sim, main);
  const [toOne, toTwo] = [wire.join(main, one), wire.join(main, two)];
  return { sim, main, one, two, toSim, toOne, toTwo };
}

test("[TR22] a client sees the topics and services behind the bus that it talks to, with their types", () => {
  using wire = new Wire();
  const { sim, one, two } = server(wire);
  const system = wire.node(sim);
  system.advertise("/pose", STRING);
  system.subscribe("/cmd", INT, () => undefined);
  system.service("/s", { request: STRING, response: INT }, () => ({}));
  wire.pump();
  for (const client of [one, two]) {
    const node = wire.node(client);
    expect(node.topics()).toEqual([
      { name: "/cmd", type: INT, publishers: 0, subscribers: 1, hostSubscribes: true, dropped: 0 },
      { name: "/pose", type: STRING, publishers: 1, subscribers: 0, hostSubscribes: false, dropped: 0 },
    ]);
    expect(node.services()).toEqual([
      { name: "/s", request: STRING, response: INT, needs: "operator", provider: "main" },
    ]);
  }
  system[Symbol.dispose]();
  wire.pump();
  expect([wire.node(one).topics(), wire.node(one).services()]).toEqual([[], []]);
});

test("[TR22] messages pass through the bus between without being decoded there, to those who subscribed", () => {
  using wire = new Wire();
  const { sim, one, two } = server(wire);
  const a = textsOf(wire.node(one), "/a");
  const both = [textsOf(wire.node(one), "/b"), textsOf(wire.node(two), "/b")];
  const system = wire.node(sim);
  const publishers = ["/a", "/b"].map((topic) => system.advertise(topic, STRING));
  wire.pump();
  for (const publisher of publishers) publisher.publish({ data: publisher.topic });
  wire.pump();
  expect(a.texts).toEqual(["/a"]);
  expect(both.map(({ texts }) => texts)).toEqual([["/b"], ["/b"]]);
});

test("[TR23] the bus between subscribes only while somebody wants the topic", () => {
  using wire = new Wire();
  const { sim, one, two } = server(wire);
  const publisher = wire.node(sim).advertise("/a", STRING);
  wire.pump();
  expect(publisher.hasSubscribers).toBe(false);
  const first = textsOf(wire.node(one), "/a");
  const second = textsOf(wire.node(two), "/a");
  wire.pump();
  expect(publisher.hasSubscribers).toBe(true);
  first.subscription[Symbol.dispose]();
  wire.pump();
  expect(publisher.hasSubscribers).toBe(true);
  second.subscription[Symbol.dispose]();
  wire.pump();
  expect(publisher.hasSubscribers).toBe(false);
});

test("[TR23] a message never goes back where it came from", () => {
  using wire = new Wire();
  const { sim, one, two } = server(wire);
  const everywhere = [sim, one, two].map((bus) => textsOf(wire.node(bus), "/chat"));
  const publishers = [sim, one, two].map((bus) => wire.node(bus).advertise("/chat", STRING));
  wire.pump();
  for (const [index, publisher] of publishers.entries()) publisher.publish({ data: String(index) });
  wire.pump();
  expect(everywhere.map(({ texts }) => texts.length)).toEqual([3, 3, 3]);
  for (const { texts } of everywhere) expect(new Set(texts)).toEqual(new Set(["0", "1", "2"]));
});

test("[TR24] a latched message reaches late joiners behind links, once", async () => {
  using wire = new Wire();
  const { sim, main, one, two } = server(wire);
  const publisher = wire.node(sim).advertise("/history", STRING, { latched: true });
  publisher.publish({ data: "1" });
  wire.pump();
  const first = textsOf(wire.node(one), "/history");
  wire.pump();
  expect(first.texts).toEqual(["1"]);
  const second = textsOf(wire.node(two), "/history");
  const third = textsOf(wire.node(two), "/history");
  wire.pump();
  await Promise.resolve();
  expect([second.texts, third.texts]).toEqual([["1"], ["1"]]);
  publisher.publish({ data: "2" });
  wire.pump();
  expect([first.texts, second.texts]).toEqual([
    ["1", "2"],
    ["1", "2"],
  ]);

  // With no listeners, the bus in the middle is not informed of changes, so it must not keep an old message.
  for (const { subscription } of [first, second, third]) subscription[Symbol.dispose]();
  wire.pump();
  expect(main.topicTable.get("/history")?.latched).toBeUndefined();
  publisher.publish({ data: "3" });
  const late = textsOf(wire.node(one), "/history");
  wire.pump();
  expect(late.texts).toEqual(["3"]);
});

test("[TR24] a latched message goes with its publisher", () => {
  using wire = new Wire();
  const { sim, one, two } = server(wire);
  const node = wire.node(sim);
  const publisher = node.advertise("/a", STRING, { latched: true });
  node.advertise("/a", STRING);
  publisher.publish({ data: "x" });
  textsOf(wire.node(one), "/a");
  wire.pump();
  publisher[Symbol.dispose]();
  wire.pump();
  const late = textsOf(wire.node(two), "/a");
  wire.pump();
  expect(late.texts).toEqual([]);
});

test("[TR25] when a peer vanishes, its topics and its interest go with it", () => {
  using wire = new Wire();
  const { sim, main, one, two, toOne } = server(wire);
  const publisher = wire.node(sim).advertise("/pose", STRING);
  const { texts } = textsOf(wire.node(two), "/chat");
  const lost = wire.node(one);
  lost.subscribe("/pose", STRING, () => undefined);
  lost.advertise("/chat", STRING).publish({});
  wire.pump();
  expect(publisher.hasSubscribers).toBe(true);
  toOne.links[0].ended("cable pulled");
  wire.pump();
  expect(publisher.hasSubscribers).toBe(false);
  expect(main.neighbours.size).toBe(2);
  expect(
    wire
      .node(two)
      .topics()
      .map(({ name, publishers }) => ({ name, publishers })),
  ).toEqual([
    { name: "/chat", publishers: 0 },
    { name: "/pose", publishers: 1 },
  ]);
  expect(texts).toEqual([]);
});

test("[TR25] after everybody has left, nothing is left on any bus", () => {
  using wire = new Wire();
  const { sim, main, one, two } = server(wire);
  const nodes = [sim, one, two].map((bus) => wire.node(bus));
  for (const [index, node] of nodes.entries()) {
    node.advertise("/a", STRING, { latched: true }).publish({ data: "x" });
    node.subscribe("/a", STRING, () => undefined);
    node.service(`/s${index}`, { request: STRING, response: STRING }, (request) => request);
    wire.pump();
  }
  for (const node of nodes) node[Symbol.dispose]();
  wire.pump();
  for (const bus of [sim, main, one, two]) expect([bus.topicTable.size, bus.serviceTable.size]).toEqual([0, 0]);
  for (const bus of [one, two, sim]) bus[Symbol.dispose]();
  wire.pump();
  expect([sim, main, one, two].map((bus) => bus.neighbours.size)).toEqual([0, 0, 0, 0]);
});

test("[TR26] a topic announced with another type is ignored and both sides are told", () => {
  using wire = new Wire();
  const [main, client] = [wire.bus("main"), wire.bus("client")];
  const { texts } = textsOf(wire.node(main), "/a");
  const publisher = wire.node(client).advertise("/a", INT);
  wire.join(main, client);
  publisher.publish({ data: 5 });
  wire.pump();
  expect(texts).toEqual([]);
  expect(publisher.hasSubscribers).toBe(false);
  // Each side considers the other's announcement the mismatching one.
  expect(new Set(wire.reports.map(({ message }) => message))).toEqual(
    new Set([
      `topic "/a" has type ${STRING} here; the ${INT} of "client" is ignored`,
      `topic "/a" has type ${INT} here; the ${STRING} of "main" is ignored`,
    ]),
  );
  expect(() => wire.node(client).subscribe("/a", STRING, () => undefined)).toThrow(`has type ${INT}`);
});

test("[TR8] bytes that hold no message are reported, and cut no subscriber off", () => {
  using wire = new Wire();
  const [main, client] = [wire.bus("main"), wire.bus("client")];
  wire.join(main, client);
  const { texts } = textsOf(wire.node(main), "/a");
  const publisher = wire.node(client).advertise("/a", STRING);
  wire.pump();
  for (let count = 0; count < 200; count++) publisher.publishBytes(Uint8Array.of(18, 100, 1));
  publisher.publish({ data: "good" });
  wire.pump();
  expect(texts).toEqual(["good"]);
  expect(wire.reports).toHaveLength(200);
  expect(wire.reports[0]).toMatchObject({ kind: "codec", name: "/a" });
});
