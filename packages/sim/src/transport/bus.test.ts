import { messages } from "@orrery/msgs";
import { expect, test } from "vitest";
import { Bus } from "./bus.ts";
import type { Codec } from "./codec.ts";
import { ANY_TYPE, type Message } from "./message.ts";
import { Node } from "./node.ts";
import type { BusReport } from "./transport-error.ts";
import { INT, STRING, textsOf, Wire, type Text } from "./wire/wire.fixture.ts";

/** A codec that fails as soon as anything is encoded or decoded. */
const untouched: Codec = {
  encode: () => expect.unreachable("encoded"),
  decode: () => expect.unreachable("decoded"),
  has: () => true,
  nameOf: (type) => type,
};

test("[TR5] subscribers of the same bus get the very value, and nothing is encoded", () => {
  const node = new Node(new Bus({ codec: untouched }), { owner: "test" });
  const got: object[] = [];
  node.subscribe("/a", STRING, ({ value }) => got.push(value));
  const publisher = node.advertise("/a", STRING);
  const value = { data: "x" };
  publisher.publish(value);
  expect(got[0]).toBe(value);
});

test("[TR5] a message is encoded once, however many ask for its bytes", () => {
  let encoded = 0;
  const codec: Codec = {
    encode: (type, value) => {
      encoded++;
      return messages.encode(type, { ...value });
    },
    decode: (type, bytes) => messages.decode(type, bytes),
    has: (type) => messages.has(type),
    nameOf: (type) => messages.nameOf(type),
  };
  const node = new Node(new Bus({ codec }), { owner: "test" });
  const got: Uint8Array[] = [];
  for (let count = 0; count < 3; count++) node.subscribe("/a", STRING, ({ bytes }) => got.push(bytes));
  node.advertise("/a", STRING).publish({ data: "x" });
  expect(got).toEqual(Array(3).fill(Uint8Array.of(18, 1, 120)));
  expect(encoded).toBe(1);
});

test("[TR5] a publisher knows whether anybody listens", () => {
  using wire = new Wire();
  const node = wire.node(wire.bus("test"));
  const publisher = node.advertise("/a", STRING);
  expect(publisher.hasSubscribers).toBe(false);
  publisher.publish({ data: "to nobody" });
  const { texts, subscription } = textsOf(node, "/a");
  expect(publisher.hasSubscribers).toBe(true);
  publisher.publish({ data: "to one" });
  subscription[Symbol.dispose]();
  expect(publisher.hasSubscribers).toBe(false);
  expect(texts).toEqual(["to one"]);
});

test("[TR6] one topic has one type: others are refused with the type that it has", () => {
  using wire = new Wire();
  const node = wire.node(wire.bus("test"));
  node.subscribe("/a", ANY_TYPE, () => undefined);
  using publisher = node.advertise("/a", STRING);
  expect(() => node.advertise("/a", INT)).toThrow(`topic "/a" has type ${STRING}, not ${INT}`);
  expect(() => node.subscribe("/a", INT, () => undefined)).toThrow(`has type ${STRING}, not ${INT}`);
  expect(() => node.advertise("/b", "gz.msgs.Nothing")).toThrow('message type "gz.msgs.Nothing" is not known');
  publisher[Symbol.dispose]();
  expect(node.advertise("/a", INT).type).toBe(INT);
});

test("[TR6] who names a type gets messages of no other, who takes any gets them all", () => {
  using wire = new Wire();
  const bus = wire.bus("sim", { deferred: true });
  const node = wire.node(bus);
  const [named, any]: [string[], string[]] = [[], []];
  node.subscribe("/a", STRING, ({ type }) => named.push(type));
  node.subscribe("/a", ANY_TYPE, ({ type }) => any.push(type));
  // As recorded in a run in which the topic had a different type.
  for (const type of [INT, STRING])
    bus.deliver({ kind: "message", topic: "/a", type, latched: false, bytes: new Uint8Array() });
  expect([named, any]).toEqual([[STRING], [INT, STRING]]);
});

test("[TR7] who subscribes late to a latched topic gets its last message, after subscribe has returned", async () => {
  using wire = new Wire();
  const node = wire.node(wire.bus("test"));
  const publisher = node.advertise("/a", STRING, { latched: true });
  publisher.publish({ data: "old" });
  publisher.publish({ data: "last" });
  const { texts } = textsOf(node, "/a");
  expect(texts).toEqual([]);
  await Promise.resolve();
  expect(texts).toEqual(["last"]);

  const overtaken = textsOf(node, "/a");
  publisher.publish({ data: "newer" });
  await Promise.resolve();
  expect(overtaken.texts).toEqual(["newer"]);

  publisher[Symbol.dispose]();
  const orphan = textsOf(node, "/a");
  await Promise.resolve();
  expect(orphan.texts).toEqual([]);
});

test("[TR8] a subscriber that throws is reported, and the others get the message", async () => {
  using wire = new Wire();
  const node = wire.node(wire.bus("test"), "broken");
  node.subscribe("/a", STRING, () => {
    throw new Error("out of order");
  });
  node.subscribe("/a", STRING, () => Promise.reject(new Error("late")) as unknown as void);
  const { texts } = textsOf(node, "/a");
  node.advertise("/a", STRING).publish({ data: "x" });
  await Promise.resolve();
  expect(texts).toEqual(["x"]);
  expect(wire.reports).toMatchObject([
    { kind: "subscriber", name: "/a", owner: "broken", message: 'subscriber "broken" of "/a" failed: out of order' },
    { kind: "subscriber", name: "/a", owner: "broken", message: 'subscriber "broken" of "/a" failed: late' },
  ]);
});

