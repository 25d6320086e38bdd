import { messages } from "@orrery/msgs";
import { expect, test } from "vitest";
import { Replay } from "../base/replay.ts";
import type { Input } from "./inbox.ts";
import { INT, STRING, textsOf, Wire } from "./wire/wire.fixture.ts";

test("[TR17] in a deferred bus messages wait for the flush and come in the order in which they were published", () => {
  using wire = new Wire();
  const bus = wire.bus("sim", { deferred: true });
  const node = wire.node(bus);
  const [a, b] = [node.advertise("/a", STRING), node.advertise("/b", STRING)];
  const got: (string | undefined)[] = [];
  node.subscribe("/b", STRING, ({ value }) => got.push(value.data));
  node.subscribe("/a", STRING, ({ value }) => {
    got.push(value.data);
    b.publish({ data: `${value.data}, told on` });
  });
  a.publish({ data: "1" });
  b.publish({ data: "2" });
  a.publish({ data: "3" });
  expect(got).toEqual([]);
  bus.flush(0);
  expect(got).toEqual(["1", "2", "3", "1, told on", "3, told on"]);
});

test("[TR57] a type has several names: Gazebo's older one is accepted in publications, requests and answers", async () => {
  using wire = new Wire();
  const [sim, main] = [wire.bus("sim", { deferred: true }), wire.bus("main")];
  wire.join(sim, main);
  const node = wire.node(sim);
  const got = textsOf(node, "/a");
  node.service("/echo", { request: STRING, response: STRING }, ({ data }) => ({ data: `${data}!` }));
  wire.pump();
  const older = { request: "ignition.msgs.StringMsg", response: "ignition.msgs.StringMsg" } as const;
  const answer = wire.node(main).request("/echo", { data: "b" }, older);
  wire.pump();
  sim.inbox.push({ kind: "message", topic: "/a", type: older.request, latched: false, bytes: STRING_A });
  for (const input of sim.inbox.takeInputs()) sim.deliver(input);
  sim.flush(0);
  wire.pump();
  expect(got.texts).toEqual(["a"]);
  expect(await answer).toEqual({ data: "b!" });
});

/** The bytes of a text "a". */
const STRING_A = messages.encode("gz.msgs.StringMsg", { data: "a" });

test("[TR17] a late subscriber in a simulation is not told what was latched before: a restored run would not know", () => {
  using wire = new Wire();
  const bus = wire.bus("sim", { deferred: true });
  const node = wire.node(bus);
  node.advertise("/a", STRING, { latched: true }).publish({ data: "x" });
  const early = textsOf(node, "/a");
  bus.flush(0);
  const late = textsOf(node, "/a");
  expect(late.texts).toEqual([]);
  bus.flush(1);
  expect([early.texts, late.texts]).toEqual([["x"], []]);
});

test("[TR17] what a publisher said before it was disposed of still arrives, at neighbours too", () => {
  using wire = new Wire();
  const [sim, main] = [wire.bus("sim", { deferred: true }), wire.bus("main")];
  wire.join(sim, main);
  const { texts } = textsOf(wire.node(main), "/a");
  const publisher = wire.node(sim).advertise("/a", STRING);
  wire.pump();
  publisher.publish({ data: "last words" });
  publisher[Symbol.dispose]();
  sim.flush(0);
  wire.pump();
  expect(texts).toEqual(["last words"]);
  expect(main.topicTable.get("/a")?.announcements.size).toBe(0);
});

test("[TR17] local rate limits go by sim time", () => {
  using wire = new Wire();
  const bus = wire.bus("sim", { deferred: true, nowMs: () => expect.unreachable("wall clock") });
  const node = wire.node(bus);
  const { texts } = textsOf(node, "/a", { maxRateHz: 250 });
  const publisher = node.advertise("/a", STRING);
  for (let step = 0; step < 10; step++) {
    publisher.publish({ data: String(step) });
    bus.flush(step * 1_000_000);
  }
  expect(texts).toEqual(["0", "4", "8"]);
});

