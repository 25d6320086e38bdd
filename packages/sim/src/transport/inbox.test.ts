import { expect, test } from "vitest";
import { Inbox, type Input } from "./inbox.ts";
import { STRING, textsOf, Wire } from "./wire/wire.fixture.ts";

function message(caller: string, size = 1): Input {
  return { kind: "message", topic: "/t", type: STRING, latched: false, caller, bytes: new Uint8Array(size) };
}

function request(caller: string, id: number): Input {
  return { kind: "request", id, service: "/s", type: STRING, caller, bytes: new Uint8Array(1) };
}

function inboxOf(...inputs: Input[]): { inbox: Inbox; turnedAway: { input: Input; reason: string }[] } {
  const turnedAway: { input: Input; reason: string }[] = [];
  const onOverflow = (input: Input, _: unknown, reason: string): void => void turnedAway.push({ input, reason });
  const inbox = new Inbox({ onConsumed: () => undefined, onOverflow });
  for (const input of inputs) inbox.push(input);
  return { inbox, turnedAway };
}

test("[TR50] inputs are taken in the order of arrival, of all callers or of one", () => {
  const [a1, b1, a2, own] = [request("a", 1), message("b"), message("a"), message("")];
  const { inbox } = inboxOf(a1, b1, a2, own);
  expect([...inbox.callers()].map(({ caller, first, arrival }) => [caller, first, arrival])).toEqual([
    ["a", a1, 1],
    ["b", b1, 2],
    ["", own, 4],
  ]);
  expect(inbox.take("b")).toBe(b1);
  expect(inbox.take("b")).toBeUndefined();
  expect(inbox.takeInputs()).toEqual([a1, a2, own]);
  expect(inbox.size).toBe(0);
});

test("[TR51] a caller that has too much waiting is refused requests and loses its oldest messages; others are not touched", () => {
  const { inbox, turnedAway } = inboxOf(message("good"), message("flood"));
  for (let id = 1; id <= 1001; id++) inbox.push(request("flood", id));
  expect(turnedAway).toEqual([
    { input: request("flood", 1001), reason: "1000 requests of yours wait; the world has no time for more" },
  ]);
  for (let i = 0; i < 5000; i++) inbox.push(message("flood"));
  // Of 5001 messages, 4096 may wait
  expect(turnedAway.slice(1)).toHaveLength(905);
  expect(inbox.size).toBe(1 + 1000 + 4096);
  inbox.push(request("good", 1));
  expect(inbox.take("good")).toEqual(message("good"));
  expect(inbox.take("good")).toEqual(request("good", 1));
  // The requests kept their places before the remaining messages.
  expect(inbox.take("flood")).toEqual(request("flood", 1));
});

test("[TR51] messages that come and go behind a request that waits leave nothing behind", () => {
  const { inbox, turnedAway } = inboxOf(request("flood", 1));
  // A queue that kept places of dropped messages would visit each of these for every later one.
  for (let i = 0; i < 200_000; i++) inbox.push(message("flood", i % 7));
  expect(turnedAway).toHaveLength(200_000 - 4096);
  const [first, ...rest] = inbox.takeInputs();
  expect(first).toEqual(request("flood", 1));
  expect(rest.map((input) => (input as { bytes: Uint8Array }).bytes.length)).toEqual(
    Array.from({ length: 4096 }, (_, i) => (200_000 - 4096 + i) % 7),
  );
});

test("[TR51] bytes that wait are bounded for a caller; what is large may wait alone; the program's own is not bounded", () => {
  const [huge, own] = [message("a", 20 * 1024 * 1024), message("", 20 * 1024 * 1024)];
  const { inbox, turnedAway } = inboxOf(huge);
  expect([inbox.size, turnedAway.length]).toEqual([1, 0]);
  inbox.push(message("a", 1));
  expect(turnedAway).toHaveLength(1);
  expect(turnedAway[0]!.input).toBe(huge);
  expect(inbox.takeInputs()).toEqual([message("a", 1)]);
  for (let i = 0; i < 20; i++) inbox.push(own);
  expect(inbox.size).toBe(20);
});

test("[TR51] lost messages are counted where topics are listed, and their sender may send on", () => {
  using wire = new Wire();
  const [sim, client] = [wire.bus("sim", { deferred: true }), wire.bus("client")];
  wire.join(sim, client, { caller: "flood" });
  const node = wire.node(sim);
  textsOf(node, "/cmd");
  const publisher = wire.node(client).advertise("/cmd", STRING);
  wire.pump();
  for (let i = 0; i < 5000; i++) {
    publisher.publish({ data: "x" });
    wire.pump();
  }
  expect(sim.inbox.size + (sim.topicTable.get("/cmd")?.dropped ?? 0)).toBe(5000);
});