test("[TR8] a subscriber that throws a hundred times in a row is cut off; one good time restarts the count", () => {
  using wire = new Wire();
  const node = wire.node(wire.bus("test"));
  let calls = 0;
  node.subscribe("/a", STRING, () => {
    if (++calls !== 50) throw new Error("no");
  });
  const publisher = node.advertise("/a", STRING);
  for (let count = 0; count < 500; count++) publisher.publish({});
  expect(calls).toBe(150);
  expect(wire.reports.filter(({ kind }) => kind === "cut-off")).toHaveLength(1);
  expect(publisher.hasSubscribers).toBe(false);
});

test("[TR9] what a handler publishes comes after what was published before, for everybody in the same order", () => {
  using wire = new Wire();
  const node = wire.node(wire.bus("test"));
  const publisher = node.advertise("/a", STRING);
  node.subscribe("/a", STRING, ({ value }) => {
    if (value.data === "first") publisher.publish({ data: "second" });
  });
  const { texts } = textsOf(node, "/a");
  publisher.publish({ data: "first" });
  expect(texts).toEqual(["first", "second"]);
});

test("[TR9] handlers that answer each other forever are stopped and reported", () => {
  const reports: BusReport[] = [];
  const bus = new Bus({ codec: messages, maxCascade: 100, onError: (report) => reports.push(report) });
  const node = new Node(bus, { owner: "test" });
  const [ping, pong] = [node.advertise("/ping", STRING), node.advertise("/pong", STRING)];
  let calls = 0;
  const answer = (publisher: typeof ping) => (message: Message<Text>) => {
    calls++;
    publisher.publish(message.value);
  };
  node.subscribe("/ping", STRING, answer(pong));
  node.subscribe("/pong", STRING, answer(ping));
  ping.publish({});
  expect(calls).toBe(101);
  expect(reports).toMatchObject([{ kind: "cascade", name: "/pong" }]);
  expect(node.topics().map(({ dropped }) => dropped)).toEqual([0, 1]);
  const { texts } = textsOf(node, "/other");
  node.advertise("/other", STRING).publish({ data: "alive" });
  expect(texts).toEqual(["alive"]);
});

test("[TR10] a disposed node leaves nothing behind", async () => {
  using wire = new Wire();
  const bus = wire.bus("test");
  const node = wire.node(bus);
  node.advertise("/a", STRING, { latched: true }).publish({});
  node.subscribe("/b", ANY_TYPE, () => undefined);
  node.service("/s", { request: STRING, response: STRING }, (request) => request);
  node.service("/never", { request: STRING, response: STRING }, () => new Promise(() => undefined));
  const waiting = node.request("/never", {});
  const condition = node.until(() => false);
  node[Symbol.dispose]();
  await expect(waiting).rejects.toThrow("was disposed of");
  await expect(condition).rejects.toThrow("was disposed of");
  expect([bus.topicTable.size, bus.serviceTable.size, bus.requests.open, bus.changes.count]).toEqual([0, 0, 0, 0]);
  expect(() => node.advertise("/a", STRING)).toThrow("was disposed of");
});

test("[TR10] what is disposed of twice, or while its message is delivered, does no harm", () => {
  using wire = new Wire();
  const node = wire.node(wire.bus("test"));
  const publisher = node.advertise("/a", STRING);
  const first = node.subscribe("/a", STRING, () => second.subscription[Symbol.dispose]());
  const second = textsOf(node, "/a");
  publisher.publish({ data: "x" });
  expect(second.texts).toEqual([]);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  publisher[Symbol.dispose]();
  publisher[Symbol.dispose]();
  expect(node.topics()).toEqual([]);
  expect(() => publisher.publish({})).toThrow('publisher of "/a" was disposed of');
});

test("[TR11] lists show names, types and counts, sorted by name", () => {
  using wire = new Wire();
  const node = wire.node(wire.bus("test"), "robot");
  node.subscribe("/b", ANY_TYPE, () => undefined);
  node.advertise("/a", STRING);
  node.advertise("/a", STRING);
  node.subscribe("/a", STRING, () => undefined);
  node.service("/s", { request: STRING, response: INT }, () => ({ data: 1 }));
  expect(node.topics()).toEqual([
    { name: "/a", type: STRING, publishers: 2, subscribers: 1, hostSubscribes: false, dropped: 0 },
    { name: "/b", type: "", publishers: 0, subscribers: 1, hostSubscribes: false, dropped: 0 },
  ]);
  expect(node.services()).toEqual([
    { name: "/s", request: STRING, response: INT, needs: "operator", provider: "robot" },
  ]);
});

test("[TR11] until waits for a statement about topics, and says so when it never holds", async () => {
  using wire = new Wire();
  const node = wire.node(wire.bus("test"));
  const publisher = node.advertise("/a", STRING);
  const listened = node.until(() => publisher.hasSubscribers);
  node.subscribe("/a", STRING, () => undefined);
  await listened;
  await expect(node.until(() => false, { timeoutMs: 1 })).rejects.toThrow("gave up after 1 ms");
});

test("[TR2] a local subscription is limited by the clock of the bus", () => {
  using wire = new Wire();
  let nowMs = 0;
  const node = wire.node(wire.bus("test", { nowMs: () => nowMs }));
  const { texts, subscription } = textsOf(node, "/a", { maxRateHz: 100 });
  const publisher = node.advertise("/a", STRING);
  for (; nowMs < 100; nowMs++) publisher.publish({ data: String(nowMs) });
  expect(texts).toEqual(["0", "10", "20", "30", "40", "50", "60", "70", "80", "90"]);
  expect(subscription.dropped).toBe(0);
  expect(() => node.subscribe("/a", STRING, () => undefined, { maxRateHz: -1 })).toThrow("maxRateHz");
  expect(() => node.subscribe("/a", STRING, () => undefined, { queue: 0 })).toThrow("queue");
});