test("[TR18] what comes from links waits in the inbox, in the order of arrival, as plain data", async () => {
  using wire = new Wire();
  const [sim, client] = [wire.bus("sim", { deferred: true }), wire.bus("client")];
  wire.join(sim, client);
  const node = wire.node(sim);
  const { texts } = textsOf(node, "/cmd");
  node.service("/s", { request: STRING, response: STRING }, ({ data }) => {
    texts.push(`asked ${data}`);
    return { data: "done" };
  });
  const remote = wire.node(client);
  const publisher = remote.advertise("/cmd", STRING);
  wire.pump();
  publisher.publish({ data: "1" });
  const asked = remote.request("/s", { data: "2" });
  publisher.publish({ data: "3" });
  wire.pump();
  sim.flush(0);
  expect(texts).toEqual([]);
  const inputs = sim.inbox.takeInputs();
  expect(inputs).toEqual([
    { kind: "message", topic: "/cmd", type: STRING, latched: false, bytes: Uint8Array.of(18, 1, 49) },
    { kind: "request", id: 1, service: "/s", type: STRING, bytes: Uint8Array.of(18, 1, 50) },
    { kind: "message", topic: "/cmd", type: STRING, latched: false, bytes: Uint8Array.of(18, 1, 51) },
  ]);
  expect(sim.inbox.takeInputs()).toEqual([]);
  for (const input of inputs) sim.deliver(input);
  expect(texts).toEqual(["1", "asked 2", "3"]);
  wire.pump();
  expect(await asked).toEqual({ data: "done" });
});

test("[TR18] what a handler publishes while an input is delivered waits for the flush", () => {
  using wire = new Wire();
  const [sim, client] = [wire.bus("sim", { deferred: true }), wire.bus("client")];
  wire.join(sim, client);
  const node = wire.node(sim);
  const publisher = node.advertise("/out", STRING);
  const { texts } = textsOf(node, "/out");
  node.subscribe("/cmd", STRING, ({ value }) => publisher.publish(value));
  const cmd = wire.node(client).advertise("/cmd", STRING);
  wire.pump();
  cmd.publish({ data: "x" });
  wire.pump();
  for (const input of sim.inbox.takeInputs()) sim.deliver(input);
  expect(texts).toEqual([]);
  sim.flush(0);
  expect(texts).toEqual(["x"]);
});

test("[TR18] a copy of an input, delivered again, does the same and answers nobody", async () => {
  using wire = new Wire();
  const [sim, client] = [wire.bus("sim", { deferred: true }), wire.bus("client")];
  wire.join(sim, client);
  let served = 0;
  wire.node(sim).service("/s", { request: STRING, response: STRING }, () => {
    if (++served > 1) throw new Error("the past is not answered");
    return { data: "done" };
  });
  wire.pump();
  const asked = wire.node(client).request("/s", {});
  wire.pump();
  const inputs = sim.inbox.takeInputs();
  const copies: Input[] = structuredClone(inputs);
  for (const input of [...inputs, ...copies, ...inputs]) sim.deliver(input);
  wire.pump();
  expect(await asked).toEqual({ data: "done" });
  expect(served).toBe(3);
  expect(wire.reports).toEqual([]);
});

test("[TR18] a runner may refuse a request instead of delivering it", async () => {
  using wire = new Wire();
  const [sim, client] = [wire.bus("sim", { deferred: true }), wire.bus("client")];
  wire.join(sim, client);
  wire.node(sim).service("/s", { request: STRING, response: STRING }, () => expect.unreachable());
  wire.pump();
  const asked = wire.node(client).request("/s", {});
  const refusal = asked.catch((error: unknown) => error);
  wire.pump();
  for (const input of sim.inbox.takeInputs()) sim.refuse(input, "made under timeline 3");
  wire.pump();
  expect(await refusal).toMatchObject({ code: "refused", message: "made under timeline 3" });
});

test("[TR19] a request from system to system is answered within the flush", () => {
  using wire = new Wire();
  const bus = wire.bus("sim", { deferred: true });
  const node = wire.node(bus);
  node.service("/s", { request: STRING, response: STRING }, ({ data }) => ({ data: `${data}!` }));
  const got: unknown[] = [];
  node.call("/s", { data: "x" }, (result) => got.push(result));
  node.call("/none", {}, (result) => got.push(result.ok ? "" : result.error.code));
  expect(got).toEqual([]);
  bus.flush(0);
  expect(got).toEqual([{ ok: true, value: { data: "x!" } }]);
  // The absence of a provider is an outside fact, and so an input, which a replay has too.
  for (const input of bus.inbox.takeInputs()) bus.deliver(input);
  expect(got.at(-1)).toBe("no-such-service");
  expect(bus.requests.open).toBe(0);
});

