import { expect, test } from "vitest";
import { ANY_TYPE } from "../message.ts";
import { allowances } from "../allowance.ts";
import { soak } from "../../../../../tests/soak.ts";
import { Rng, seedFrom } from "../../base/rng.ts";
import { encodeFrame, PROTOCOL_VERSION, type Frame } from "./frame.ts";
import { PacketWriter } from "./packet.ts";
import { connectPeer } from "./peer.ts";
import { STRING, textsOf, Wire } from "./wire.fixture.ts";

const HELLO: Frame = { kind: "hello", version: PROTOCOL_VERSION, name: "stranger", windowFrames: 4, windowBytes: 1000 };

function packetOf(...frames: readonly Frame[]): Uint8Array<ArrayBuffer> {
  const packet = new PacketWriter();
  for (const frame of frames) packet.add(frame);
  return packet.take();
}

const bytes = new Uint8Array();
const topic = (name: string): Frame => ({
  kind: "topic",
  topic: name,
  messageType: STRING,
  published: true,
  subscribed: false,
  latched: false,
});

test.each<[string, Uint8Array<ArrayBuffer>]>([
  ["bytes that are no packet", Uint8Array.of(9, 9, 9)],
  ["another version", packetOf({ ...HELLO, version: PROTOCOL_VERSION + 1 })],
  ["no hello", packetOf({ kind: "ready" })],
  ["two hellos", packetOf(HELLO, HELLO)],
  ["a window of nothing", packetOf({ ...HELLO, windowFrames: 0 })],
  ["a name that is none", packetOf(HELLO, topic("/a//b"))],
  ["too many topics", packetOf(HELLO, ...["/a", "/b", "/c", "/d"].map(topic))],
  [
    "a request twice",
    packetOf(HELLO, ...[1, 2].map((): Frame => ({ kind: "request", id: 1, service: "/slow", caller: "", bytes }))),
  ],
  [
    "more than the window",
    packetOf(
      HELLO,
      topic("/in"),
      ...Array.from({ length: 5 }, (): Frame => ({
        kind: "publish",
        id: 1,
        latched: false,
        gap: 0,
        caller: "",
        bytes,
      })),
    ),
  ],
])("[TR31] %s ends the link with a reason, and nothing else", (_, packet) => {
  using wire = new Wire();
  const bus = wire.bus("main", { deferred: true });
  const node = wire.node(bus);
  node.service("/slow", { request: STRING, response: STRING }, () => new Promise(() => undefined));
  node.subscribe("/in", ANY_TYPE, () => undefined);
  const [link, stranger] = wire.links();
  const reasons: string[] = [];
  connectPeer(bus, link, {
    allowances: allowances({ topics: 3, services: 3 }),
    onClose: (reason) => reasons.push(reason),
  });
  stranger.send(packet);
  wire.pump();
  expect(reasons).toHaveLength(1);
  expect(wire.reports).toMatchObject([{ kind: "peer", message: expect.stringContaining(reasons[0]!) }]);
  expect(bus.neighbours.size).toBe(0);
  expect(bus.topicTable.list()).toMatchObject([{ name: "/in", publishers: 0 }]);
});

test("[TR31] a peer that leaves says why", () => {
  using wire = new Wire();
  const [a, b] = wire.links();
  const reasons: string[] = [];
  connectPeer(wire.bus("a"), a, { onClose: (reason) => reasons.push(`a: ${reason}`) });
  const peer = connectPeer(wire.bus("b"), b, { onClose: (reason) => reasons.push(`b: ${reason}`) });
  wire.pump();
  peer.close("good night");
  wire.pump();
  expect(reasons).toEqual(["b: good night", "a: good night"]);
});

test("[TR31] a reader so slow that answers pile up is let go", () => {
  using wire = new Wire();
  const [link] = wire.links();
  Object.defineProperty(link, "buffered", { value: 1001 });
  const reasons: string[] = [];
  connectPeer(wire.bus("main"), link, { maxBufferedBytes: 1000, onClose: (reason) => reasons.push(reason) });
  expect(reasons).toEqual(["the other side reads too slowly"]);
});

test("[TR31] publications, answers and acks that belong to nothing are ignored", () => {
  using wire = new Wire();
  const bus = wire.bus("main");
  const [link, stranger] = wire.links();
  const peer = connectPeer(bus, link);
  stranger.send(
    packetOf(
      HELLO,
      { kind: "publish", id: 77, latched: false, gap: 3, caller: "", bytes },
      { kind: "answer", id: 77, bytes },
      { kind: "failure", id: 77, code: "refused", text: "" },
      { kind: "cancel", id: 77 },
      { kind: "unsubscribe", id: 77 },
      { kind: "subscribe", id: 78, topic: "/none", queue: 0, maxRateHz: 0 },
      { kind: "ack", frames: 1000, bytes: 1000 },
      { kind: "no-topic", topic: "/none" },
      { kind: "no-service", service: "/none" },
    ),
  );
  wire.pump();
  expect(peer.isClosed).toBe(false);
  expect([bus.topicTable.size, bus.serviceTable.size, wire.reports.length]).toEqual([0, 0, 0]);
});

test(
  "[TR31] random frames end a link or do nothing; the other peers of the bus never notice",
  { timeout: 60_000 },
  () => {
    using wire = new Wire();
    const rng = new Rng(seedFrom(11, "hostile peer"));
    const [main, client] = [wire.bus("main"), wire.bus("client")];
    wire.join(main, client);
    const { texts } = textsOf(wire.node(client), "/a");
    const node = wire.node(main);
    const publisher = node.advertise("/a", STRING);
    node.subscribe("/in", ANY_TYPE, () => undefined);
    node.service("/s", { request: STRING, response: STRING }, (request) => request);
    wire.pump();
    const frames: readonly Frame[] = [
      topic("/in"),
      topic("/a"),
      { kind: "subscribe", id: 1, topic: "/a", queue: 5, maxRateHz: 0 },
      { kind: "publish", id: 1, latched: true, gap: 1, caller: "", bytes: Uint8Array.of(18, 1, 49) },
      { kind: "request", id: 1, service: "/s", caller: "", bytes: Uint8Array.of(18, 1, 49) },
      { kind: "ack", frames: 1, bytes: 1 },
      { kind: "service", service: "/t", request: STRING, response: STRING, needs: "operator" },
      { kind: "unsubscribe", id: 1 },
      { kind: "no-topic", topic: "/in" },
    ];
    const rounds = soak(20_000);
    for (let round = 0; round < rounds; round++) {
      const [link, stranger] = wire.links();
      const peer = connectPeer(main, link);
      stranger.send(packetOf(HELLO));
      for (let count = rng.int(6); count >= 0; count--) {
        const frame = encodeFrame(frames[rng.int(frames.length)]!);
        if (rng.int(3) > 0) frame[rng.int(frame.length)] = rng.int(256);
        stranger.send(Uint8Array.of(frame.length, 0, 0, 0, ...frame));
      }
      wire.pump();
      if (round % 100 === 0) publisher.publish({ data: `round ${round}` });
      peer.close("next");
      wire.drop(link, stranger);
    }
    wire.pump();
    const told = Array.from({ length: rounds / 100 }, (_, index) => `round ${index * 100}`);
    expect(texts.filter((text) => text?.startsWith("round"))).toEqual(told);
    expect(main.neighbours.size).toBe(1);
    expect(node.topics().map(({ name }) => name)).toEqual(["/a", "/in"]);
  },
);