test("[TR19] an answer that leaves the flow of the flush comes back as an input", async () => {
  using wire = new Wire();
  const [sim, client] = [wire.bus("sim", { deferred: true }), wire.bus("client")];
  wire.join(sim, client);
  wire.node(client).service("/outside", { request: STRING, response: STRING }, () => ({ data: "from outside" }));
  const node = wire.node(sim);
  node.service("/later", { request: STRING, response: STRING }, async () => ({ data: "later" }));
  node.service("/never", { request: STRING, response: STRING }, () => new Promise(() => undefined));
  wire.pump();
  const got: unknown[] = [];
  node.call("/outside", {}, (result) => got.push(result));
  node.call("/later", {}, (result) => got.push(result));
  sim.flush(0);
  wire.pump();
  await Promise.resolve();
  sim.flush(1);
  expect(got).toEqual([]);
  const inputs = sim.inbox.takeInputs();
  expect(inputs).toMatchObject([
    { kind: "answer", id: 1, service: "/outside", type: STRING },
    { kind: "answer", id: 2, service: "/later", type: STRING },
  ]);
  for (const input of inputs) sim.deliver(structuredClone(input));
  expect(got).toEqual([
    { ok: true, value: { data: "from outside" } },
    { ok: true, value: { data: "later" } },
  ]);

  node.call("/never", {}, (result) => got.push(result.ok), { timeoutMs: 1 });
  sim.flush(2);
  while (sim.inbox.size === 0) await new Promise((resolve) => setImmediate(resolve));
  for (const input of sim.inbox.takeInputs()) sim.deliver(input);
  expect(got.at(-1)).toBe(false);
});

test("[TR20] while the past is simulated again, neighbours get nothing of it", () => {
  using wire = new Wire();
  const replay = new Replay();
  const [sim, client] = [wire.bus("sim", { deferred: true, replay }), wire.bus("client")];
  wire.join(sim, client);
  const inside = textsOf(wire.node(sim), "/a");
  const outside = textsOf(wire.node(client), "/a");
  const publisher = wire.node(sim).advertise("/a", STRING);
  wire.pump();
  const publish = (step: number): void => {
    publisher.publish({ data: String(step) });
    sim.flush(step);
  };
  publish(0);
  replay.travel(() => publish(1));
  publish(2);
  wire.pump();
  expect(inside.texts).toEqual(["0", "1", "2"]);
  expect(outside.texts).toEqual(["0", "2"]);
});

test("[TR21] what clients announce never keeps a system of the simulation from its topics and services", () => {
  using wire = new Wire();
  const [sim, client] = [wire.bus("sim", { deferred: true }), wire.bus("client")];
  wire.join(sim, client);
  const remote = wire.node(client);
  remote.advertise("/a", INT);
  remote.subscribe("/b", INT, () => undefined);
  remote.service("/s", { request: INT, response: INT }, (request) => request);
  wire.pump();
  const node = wire.node(sim);
  node.advertise("/a", STRING);
  node.advertise("/b", STRING);
  node.service("/s", { request: STRING, response: STRING }, (request) => request);
  wire.pump();
  expect(node.topics().map(({ name, type, publishers }) => ({ name, type, publishers }))).toEqual([
    { name: "/a", type: STRING, publishers: 1 },
    { name: "/b", type: STRING, publishers: 1 },
  ]);
  expect(node.services()).toMatchObject([{ name: "/s", request: STRING, provider: "sim" }]);
  const told = wire.reports.map(({ message }) => message);
  expect(told).toContain(`topic "/a" has type ${STRING} here; the ${INT} of "client" is ignored`);
  expect(() => remote.advertise("/b", "gz.msgs.Double")).toThrow(`topic "/b" has type ${INT}`);
});
